/* The heuristic that places tiles one by one (odin_solver/game/policies/placing.py). */
#include "engine.h"

static void add_to_cells(double *worth, const Mask *mask, double share) {
    for (int at = 0; at < WORDS; at++)
        for (uint64_t left = mask->word[at]; left; left &= left - 1)
            worth[64 * at + __builtin_ctzll(left)] += share;
}

/* The value of covering each open cell of a board; 0 for the others. */
static void cell_values(const Board *board, const Policy *policy, int incomes, int bonuses, double *worth) {
    const BoardInfo *info = &BOARDS[board->id];
    memset(worth, 0, 64 * WORDS * sizeof *worth);
    Mask free = without(&info->coverable, &board->covered);
    for (int points = 1; points <= 2; points++) {
        Mask open = both(&info->negative[points - 1], &free);
        add_to_cells(worth, &open, points);
    }
    for (int d = 0; d < info->n_diagonals; d++) {
        const Diagonal *diagonal = &info->diagonals[d];
        Mask lacking = {{0}};
        double factor = 1;
        for (int i = 0; i < diagonal->cells.count; i++) {
            const IncomeCell *cell = &INCOME_CELLS[diagonal->cells.start + i];
            if (!holds(&free, cell->bit)) continue;
            int above = i + 1 < diagonal->cells.count ? (cell + 1)->value : diagonal->last_value;
            Mask needs = both(&cell->needs, &free);
            join(&lacking, &needs);
            add_to_cells(worth, &lacking, incomes * (above - cell->value) * factor / cells_in(&lacking));
            factor *= policy->next_income;
        }
    }
    for (int b = 0; b < info->n_bonuses; b++) {
        const Bonus *bonus = &info->bonuses[b];
        if (meets(&bonus->cells, &board->covered)) continue;
        double value = (double)bonuses * bonus->value;
        Mask around = both(&bonus->surround, &free);
        if (around.word[0] | around.word[1] | around.word[2]) {
            add_to_cells(worth, &around, policy->partial_bonus * value / cells_in(&around));
            value *= policy->partial_bonus;
        }
        add_to_cells(worth, &bonus->cells, -value);
    }
}

/* The best spot of a tile on a board; a value below 0 if there is none. */
static double best_spot(const Board *board, int tile, const Policy *policy, const double *worth, uint16_t *found) {
    const Spots *spots = &all_spots[board->id][tile];
    Mask free = without(&BOARDS[board->id].coverable, &board->covered);
    int apart = kept_apart(tile, &BOARDS[board->id]), area = ITEMS[tile].area;
    double best = -1;
    for (int at = 0; at < spots->count; at++) {
        const Spot *spot = &spots->spot[at];
        if (!is_legal(board, apart, spot)) continue;
        double value = 0;
        for (int cell = 0; cell < area; cell++) value += worth[spot->cells[cell]];
        Mask beside = both(&spot->beside, &free);
        value -= policy->hole * cells_in(&beside);
        if (value > best) {
            best = value;
            *found = (uint16_t)at;
        }
    }
    return best;
}

/* The best placement; false if none has a positive value. A gain of before, when less was covered
   or more was ahead, is nearly always too high: in a hurry only the highest one is renewed. */
static bool best_place(const State *state, Player *player, Move *out) {
    const Policy *policy = player->policy;
    int incomes = incomes_ahead(state), bonuses = later_rounds(state);
    const double *keep = state->final_placing ? policy->keep_finally : policy->keep;
    uint8_t ahead = (uint8_t)(1 + (incomes << 4 | bonuses));
    double worth[MOST_BOARDS][64 * WORDS];
    bool valued[MOST_BOARDS] = {false};
    uint64_t tiles = 0;
    for (uint64_t left = state->present & ((1ull << N_TILES) - 1); left; left &= left - 1) {
        int tile = __builtin_ctzll(left);
        if (is_placeable(tile) && !(tile == I_SILVER && has(state, tile) <= feast_lacks(state)))
            tiles |= 1ull << tile;
    }
    for (;;) {
        double best = 0;
        int best_tile = NONE, best_at = 0;
        for (uint64_t left = tiles; left; left &= left - 1) {
            int tile = __builtin_ctzll(left);
            for (int at = 0; at < state->n_boards; at++) {
                const Board *board = &state->boards[at];
                if (!all_spots[board->id][tile].count) continue;
                struct PlacedBest *known = &player->best_on[at][tile];
                if (!known->ahead
                    || (!player->hurried && (known->touched != board->touched || known->ahead != ahead))) {
                    if (!valued[at]) cell_values(board, policy, incomes, bonuses, worth[at]);
                    valued[at] = true;
                    known->gain = best_spot(board, tile, policy, worth[at], &known->spot);
                    known->ahead = ahead;
                    known->touched = board->touched;
                }
                if (known->gain - keep[tile] > best) {
                    best = known->gain - keep[tile];
                    best_tile = tile;
                    best_at = at;
                }
            }
        }
        if (best_tile == NONE) return false;
        const Board *board = &state->boards[best_at];
        struct PlacedBest *known = &player->best_on[best_at][best_tile];
        if (known->touched == board->touched && known->ahead == ahead) {
            *out = place_move(state, best_tile, best_at, known->spot);
            return true;
        }
        if (!valued[best_at]) cell_values(board, policy, incomes, bonuses, worth[best_at]);
        valued[best_at] = true;
        known->gain = best_spot(board, best_tile, policy, worth[best_at], &known->spot);
        known->ahead = ahead;
        known->touched = board->touched;
    }
}
