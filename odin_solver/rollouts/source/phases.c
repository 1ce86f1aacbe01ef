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
    state->others = (uint8_t)(state->vikings * (state->players - 1));
    state->copies = state->copy_tiles;
    count_later_vikings(state);
    if (is_last_round(state)) {
        push_kind(state, K_END_OF_GAME);
    } else {
        push_kind(state, K_RETURN_PHASE);
        push_kind(state, K_MOUNTAIN_PHASE);
        push_kind(state, K_BONUS_PHASE);
    }
    for (int kind = K_FEAST_PHASE; kind >= K_HARVEST_PHASE; kind--) push_kind(state, kind);
}

static void gain_harvest(State *state, int number) {
    for (int item = 0; item < N_TILES; item++)
        if (ITEMS[item].harvest <= number) gain(state, item, 1);
    gained(state, SOURCE_OTHER);
}

/* A harvest, with what cards do before and after it. */
static void hold_harvest(State *state, int number) {
    push_kind(state, K_AFTER_HARVEST);
    emit(state, (Event){EV_HARVEST_STARTS});
    gain_harvest(state, number);
}

/* A round without a harvest, in a game with cards. */
static void hold_none(State *state) {
    Move moves[MOST_MOVES];
    push_kind(state, K_NO_HARVEST);
    if (meets(&state->cards.played, &REACTING[EV_HARVEST_SKIPPED]) && anytime_card_moves(state, moves))
        push_kind(state, K_PAUSE);
}

static void gain_goods(State *state, const Pair *goods, int most) {
    for (int at = 0; at < most && goods[at].count; at++) gain(state, goods[at].item, goods[at].count);
}

/* A harvest by the marker and the tokens; then comes the marker of the next round. */
static void harvest_by_marker(State *state) {
    Markers *markers = &state->markers;
    int marker = markers->marker, orange = state->round == 1 || markers->with_orange >> marker & 1;
    if (!is_last_round(state) && !state->later_seats) push_kind(state, K_REVEAL_MARKER);
    if (state->with_cards) {
        if (markers->with_harvest >> marker & 1) {
            push_kind(state, K_AFTER_HARVEST);
            emit(state, (Event){EV_HARVEST_STARTS});
        } else
            hold_none(state);
    }
    gain_goods(state, markers->goods[marker], MOST_OF_MARKER);
    for (int token = 0; token < N_TOKENS; token++)
        if (markers->tokens >> token & 1) gain_goods(state, markers->sides[orange][token], MOST_OF_TOKEN);
    gained(state, SOURCE_OTHER);
}

static void harvest(State *state) {
    int number = this_round(state)->harvest;
    if (state->with_markers)
        harvest_by_marker(state);
    else if (!state->with_cards)
        gain_harvest(state, number);
    else if (number)
        hold_harvest(state, number);
    else
        hold_none(state);
}

static void turn_boards(State *state) {
    int letters = this_round(state)->flips;
    if (!letters || state->later_seats) return;
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
        add(state, kind, pregnant);
        gain(state, kind, pregnant);
        gained(state, SOURCE_OTHER);
    } else if (has(state, kind) >= 2) {
        add(state, kind, -1);
        add(state, pregnant_kind, 1);
    }
}

static void breed_all(State *state) {
    breed(state, I_SHEEP, I_PREGNANT_SHEEP);
    breed(state, I_CATTLE, I_PREGNANT_CATTLE);
}

/* Give the bonuses of the boards of these kinds. */
static void give_bonuses(State *state, int first_id, int last_id) {
    int boards = state->n_boards;
    for (int at = 0; at < boards; at++) {
        if (state->boards[at].id < first_id || state->boards[at].id > last_id) continue;
        const BoardInfo *board = &BOARDS[state->boards[at].id];
        for (unsigned won = state->boards[at].won; won; won &= won - 1)
            gain_pairs(state, board->bonuses[__builtin_ctz(won)].gives);
    }
    gained(state, SOURCE_OTHER);
    if (!plays(state, C_MAID)) return;
    for (int at = 0; at < boards; at++) {
        const Board *board = &state->boards[at];
        if (board->id >= first_id && board->id <= last_id) offer_instead(state, board->id, board->won);
    }
}

/* Take an item off each strip, and count what that is by kind. */
static void shorten_strips(State *state, uint8_t *lost) {
    memset(lost, 0, N_WATCHED);
    for (int at = 0; at < state->n_strips; at++) {
        OpenStrip *open = &state->strips[at];
        const Strip *strip = &STRIPS[open->strip];
        lost[strip_kind(strip->items[open->taken++].item)]++;
        if (ruled(state, R_LONE_SILVER_REMOVED) && open->taken + 1 == strip->n_items
            && strip->items[open->taken].item == I_SILVER)
            lost[strip_kind(strip->items[open->taken++].item)]++;
    }
    clear_strips(state);
}

