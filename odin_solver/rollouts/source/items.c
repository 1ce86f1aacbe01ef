/* Gaining and paying items (odin_solver/game/kernel/items.py). */
#include "engine.h"

static int free_berths(const State *state, bool large) {
    return large ? LARGE_BERTHS - state->knarrs - state->n_longships
                 : SMALL_BERTHS - state->n_boats;
}

static int ships_of(const State *state, int ship) {
    int what = G_WHALING_BOAT + ship;
    return what == G_WHALING_BOAT ? state->n_boats
           : what == G_KNARR      ? state->knarrs
                                  : state->n_longships;
}

static int buildings(const State *state, int id) {
    int count = 0;
    for (int at = 0; at < state->n_boards; at++) count += state->boards[at].id == id;
    return count;
}

/* Buildings that nobody has. */
static int buildings_left(const State *state, int id) {
    return BOARDS[id].copies - buildings(state, id) - state->built[id];
}

/* Insert a load of ore into the sorted loads of ships. */
static void insert_load(uint8_t *loads, uint8_t *count, int ore) {
    int at = (*count)++;
    for (; at && loads[at - 1] > ore; at--) loads[at] = loads[at - 1];
    loads[at] = (uint8_t)ore;
}

static void remove_load(uint8_t *loads, uint8_t *count, int ore) {
    int at = 0;
    while (loads[at] != ore) at++;
    for (--*count; at < *count; at++) loads[at] = loads[at + 1];
}

static void remove_ship(State *state, int ship, int ore) {
    int what = G_WHALING_BOAT + ship;
    if (what == G_KNARR)
        state->knarrs--;
    else if (what == G_LONGSHIP)
        remove_load(state->longships, &state->n_longships, ore);
    else
        remove_load(state->boats, &state->n_boats, ore);
}

/* Named weapons come from the discards, then from the deck, then from nowhere (rules, 2). */
static void take_weapons(State *state, int weapon, int count) {
    uint8_t *piles[] = {state->discards, state->weapons};
    for (int at = 0; at < 2; at++) {
        uint8_t *pile = &piles[at][weapon];
        int taken = count < *pile ? count : *pile;
        *pile = (uint8_t)(*pile - taken);
        count -= taken;
    }
}

static void gain(State *state, int what, int count) {
    if (what == G_ALTAR_ONCE) what = I_ALTAR;
    if (what < N_ITEMS) {
        if (ITEMS[what].kind == ITEM_SPECIAL) {
            if (!(state->specials >> what & 1)) return;
            state->specials &= ~(1ull << what);
            count = 1;
        }
        if (ITEMS[what].kind == ITEM_WEAPON) take_weapons(state, what - I_BOW, count);
        add(state, what, count);
        if (state->with_cards) note_gain(state, what, count);
    } else if (what == G_WEAPON_CARD) {
        while (count--) push_kind(state, K_DRAW_WEAPON);
    } else if (what >= G_BOARDS) {
        int id = what - G_BOARDS;
        for (int left = buildings_left(state, id); count && left; count--, left--) {
            state->boards[state->n_boards++] = new_board(id);
            if (state->with_cards) note_gain(state, what, 1);
        }
    } else {
        bool large = SHIPS[what - G_WHALING_BOAT].large;
        for (int berths = free_berths(state, large); count && berths; count--, berths--) {
            if (what == G_KNARR)
                state->knarrs++;
            else if (what == G_LONGSHIP)
                insert_load(state->longships, &state->n_longships, 0);
            else
                insert_load(state->boats, &state->n_boats, 0);
            if (state->with_cards) note_gain(state, what, 1);
        }
    }
}

static void gain_pairs(State *state, Span pairs) {
    for (int at = 0; at < pairs.count; at++)
        gain(state, PAIRS[pairs.start + at].item, PAIRS[pairs.start + at].count);
}

static int held(const State *state, int what) {
    if (what >= G_WHALING_BOAT && what < G_BOARDS) return ships_of(state, what - G_WHALING_BOAT);
    return what == I_SHEEP || what == I_CATTLE ? animals(state, what) : has(state, what);
}

static bool can_pay_pairs(const State *state, Span pairs) {
    for (int at = 0; at < pairs.count; at++) {
        Pair pair = PAIRS[pairs.start + at];
        if (held(state, pair.item) < pair.count) return false;
    }
    return true;
}

static void pay(State *state, int what, int count) {
    if (ITEMS[what].kind == ITEM_WEAPON) {
        uint8_t *pile = &state->discards[what - I_BOW];
        *pile = (uint8_t)(*pile + count);
    }
    if (what == I_SHEEP || what == I_CATTLE) { /* plain ones before pregnant ones */
        int plain = count < has(state, what) ? count : has(state, what);
        add(state, what == I_SHEEP ? I_PREGNANT_SHEEP : I_PREGNANT_CATTLE, plain - count);
        count = plain;
    }
    add(state, what, -count);
}

/* Pay for the action itself. */
static void pay_in_action(State *state, int what, int count) {
    pay(state, what, count);
    if (state->with_cards && state->space != NONE && state->cards.n_hand + state->cards.n_played && what >= I_ORE && what <= I_STONE)
        state->cards.action.spent |= (uint8_t)(1 << (what - I_ORE));
}

/* Whether ships find berths, buildings are left and special tiles are not taken. */
static bool has_room(const State *state, Span pairs) {
    int needed[2] = {0, 0};
    for (int at = 0; at < pairs.count; at++) {
        Pair pair = PAIRS[pairs.start + at];
        if (pair.item >= G_BOARDS) {
            int id = pair.item - G_BOARDS;
            if (buildings_left(state, id) < pair.count) return false;
        } else if (pair.item >= G_WHALING_BOAT) {
            needed[SHIPS[pair.item - G_WHALING_BOAT].large] += pair.count;
        } else if (pair.item < N_ITEMS && ITEMS[pair.item].kind == ITEM_SPECIAL
                   && !(state->specials >> pair.item & 1)) {
            return false;
        }
    }
    return (!needed[0] || free_berths(state, false) >= needed[0])
           && (!needed[1] || free_berths(state, true) >= needed[1]);
}
