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
    return (double)(mixed(mixed(chance->seed * N_CHANCES + kind) + number) >> 11) * 0x1p-53;
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

/* Decide what comes next; false if the numbers from outside are used up. */
static bool draw(const State *state, Chance *chance, Move *out) {
    const Node *node = &state->stack[state->n_nodes - 1];
    int kind = chance_kind(node->kind);
    double at = next_uniform(chance, kind), reached = 0, total = 0;
    if (at < 0) return false;
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
        if (node.kind == K_DRAW_STARTING) state->cards.starting = (Mask){{0}};
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
