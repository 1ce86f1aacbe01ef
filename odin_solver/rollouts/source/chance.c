/* Chance: dice, weapon cards and mountain strips (odin_solver/game/kernel/chance.py). */
#include "engine.h"

static uint64_t mixed(uint64_t number) { /* splitmix64 */
    number += 0x9e3779b97f4a7c15u;
    number = (number ^ number >> 30) * 0xbf58476d1ce4e5b9u;
    number = (number ^ number >> 27) * 0x94d049bb133111ebu;
    return number ^ number >> 31;
}

/* The next number of a stream, from 0 to 1; -1 if the numbers from outside are used up. */
static double next_uniform(Chance *chance, int kind) {
    uint32_t number = chance->used[kind]++;
    if (chance->given[kind]) return number < chance->n_given[kind] ? chance->given[kind][number] : -1;
    uint64_t stream = kind == CHANCE_OTHERS ? ~chance->seed : chance->seed * CHANCE_OTHERS + (unsigned)kind;
    if (kind == CHANCE_MARKER) stream = mixed(~chance->seed);
    return (double)(mixed(mixed(stream) + number) >> 11) * 0x1p-53;
}

/* The pile that the next weapon comes from. */
static const uint8_t *weapon_pile(const State *state) {
    for (int weapon = 0; weapon < N_WEAPONS; weapon++)
        if (state->weapons[weapon]) return state->weapons;
    return state->discards;
}

static int chance_kind(int kind) {
    switch (kind) {
    case K_ROLL: return CHANCE_DIE;
    case K_DRAW_WEAPON: return CHANCE_WEAPON;
    case K_DRAW_OCCUPATION: return CHANCE_OCCUPATION;
    case K_DRAW_STARTING: return CHANCE_STARTING;
    case K_TURN: return CHANCE_OTHERS;
    case K_REVEAL_MARKER: return CHANCE_MARKER;
    default: return CHANCE_STRIP;
    }
}

/* List the cards of a set as outcomes. */
static int card_outcomes(const Mask *cards, Move *out) {
    int count = 0;
    for (EACH_CARD(card, *cards)) out[count++] = (Move){M_OUTCOME, (uint8_t)card, 1};
    return count;
}

static int outcomes_of(const State *state, Move *out) {
    const Node *node = &state->stack[state->n_nodes - 1];
    int count = 0;
    switch (node->kind) {
    case K_ROLL:
        for (int side = 1; side <= DICE[node->a].sides; side++)
            out[count++] = (Move){M_OUTCOME, (uint8_t)side};
        return count;
    case K_REVEAL_STRIP:
        for (int strip = 0; strip < N_STRIPS; strip++)
            if (state->hidden_strips >> strip & 1) out[count++] = (Move){M_OUTCOME, (uint8_t)(strip + 1)};
        return count;
    case K_REVEAL_MARKER: {
        const Markers *markers = &state->markers;
        int pile = state->round ? markers->pile : markers->pile & markers->with_harvest;
        for (int marker = 0; marker < N_MARKERS; marker++)
            if (pile >> marker & 1) out[count++] = (Move){M_OUTCOME, (uint8_t)(marker + 1)};
        return count;
    }
    case K_DRAW_OCCUPATION: return card_outcomes(&state->cards.deck, out);
    case K_DRAW_STARTING: return card_outcomes(&state->cards.starting, out);
    default: {
        const uint8_t *pile = weapon_pile(state);
        for (int weapon = 0; weapon < N_WEAPONS; weapon++)
            if (pile[weapon]) out[count++] = (Move){M_OUTCOME, (uint8_t)(I_BOW + weapon)};
        if (!count) out[count++] = (Move){M_OUTCOME, NONE};
        return count;
    }
    }
}

/* --- other players: each of their turns takes a space, drawn by how often the rollout policy uses it --- */

/* Spaces that another player can use with the Vikings of one of them. */
static uint64_t open_to_others(const State *state) {
    int most = (state->others + state->players - 2) / (state->players - 1);
    return within_reach[most < 4 ? most : 4] & ~(state->placed | state->blocked);
}

/* Whether a turn of another player comes before that on top of the stack. */
static bool others_move(const State *state) {
    const Node *node = &state->stack[state->n_nodes - 1];
    return node->kind == K_TURN && node->a && state->vikings && state->space == NONE && state->others
           && open_to_others(state);
}

static void draw_other(const State *state, double at, Move *out) {
    const uint16_t *weights = POPULARITY[state->length * LONG_ROUNDS + state->round - 1];
    uint64_t open = open_to_others(state);
    int total = 0, reached = 0;
    for (uint64_t left = open; left; left &= left - 1) total += weights[__builtin_ctzll(left)];
    for (; open; open &= open - 1) {
        *out = (Move){M_OTHER, (uint8_t)__builtin_ctzll(open)};
        reached += weights[out->a];
        if (at * total < reached) return;
    }
}

/* Let another player use a space. */
static void other_uses(State *state, int space) {
    int column = SPACES[space].column;
    if ((state->placed | state->blocked) >> space & 1) state->copies &= (uint8_t)~(1 << column);
    state->blocked |= 1ull << space;
    state->others = (uint8_t)(state->others - column);
    if (top(state)->kind == K_TURN && top(state)->a) top(state)->a--;
}

/* Decide what comes next; false if the numbers from outside are used up. */
static bool draw(const State *state, Chance *chance, Move *out) {
    const Node *node = &state->stack[state->n_nodes - 1];
    int kind = chance_kind(node->kind);
    double at = next_uniform(chance, kind), reached = 0, total = 0;
    if (at < 0) return false;
    if (kind == CHANCE_OTHERS) {
        draw_other(state, at, out);
        return true;
    }
    Move outcomes[N_CARDS];
    int count = outcomes_of(state, outcomes);
    const uint8_t *pile = weapon_pile(state);
    bool weighted = kind == CHANCE_WEAPON && outcomes[0].a != NONE;
    for (int each = 0; each < count; each++) total += weighted ? pile[outcomes[each].a - I_BOW] : 1;
    for (int each = 0; each < count; each++) {
        reached += (weighted ? pile[outcomes[each].a - I_BOW] : 1) / total;
        *out = outcomes[each];
        if (at < reached) break;
    }
    return true;
}

static void do_outcome(State *state, Node node, const Move *move) {
    switch (node.kind) {
    case K_ROLL: {
        Node *action = top(state);
        action->more[0]++;
        action->more[1] = (uint8_t)result_of(state, action, move->a);
        return;
    }
    case K_DRAW_OCCUPATION:
    case K_DRAW_STARTING:
        put(&state->cards.hand, move->a);
        state->cards.n_hand++;
        drop(&state->cards.deck, move->a);
        drop(&state->cards.starting, move->a);
        if (node.kind == K_DRAW_STARTING && !node.a) state->cards.starting = (Mask){{0}};
        return;
    case K_REVEAL_MARKER:
        state->markers.marker = (uint8_t)(move->a - 1);
        state->markers.pile &= (uint8_t)~(1 << state->markers.marker);
        return;
    case K_REVEAL_STRIP:
        state->hidden_strips &= (uint8_t)~(1 << (move->a - 1));
        state->strips[state->n_strips++] = (OpenStrip){(uint8_t)(move->a - 1), 0};
        return;
    default:
        if (weapon_pile(state) == state->discards) {
            memcpy(state->weapons, state->discards, sizeof state->weapons);
            memset(state->discards, 0, sizeof state->discards);
        }
        if (move->a == NONE) return;
        state->weapons[move->a - I_BOW]--;
        add(state, move->a, 1);
    }
}
