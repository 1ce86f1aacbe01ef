/* The cheapest feast (odin_solver/feast/menu.py): the same choice, ties included. */
#include "engine.h"

/* Ranks add up and the smallest is best. From the highest digits down: loss, empty cells, tiles,
   then for each kind in stock the tiles served and how many lie lengthwise. */
typedef unsigned __int128 Rank;

enum { KIND_BITS = 5, TILES_BITS = 4, MOST_STOCKS = 20 };

typedef struct {
    uint8_t tile, served, place, lengthwise;
    uint8_t names[MOST_DISHES];
    uint16_t costs[MOST_DISHES + 1];
} Stock;

typedef struct {
    uint8_t tiles, width;
    Rank rank;
} Spread;

static int most_tiles(int tile, int cells) {
    if (tile == I_SILVER) return cells;
    return (cells + 1) / (ITEMS[tile].narrow + 1);
}

/* List what may be eaten of each kind, the cheapest first. */
static int list_stocks(const State *state, int cells, int without, int silver, Stock *stocks) {
    int count = 0;
    for (int tile = 0; tile < N_TILES; tile++) {
        if (ITEMS[tile].served_as != tile) continue;
        int names[2] = {tile, NONE};
        if (tile == I_SHEEP) names[1] = I_PREGNANT_SHEEP;
        if (tile == I_CATTLE) names[1] = I_PREGNANT_CATTLE;
        Stock *stock = &stocks[count];
        *stock = (Stock){.tile = (uint8_t)tile, .lengthwise = ITEMS[tile].narrow < ITEMS[tile].wide};
        if (tile == I_PEAS && plays(state, C_PEA_FLOUR_BAKER)) stock->lengthwise = 2;
        int most = most_tiles(tile, cells);
        for (int at = 0; at < 2 && names[at] != NONE; at++)
            for (int left = names[at] == without ? 0 : has(state, names[at]) + (names[at] == I_SILVER ? silver : 0); left && stock->served < most; left--) {
                stock->names[stock->served] = (uint8_t)names[at];
                stock->costs[stock->served + 1] =
                    (uint16_t)(stock->costs[stock->served] + ITEMS[names[at]].food_value);
                stock->served++;
            }
        if (stock->served) count++;
    }
    return count;
}

static Rank rank_of(int cost, int empty, int tiles, int choice) {
    Rank high = ((Rank)cost << 2 * TILES_BITS) + ((Rank)empty << TILES_BITS) + (Rank)tiles;
    return high << choice;
}

/* The best dishes of a colour for every number of tiles and cells. */
static int spreads(const Stock *stocks, int n_stocks, int color, int cells, int choice, Spread *out) {
    static _Thread_local Rank best[MOST_DISHES + 1][MOST_DISHES + 1];
    static _Thread_local bool known[MOST_DISHES + 1][MOST_DISHES + 1];
    memset(known, 0, sizeof known);
    int count = 1;
    out[0] = (Spread){0, 0, 0};
    for (int s = 0; s < n_stocks; s++) {
        const Stock *stock = &stocks[s];
        const Item *item = &ITEMS[stock->tile];
        if (item->color != color) continue;
        int before = count;
        for (int at = 0; at < before; at++) {
            Spread from = out[at];
            for (int served = 1; served <= stock->served; served++)
                for (int along = 0; along <= stock->lengthwise && along <= served; along++) {
                    int tiles = from.tiles + served;
                    int width = from.width + served * item->narrow + along * (item->wide - item->narrow);
                    if (width > cells || tiles + width > cells + 1) continue;
                    Rank rank = from.rank + rank_of(stock->costs[served], 0, served, choice)
                                + ((Rank)(4 * served + along) << stock->place);
                    if (!known[tiles][width]) {
                        known[tiles][width] = true;
                        best[tiles][width] = rank;
                        out[count++] = (Spread){(uint8_t)tiles, (uint8_t)width, rank};
                    } else if (rank < best[tiles][width]) {
                        best[tiles][width] = rank;
                    }
                }
        }
        for (int at = 1; at < count; at++) out[at].rank = best[out[at].tiles][out[at].width];
    }
    return count;
}

