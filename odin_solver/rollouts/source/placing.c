/* The heuristic that places tiles one by one (weights: odin_solver/rollouts/weights.py). */
#include "engine.h"

enum { SORTED = 2, MOST_INCOMES = 24, UNKNOWN = UINT16_MAX /* the spot if a gain is only an upper bound */ };

/* The value of covering each open cell of a board; 0 for the others. */
typedef struct {
    double cell[64 * WORDS];
    double most[MOST_CELLS + 1]; /* upper bounds of so many cells together */
} Values;

static void add_to_cells(double *worth, const Mask *mask, double share) {
    for (int at = 0; at < WORDS; at++)
        for (uint64_t left = mask->word[at]; left; left &= left - 1)
            worth[64 * at + __builtin_ctzll(left)] += share;
}

static void bound_cells(const Mask *free, Values *values) {
    double highest[SORTED] = {0};
    for (int word = 0; word < WORDS; word++)
        for (uint64_t left = free->word[word]; left; left &= left - 1) {
            double value = values->cell[64 * word + __builtin_ctzll(left)];
            if (value <= highest[SORTED - 1]) continue;
            int at = SORTED - 1;
            for (; at && highest[at - 1] < value; at--) highest[at] = highest[at - 1];
            highest[at] = value;
        }
    values->most[0] = 1e-9; /* sums may be rounded differently */
    for (int at = 0; at < MOST_CELLS; at++)
        values->most[at + 1] = values->most[at] + highest[at < SORTED ? at : SORTED - 1];
}

static void value_cells(const Board *board, const Player *player, int incomes, int bonuses, Values *values) {
    const Policy *policy = player->policy;
    double *worth = values->cell;
    const BoardInfo *info = &BOARDS[board->id];
    memset(worth, 0, 64 * WORDS * sizeof *worth);
    Mask free = without(&info->coverable, &board->covered);
    for (int points = 1; points <= 2; points++) {
        Mask open = both(&info->negative[points - 1], &free);
        add_to_cells(worth, &open, points);
    }
    for (int d = 0; d < info->n_diagonals; d++) {
        const Diagonal *diagonal = &info->diagonals[d];
        /* A step needs the cells of those before it, too. */
        Mask lacking = {{0}}, more[MOST_INCOMES];
        double factor = 1, shares[MOST_INCOMES], sum = 0;
        int steps = 0;
        for (int i = 0; i < diagonal->cells.count; i++) {
            const IncomeCell *cell = &INCOME_CELLS[diagonal->cells.start + i];
            if (!holds(&free, cell->bit)) continue;
            int above = i + 1 < diagonal->cells.count ? (cell + 1)->value : diagonal->last_value;
            Mask needs = both(&cell->needs, &free);
            more[steps] = without(&needs, &lacking);
            join(&lacking, &needs);
            shares[steps++] = incomes * (above - cell->value) * factor / cells_in(&lacking);
            factor *= policy->next_income;
        }
        while (steps--) add_to_cells(worth, &more[steps], sum += shares[steps]);
    }
    for (int b = 0; b < info->n_bonuses; b++) {
        const Bonus *bonus = &info->bonuses[b];
        if (meets(&bonus->cells, &board->covered)) continue;
        double value = (double)bonuses * bonus->value;
        Mask around = both(&bonus->surround, &free);
        int n_around = cells_in(&around);
        if (n_around) {
            add_to_cells(worth, &around, policy->partial_bonus * value / n_around);
            value *= policy->partial_bonus;
        }
        add_to_cells(worth, &bonus->cells, -value);
    }
    for (int word = 0; player->noise && word < WORDS; word++)
        for (uint64_t left = free.word[word]; left; left &= left - 1) {
            int cell = 64 * word + __builtin_ctzll(left);
            worth[cell] += player->noise[cell];
        }
    bound_cells(&free, values);
}