static void after_shortening(State *state, const uint8_t *lost) {
    Event event = {EV_STRIPS_SHORTENED};
    memcpy(event.more, lost, N_WATCHED);
    if (state->hidden_strips && !state->later_seats) push_kind(state, K_REVEAL_STRIP);
    emit(state, event);
}

static void pay_income(State *state) {
    int silver = income(state);
    if (silver && is_last_round(state)) {
        push(state, (Node){.kind = K_LAST_INCOME, .a = (uint8_t)silver});
    } else {
        gain(state, I_SILVER, silver);
        gained(state, SOURCE_OTHER);
    }
}

/* About half of the other players come before the first turn. */
static void push_first_turn(State *state) {
    push(state, (Node){.kind = K_TURN, .a = (uint8_t)(state->players / 2)});
}

/* Phases in which cards may ask something before what follows. */
static bool run_phase_with_cards(State *state, int kind) {
    switch (kind) {
    case K_WEAPON_PHASE:
        if (!plays(state, C_PEACEMAKER)) return false;
        push(state, (Node){.kind = K_CHOOSE, .a = C_PEACEMAKER});
        return true;
    case K_ACTION_PHASE:
        push_kind(state, K_AFTER_ACTIONS);
        push_first_turn(state);
        if (state->with_harvest && state->length && state->round == 1
            && !within(&state->cards.hand, &STARTING))
            push(state, (Node){.kind = K_PLAY_OCCUPATIONS, .a = 1, .b = 1, .more = {1}});
        return true;
    case K_INCOME_PHASE:
        push_kind(state, K_PAY_INCOME);
        emit_and_pause(state, (Event){EV_INCOME_STARTS});
        return true;
    case K_FEAST_PHASE:
        push_kind(state, K_AFTER_FEAST);
        push_kind(state, K_SERVE_FEAST);
        emit(state, (Event){EV_FEAST_STARTS});
        return true;
    case K_BONUS_PHASE:
        state->after_feast = 1;
        push_kind(state, K_AFTER_BONUSES);
        push_kind(state, K_GIVE_BONUSES);
        emit_and_pause(state, (Event){EV_BONUSES_START});
        return true;
    case K_END_OF_ACTION: {
        int space = state->space;
        clear_strips(state);
        state->space = NONE;
        emit(state, (Event){EV_ACTION_ENDED, (uint8_t)space});
        memset(state->cards.action.gave, 0, N_GIVEN);
        state->cards.action.spent = 0;
        return true;
    }
    default: return false;
    }
}

static void run_step(State *state, Node node) {
    if (state->with_cards && run_phase_with_cards(state, node.kind)) return;
    switch (node.kind) {
    case K_NEW_ROUND: new_round(state); return;
    case K_HARVEST_PHASE: harvest(state); return;
    case K_EXPLORATION_PHASE: turn_boards(state); return;
    case K_WEAPON_PHASE: push_kind(state, K_DRAW_WEAPON); return;
    case K_ACTION_PHASE: push_first_turn(state); return;
    case K_INCOME_PHASE:
    case K_PAY_INCOME: pay_income(state); return;
    case K_BREEDING_PHASE:
        state->after_income = 1;
        breed_all(state);
        return;
    case K_FEAST_PHASE: push_kind(state, K_SERVE_FEAST); return;
    case K_BONUS_PHASE:
        state->after_feast = 1;
        give_bonuses(state, 0, N_BOARDS - 1);
        return;
    case K_MOUNTAIN_PHASE: {
        uint8_t lost[N_WATCHED];
        shorten_strips(state, lost);
        after_shortening(state, lost);
        return;
    }
    case K_RETURN_PHASE:
        state->blocked = state->closed | (state->players > 1 ? 0 : state->placed);
        state->placed = 0;
        if (state->with_cards) memset(state->cards.on, 0, sizeof state->cards.on);
        push_kind(state, K_NEW_ROUND);
        return;
    case K_END_OF_GAME:
        state->after_feast = state->final_placing = 1;
        push_kind(state, K_FINAL_PLACING);
        return;
    case K_GIVE_SILVER: add(state, I_SILVER, SHORT_SILVER); return;
    case K_START_ACTION: start_action(state, node); return;
    case K_END_OF_ACTION:
        clear_strips(state);
        state->space = NONE;
        return;
    case K_EFFECT: run_effect(state, node.a); return;
    case K_FIRST_ROLL: first_roll(state, node.a); return;
    default: run_card_step(state, node);
    }
}