/* Set dishes along the table so that no two of a colour touch. */
static Move set_along(const Stock *stocks, int n_stocks, Rank rank, int cells) {
    uint8_t rows[3][2 * MOST_DISHES]; /* orange, red, silver */
    int counts[3] = {0, 0, 0};
    for (int s = 0; s < n_stocks; s++) {
        const Stock *stock = &stocks[s];
        int digits = (int)(rank >> stock->place), row, served, along = 0;
        if (stock->tile == I_SILVER) {
            row = 2;
            served = digits & 31;
        } else {
            row = ITEMS[stock->tile].color == COLOR_ORANGE ? 0 : 1;
            served = digits >> 2 & 7;
            along = digits & 3;
        }
        for (int at = 0; at < served; at++)
            rows[row][counts[row]++] = (uint8_t)(stock->names[at] | (at < along ? 128 : 0));
    }
    int many = counts[0] >= counts[1] ? 0 : 1, few = 1 - many;
    uint8_t between[3 * MOST_DISHES];
    int n_between = 0;
    for (int at = 0; at < counts[few]; at++) between[n_between++] = rows[few][at];
    for (int at = 0; at < counts[2]; at++) between[n_between++] = rows[2][at];
    while (n_between < counts[many] - 1) between[n_between++] = NONE;
    Move move = {M_SERVE};
    int filled = 0, used = 0;
    uint8_t row[4 * MOST_DISHES];
    int n_row = 0;
    for (int at = 0; at < counts[many]; at++) {
        if (at) row[n_row++] = between[used++];
        row[n_row++] = rows[many][at];
    }
    while (used < n_between) row[n_row++] = between[used++];
    for (int at = 0; at < n_row; at++) {
        int dish = row[at];
        move.more[move.a++] = (uint8_t)dish;
        if (dish == NONE)
            filled++;
        else
            filled += dish & 128 ? ITEMS[dish & 127].wide : ITEMS[dish & 127].narrow;
    }
    for (; filled < cells; filled++) move.more[move.a++] = NONE;
    return move;
}

/* The best feast without a kind of food and with more silver, and its loss. */
static Move feast_of(const State *state, int without, int silver_more, int *loss) {
    int cells = table_cells(state);
    Stock stocks[MOST_STOCKS];
    int n_stocks = list_stocks(state, cells, without, silver_more, stocks), choice = KIND_BITS * n_stocks;
    for (int s = 0, place = choice; s < n_stocks; s++)
        stocks[s].place = (uint8_t)(place -= KIND_BITS);
    /* For every number of cells the best rank of filling them with silver or nothing. */
    Rank hole = rank_of(THING_PENALTY * FOOD_SCALE, 1, 0, choice), fillings[MOST_DISHES + 1];
    const Stock *silver = NULL;
    for (int s = 0; s < n_stocks; s++)
        if (stocks[s].tile == I_SILVER) silver = &stocks[s];
    for (int rest = 0; rest <= cells; rest++) {
        fillings[rest] = hole * (unsigned)rest;
        for (int used = 1; silver && used <= rest && used <= silver->served; used++) {
            Rank rank = rank_of(silver->costs[used], 0, used, choice)
                        + ((Rank)used << silver->place) + hole * (unsigned)(rest - used);
            if (rank < fillings[rest]) fillings[rest] = rank;
        }
    }
    Spread oranges[256], reds[256];
    int n_oranges = spreads(stocks, n_stocks, COLOR_ORANGE, cells, choice, oranges);
    int n_reds = spreads(stocks, n_stocks, COLOR_RED, cells, choice, reds);
    Rank best = fillings[cells];
    for (int o = 0; o < n_oranges; o++)
        for (int r = 0; r < n_reds; r++) {
            int rest = cells - oranges[o].width - reds[r].width;
            int more = oranges[o].tiles - reds[r].tiles;
            if (rest < 0 || more > rest + 1 || more < -rest - 1) continue;
            Rank rank = oranges[o].rank + reds[r].rank + fillings[rest];
            if (rank < best) best = rank;
        }
    *loss = (int)(best >> (choice + 2 * TILES_BITS));
    return set_along(stocks, n_stocks, best, cells);
}

/* The best feast, with silver that cards give for what is served at it. */
static Move best_feast(const State *state) {
    int loss, other_loss;
    Move best = feast_of(state, NONE, 0, &loss);
    bool sober = plays(state, C_SOBER_MAN), barbarian = plays(state, C_BARBARIAN);
    if (!sober && !barbarian) return best;
    loss -= FOOD_SCALE * feast_silver(state, &best);
    int meat = barbarian ? has(state, I_GAME_MEAT) + has(state, I_WHALE_MEAT) : 0;
    int more = meat + (sober && !has(state, I_MEAD));
    bool leaves_mead = sober && has(state, I_MEAD);
    for (int without = 0; without <= leaves_mead; without++)
        for (int silver = 1; silver <= (without ? meat + 1 : more) && silver <= table_cells(state); silver++) {
            Move other = feast_of(state, without ? I_MEAD : NONE, silver, &other_loss);
            int given = feast_silver(state, &other), paid = 0;
            for (int at = 0; at < other.a; at++) paid += other.more[at] == I_SILVER;
            other_loss -= FOOD_SCALE * given;
            if (paid > has(state, I_SILVER) + given || other_loss >= loss) continue;
            best = other;
            loss = other_loss;
        }
    return best;
}
