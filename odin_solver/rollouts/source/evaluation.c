/* Evaluation of a state (weights: odin_solver/rollouts/policies/evaluation.py). */
#include <math.h>

#include "engine.h"

static double soft_min(double first, double second, double bend) {
    double low = first < second ? first : second, high = first < second ? second : first;
    if (low <= 0) return 0;
    /* Moves that neither cover cells nor bring tiles ask for the same minimum. */
    static _Thread_local struct {
        double first, second, bend, found;
    } known[512];
    uint64_t bits;
    memcpy(&bits, &second, sizeof bits);
    unsigned slot = (unsigned)((bits ^ (uint64_t)first * 0x9e3779b97f4a7c15u) * 0x9e3779b97f4a7c15u >> 55);
    if (known[slot].first != first || known[slot].second != second || known[slot].bend != bend) {
        known[slot].first = first;
        known[slot].second = second;
        known[slot].bend = bend;
        known[slot].found = low / pow(1 + pow(low / high, bend), 1 / bend);
    }
    return known[slot].found;
}

/* Cells of the table that the food of the supply fills; the evaluation leaves animals out. */
static int food_cells(const State *state) {
    int cells = 0;
    for (uint64_t left = state->present & ((1ull << N_TILES) - 1); left; left &= left - 1) {
        int item = __builtin_ctzll(left);
        cells += first_dish[item] + more_dishes[item] * (state->supply[item] - 1);
    }
    return cells;
}

static int later_rounds(const State *state) { return state->rounds - state->round; }
static int incomes_ahead(const State *state) { return later_rounds(state) + !state->after_income; }

/* Cells of the next feast that silver must fill. */
static int feast_lacks(const State *state) {
    int next = state->round + state->after_feast;
    if (next > state->rounds) return 0;
    int need = ROUNDS[state->length * LONG_ROUNDS + next - 1].open_cells
               - SHIP_COVERS * emigrated_ships(state) - food_cells(state);
    return need > 0 ? need : 0;
}

static double value_of_animals(const State *state, const Policy *policy, int ahead) {
    static const int kinds[2][2] = {{I_SHEEP, I_PREGNANT_SHEEP}, {I_CATTLE, I_PREGNANT_CATTLE}};
    double points = 0;
    for (int at = 0; at < 2; at++) {
        int pregnant = has(state, kinds[at][1]), count = has(state, kinds[at][0]) + pregnant;
        if (!count) continue;
        int each = ITEMS[kinds[at][0]].points, more = ITEMS[kinds[at][1]].points - each;
        points += each * count + more * pregnant;
        if (count >= 2 || pregnant) points += policy->young * each * ((ahead + (pregnant > 0)) / 2);
    }
    return points;
}

static double evaluation(const State *state, const Policy *policy, Inputs *inputs) {
    const Prices *prices = &policy->rounds[state->round - 1];
    int later = later_rounds(state), ahead = incomes_ahead(state);
    double points = (double)state->final_income - THING_PENALTY * state->penalties;
    points += prices->viking * state->vikings;
    double tiles = 0;
    int food = 0;
    for (uint64_t left = state->present; left; left &= left - 1) {
        int item = __builtin_ctzll(left), count = state->supply[item];
        points += prices->own[item] * count;
        tiles += prices->cells[item] * count;
        food += first_dish[item] + more_dishes[item] * (count - 1);
    }
    for (int ship = 0; ship < N_SHIPS; ship++) points += prices->emigrated[ship] * state->emigrated[ship];
    points += state->n_boats * prices->boat;
    points += state->knarrs * prices->knarr;
    points += state->n_longships * prices->longship;
    int ore = 0;
    for (int at = 0; at < state->n_boats; at++) ore += state->boats[at];
    for (int at = 0; at < state->n_longships; at++) ore += state->longships[at];
    points += prices->ore_aboard * ore;
    points += value_of_animals(state, policy, ahead);
    int lacks[3] = {0};
    int next = state->round + state->after_feast;
    if (next <= state->rounds) {
        int ships = emigrated_ships(state), first = state->length * LONG_ROUNDS + next;
        int need = ROUNDS[first - 1].open_cells - SHIP_COVERS * ships;
        int after = next < state->rounds ? later_tables[first][ships < MOST_COVERED ? ships : MOST_COVERED] : 0;
        int lacking = need > food ? need - food : 0;
        int paid = lacking < has(state, I_SILVER) ? lacking : has(state, I_SILVER);
        points += -THING_PENALTY * (lacking - paid) - paid;
        int spare = food - (need > 0 ? need : 0);
        if (spare < 0) spare = 0;
        lacks[0] = lacking;
        lacks[1] = lacking - paid;
        lacks[2] = after;
        points += policy->later_food * ((spare < after ? spare : after) - after);
    }
    int open_cells = 0;
    for (int at = 0; at < state->n_boards; at++) {
        const Board *board = &state->boards[at];
        const BoardInfo *info = &BOARDS[board->id];
        points += info->points + ahead * board->income + later * board->gives - board->open_slots[0]
                  - board->open_slots[1] + board->crown * ITEMS[I_ENGLISH_CROWN].points;
        open_cells += board->missing;
        bool home = board->id == B_HOME;
        points += (home ? prices->home_income : prices->other_income) * board->income
                  + (home ? prices->home_open : prices->other_open) * board->missing
                  + prices->boards[board->id];
    }
    double covering = tiles + policy->cells_of_a_viking * state->later_vikings;
    points += soft_min(open_cells, covering, policy->bend) - open_cells;
    points += policy->income_of_a_cell * ahead * (tiles < open_cells ? tiles : open_cells);
    if (state->with_cards) {
        const Cards *cards = &state->cards;
        points += prices->hand[cards->n_hand < MOST_HAND ? cards->n_hand : MOST_HAND];
        points += cards->points + prices->played * cards->n_played;
    }
    if (inputs) {
        const double extra[] = {
            0.01 * points, 0.02 * open_cells, 0.02 * covering, tiles < open_cells, 0.1 * lacks[0], 0.1 * lacks[1], 0.1 * food,
            later > 0 ? 0.02 * lacks[2] : 0,
        };
        _Static_assert(10 + N_SHIPS + sizeof extra / sizeof *extra == F_HAND - F_OTHER, "the inputs have names");
        list_inputs(state, extra, sizeof extra / sizeof *extra, inputs);
    }
    return points;
}

static double evaluate(const State *state, const Policy *policy) {
    if (!policy->network) return evaluation(state, policy, NULL);
    Inputs inputs;
    double points = evaluation(state, policy, &inputs);
    return points + learned(&inputs, state->round - 1, policy->network);
}
