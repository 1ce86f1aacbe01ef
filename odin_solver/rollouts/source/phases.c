/* The phases of a round, and the end of the game (odin_solver/game/phases.py). */
#include "engine.h"

static bool is_last_round(const State *state) { return state->round == state->rounds; }

static void count_later_vikings(State *state) {
    state->later_vikings = 0;
    for (int round = state->round; round < state->rounds; round++)
        state->later_vikings =
            (uint8_t)(state->later_vikings + ROUNDS[state->length * LONG_ROUNDS + round].vikings);
}

static void new_round(State *state) {
    state->round++;
    state->after_income = state->after_feast = 0;
    state->vikings = this_round(state)->vikings;
    count_later_vikings(state);
    if (is_last_round(state)) {
        push_kind(state, K_END_OF_GAME);
    } else {
        push_kind(state, K_RETURN);
        push_kind(state, K_MOUNTAINS);
        push_kind(state, K_BONUS);
    }
    for (int kind = K_FEAST; kind >= K_HARVEST; kind--) push_kind(state, kind);
}

static void harvest(State *state) {
    for (int item = 0; item < N_TILES; item++)
        if (ITEMS[item].harvest <= this_round(state)->harvest) add(state, item, 1);
}

static void turn_boards(State *state) {
    int letters = this_round(state)->flips;
    if (!letters) return;
    for (int at = 0; at < state->n_exploration; at++) {
        Unexplored *each = &state->exploration[at];
        const BoardInfo *board = &BOARDS[each->board];
        if (letters >> board->letter & 1) {
            state->specials &= ~board->specials;
            *each = (Unexplored){board->turned, 0};
        } else {
            each->silver += FLIP_SILVER;
        }
    }
}

static int income(const State *state) {
    int silver = 0;
    for (int at = 0; at < state->n_boards; at++) silver += state->boards[at].income;
    return silver;
}

static void breed(State *state, int kind, int pregnant_kind) {
    int pregnant = has(state, pregnant_kind);
    if (pregnant) {
        add(state, pregnant_kind, -pregnant);
        add(state, kind, 2 * pregnant);
    } else if (has(state, kind) >= 2) {
        add(state, kind, -1);
        add(state, pregnant_kind, 1);
    }
}

static void give_bonuses(State *state) {
    int boards = state->n_boards;
    for (int at = 0; at < boards; at++) {
        const BoardInfo *board = &BOARDS[state->boards[at].id];
        for (unsigned won = state->boards[at].won; won; won &= won - 1)
            gain_pairs(state, board->bonuses[__builtin_ctz(won)].gives);
    }
}

static void shorten_strips(State *state) {
    for (int at = 0; at < state->n_strips; at++) state->strips[at].taken++;
    clear_strips(state);
    if (state->hidden_strips) push_kind(state, K_REVEAL_STRIP);
}

static void run_step(State *state, Node node) {
    switch (node.kind) {
    case K_NEW_ROUND: new_round(state); return;
    case K_HARVEST: harvest(state); return;
    case K_EXPLORATION: turn_boards(state); return;
    case K_WEAPON: push_kind(state, K_DRAW_WEAPON); return;
    case K_ACTIONS: push_kind(state, K_TURN); return;
    case K_INCOME: {
        int silver = income(state);
        if (silver && is_last_round(state))
            push(state, (Node){.kind = K_LAST_INCOME, .a = (uint8_t)silver});
        else
            add(state, I_SILVER, silver);
        return;
    }
    case K_BREEDING:
        state->after_income = 1;
        breed(state, I_SHEEP, I_PREGNANT_SHEEP);
        breed(state, I_CATTLE, I_PREGNANT_CATTLE);
        return;
    case K_FEAST: push_kind(state, K_SERVE_FEAST); return;
    case K_BONUS:
        state->after_feast = 1;
        give_bonuses(state);
        return;
    case K_MOUNTAINS: shorten_strips(state); return;
    case K_RETURN:
        state->blocked = state->placed;
        state->placed = 0;
        push_kind(state, K_NEW_ROUND);
        return;
    case K_END_OF_GAME:
        state->after_feast = state->final_placing = 1;
        push_kind(state, K_FINAL_PLACING);
        return;
    case K_START_ACTION:
        if (can_be_used(state, node.a)) push_effects(state, SPACES[node.a].effects);
        return;
    case K_END_OF_ACTION:
        clear_strips(state);
        state->space = NONE;
        return;
    case K_EFFECT: run_effect(state, node.a); return;
    default: return;
    }
}