/* Cells of an orientation's edge that are free, of free cells after a row's length. */
static inline int holes_at(const uint64_t *free, const Turn *turn, int corner) {
    const uint64_t *from = free + (corner >> 6);
    int by = corner & 63;
    return __builtin_popcountll((from[0] >> by | from[1] << 1 << (63 - by)) & turn->beside[0])
           + __builtin_popcountll((from[1] >> by | from[2] << 1 << (63 - by)) & turn->beside[1]);
}

static inline int spot_number(const Turn *turn, int corner) {
    int number = turn->first, word = 0;
    for (; word < corner >> 6; word++) number += __builtin_popcountll(turn->corners.word[word]);
    return number + __builtin_popcountll(turn->corners.word[word] & ((1ull << (corner & 63)) - 1));
}

/* The best spot of a tile on a board; a value below 0 if there is none. */
static double best_spot(const Board *board, int tile, const Policy *policy, const double *worth, uint16_t *found) {
    const BoardInfo *info = &BOARDS[board->id];
    const Spots *spots = &all_spots[board->id][tile];
    Mask free = without(&info->coverable, &board->covered);
    int apart = kept_apart(tile, info), area = ITEMS[tile].area;
    Mask cells = apart < 0 ? free : cells_for(board, apart);
    uint64_t lower[2 * WORDS] = {0}; /* the free cells, after a row's length */
    for (int at = 0; at < WORDS; at++) {
        lower[at] |= free.word[at] << info->stride;
        lower[at + 1] = free.word[at] >> (64 - info->stride);
    }
    const Turn *best_turn = NULL;
    int best_corner = 0;
    double best = -1;
    for (int at = 0; at < spots->turns; at++) {
        const Turn *turn = &spots->turn[at];
        Mask corners = corners_in(&cells, turn, area);
        for (int word = 0; word < WORDS; word++)
            for (uint64_t left = corners.word[word]; left; left &= left - 1) {
                int corner = 64 * word + __builtin_ctzll(left);
                double value = 0;
                for (int cell = 0; cell < area; cell++) value += worth[corner + turn->after[cell]];
                if (value <= best) continue; /* holes only lower it */
                value -= policy->hole * holes_at(lower, turn, corner);
                if (value <= best) continue;
                if (holds(&turn->requiring, (unsigned)corner)
                    && !within(&spots->spot[spot_number(turn, corner)].required, &board->covered))
                    continue;
                best = value;
                best_turn = turn;
                best_corner = corner;
            }
    }
    if (best_turn) *found = (uint16_t)spot_number(best_turn, best_corner);
    return best;
}

/* The best placement; false if none has a positive value. Gains are upper bounds until they are the
   highest. One of before, when less was covered or more was ahead, is nearly always too high: in a
   hurry only the highest one is renewed. */
static bool best_place(const State *state, Player *player, Move *out) {
    const Policy *policy = player->policy;
    int incomes = incomes_ahead(state), bonuses = later_rounds(state);
    const double *keep = state->final_placing ? policy->keep_finally : policy->keep;
    uint8_t ahead = (uint8_t)(1 + (incomes << 4 | bonuses));
    Values values[MOST_BOARDS];
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
                    if (!valued[at]) value_cells(board, player, incomes, bonuses, &values[at]);
                    valued[at] = true;
                    *known = (struct PlacedBest){values[at].most[ITEMS[tile].area], UNKNOWN, board->touched, ahead};
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
        if (known->spot != UNKNOWN && known->touched == board->touched && known->ahead == ahead) {
            *out = place_move(state, best_tile, best_at, known->spot);
            return true;
        }
        if (!valued[best_at]) value_cells(board, player, incomes, bonuses, &values[best_at]);
        valued[best_at] = true;
        known->spot = 0; /* if there is none */
        known->gain = best_spot(board, best_tile, policy, values[best_at].cell, &known->spot);
        known->ahead = ahead;
        known->touched = board->touched;
        if (best_tile == I_SILVER && all_spots[board->id][I_ORE].count) player->best_on[best_at][I_ORE] = *known;
        if (best_tile == I_ORE) player->best_on[best_at][I_SILVER] = *known; /* of the same shape */
    }
}
