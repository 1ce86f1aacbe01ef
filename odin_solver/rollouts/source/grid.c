/* Boards and the placements of tiles (rules, 1). */
#include <stdlib.h>

#include "engine.h"

static Mask shifted(const Mask *mask, int by) {
    Mask out = {{0}};
    int words = by / 64, bits = by % 64;
    for (int at = WORDS - 1; at >= words; at--) {
        out.word[at] = mask->word[at - words] << bits;
        if (bits && at > words) out.word[at] |= mask->word[at - words - 1] >> (64 - bits);
    }
    return out;
}

static Mask shifted_back(const Mask *mask, int by) {
    Mask out = {{0}};
    int words = by / 64, bits = by % 64;
    for (int at = 0; at + words < WORDS; at++) {
        out.word[at] = mask->word[at + words] >> bits;
        if (bits && at + words + 1 < WORDS) out.word[at] |= mask->word[at + words + 1] << (64 - bits);
    }
    return out;
}

/* Coverable cells outside the mask that share an edge with a cell of it. */
static Mask edge_neighbours(const BoardInfo *board, const Mask *mask) {
    Mask spread = shifted(mask, 1), back = shifted_back(mask, 1);
    Mask below = shifted(mask, board->stride), above = shifted_back(mask, board->stride);
    join(&spread, &back);
    join(&spread, &below);
    join(&spread, &above);
    spread = both(&spread, &board->coverable);
    return without(&spread, mask);
}

static bool is_allowed_on(int tile, const BoardInfo *board) {
    const Item *item = &ITEMS[tile];
    if (item->kind == ITEM_ANIMAL || item->kind == ITEM_RESOURCE) return false;
    if (board->kind == BOARD_BUILDING) return item->color != COLOR_ORE;
    return item->color != COLOR_ORANGE && item->color != COLOR_RED;
}

/* Which of the colours kept apart a tile has; -1 if it may touch its like. */
static int kept_apart(int tile, const BoardInfo *board) {
    int color = ITEMS[tile].color;
    if (board->kind != BOARD_BUILDING) return color == COLOR_GREEN ? 0 : -1;
    return color == COLOR_ORANGE ? 0 : color == COLOR_RED ? 1 : -1;
}

static Mask required_cells(const BoardInfo *board, const Mask *mask) {
    Mask required = {{0}};
    for (int d = 0; d < board->n_diagonals; d++)
        for (int i = 0; i < board->diagonals[d].cells.count; i++) {
            const IncomeCell *cell = &INCOME_CELLS[board->diagonals[d].cells.start + i];
            if (holds(mask, cell->bit)) join(&required, &cell->needs);
        }
    return without(&required, mask);
}

static void sort_bytes(uint8_t *bytes, int count) {
    for (int from = 1; from < count; from++)
        for (int at = from; at && bytes[at - 1] > bytes[at]; at--) {
            uint8_t larger = bytes[at - 1];
            bytes[at - 1] = bytes[at];
            bytes[at] = larger;
        }
}

/* Find the cells that share an edge with an orientation's, on a board without end. */
static void find_beside(Turn *turn, int stride, int count) {
    for (int cell = 0; cell < count; cell++) {
        int steps[] = {-stride, -1, 1, stride};
        for (int at = 0; at < 4; at++) {
            int by = turn->after[cell] + steps[at];
            if (by >= 0 && memchr(turn->after, by, (unsigned)count)) continue;
            by += stride;
            if (by >= 128) abort();
            turn->beside[by >> 6] |= 1ull << (by & 63);
        }
    }
}

/* List the placements of a tile on an empty board, in the order of the Python engine. */
static void list_spots(int board_id, int tile) {
    const BoardInfo *board = &BOARDS[board_id];
    Spots *spots = &all_spots[board_id][tile];
    spots->spot = malloc(MOST_SPOTS * sizeof(Spot));
    if (!spots->spot) abort();
    for (int turn = 0; turn < TILE_SHAPES[tile].count; turn++) {
        const Shape *shape = &SHAPES[TILE_SHAPES[tile].start + turn];
        int columns = 0, rows = 0;
        for (int cell = 0; cell < shape->count; cell++) {
            if (shape->cells[cell][0] >= columns) columns = shape->cells[cell][0] + 1;
            if (shape->cells[cell][1] >= rows) rows = shape->cells[cell][1] + 1;
        }
        Turn *oriented = &spots->turn[spots->turns++];
        oriented->first = spots->count;
        for (int cell = 0; cell < shape->count; cell++)
            oriented->after[cell] = (uint8_t)(shape->cells[cell][1] * board->stride + shape->cells[cell][0]);
        sort_bytes(oriented->after, shape->count);
        find_beside(oriented, board->stride, shape->count);
        for (int y = 0; y + rows <= board->height; y++)
            for (int x = 0; x + columns <= board->width; x++) {
                Spot spot = {.at = {(uint8_t)turn, (uint8_t)x, (uint8_t)y}};
                for (int cell = 0; cell < shape->count; cell++) {
                    int bit = (y + shape->cells[cell][1]) * board->stride + x + shape->cells[cell][0];
                    spot.mask.word[bit >> 6] |= 1ull << (bit & 63);
                }
                if (!within(&spot.mask, &board->coverable)) continue;
                spot.beside = edge_neighbours(board, &spot.mask);
                spot.required = required_cells(board, &spot.mask);
                int corner = y * board->stride + x;
                oriented->corners.word[corner >> 6] |= 1ull << (corner & 63);
                if (cells_in(&spot.required)) oriented->requiring.word[corner >> 6] |= 1ull << (corner & 63);
                spots->spot[spots->count++] = spot;
            }
    }
    Spot *fitting = realloc(spots->spot, (spots->count + 1u) * sizeof(Spot));
    if (fitting) spots->spot = fitting;
}

static void list_all_spots(void) {
    for (int board = 0; board < N_BOARDS; board++)
        for (int tile = 0; tile < N_TILES; tile++)
            if (is_allowed_on(tile, &BOARDS[board])) list_spots(board, tile);
}

/* Whether a tile may be laid on a spot now; apart as kept_apart tells. */
static bool is_legal(const Board *board, int apart, const Spot *spot) {
    if (meets(&spot->mask, &board->covered)) return false;
    if (apart >= 0 && meets(&spot->beside, &board->apart[apart])) return false;
    return within(&spot->required, &board->covered);
}

/* The cells on which a tile may lie now. */
static Mask cells_for(const Board *board, int apart) {
    const BoardInfo *info = &BOARDS[board->id];
    Mask cells = without(&info->coverable, &board->covered);
    if (apart < 0) return cells;
    Mask near = edge_neighbours(info, &board->apart[apart]);
    return without(&cells, &near);
}

/* The corners from which an orientation covers only these cells. */
static Mask corners_in(const Mask *cells, const Turn *turn, int area) {
    uint64_t padded[2 * WORDS] = {0};
    memcpy(padded, cells, sizeof *cells);
    Mask corners = turn->corners;
    for (int cell = 0; cell < area; cell++) {
        const uint64_t *from = padded + (turn->after[cell] >> 6);
        int by = turn->after[cell] & 63;
        for (int at = 0; at < WORDS; at++) corners.word[at] &= from[at] >> by | from[at + 1] << 1 << (63 - by);
    }
    return corners;
}

/* Whether a tile may be laid anywhere on a board now. */
static bool has_spot(const Board *board, int tile) {
    const Spots *spots = &all_spots[board->id][tile];
    int apart = kept_apart(tile, &BOARDS[board->id]);
    for (int at = 0; at < spots->count; at++)
        if (is_legal(board, apart, &spots->spot[at])) return true;
    return false;
}

/* Recompute what follows from the covered cells: income, bonuses won, negative points. */
static void refresh_board(Board *board) {
    const BoardInfo *info = &BOARDS[board->id];
    int income = 0;
    for (int d = 0; d < info->n_diagonals; d++) {
        const Diagonal *diagonal = &info->diagonals[d];
        int least = -1;
        for (int i = 0; i < diagonal->cells.count; i++) {
            const IncomeCell *cell = &INCOME_CELLS[diagonal->cells.start + i];
            if (!holds(&board->covered, cell->bit) && (least < 0 || cell->value < least))
                least = cell->value;
        }
        income += least < 0 ? diagonal->last_value : least;
    }
    board->income = (uint8_t)income;
    board->won = board->gives = 0;
    for (int b = 0; b < info->n_bonuses; b++)
        if (!meets(&info->bonuses[b].cells, &board->covered)
            && within(&info->bonuses[b].surround, &board->covered)) {
            board->won |= (uint8_t)(1 << b);
            board->gives = (uint8_t)(board->gives + info->bonuses[b].value);
        }
    int missing = 0;
    for (int points = 1; points <= 2; points++) {
        Mask open = without(&info->negative[points - 1], &board->covered);
        missing += points * cells_in(&open);
    }
    board->missing = (uint8_t)missing;
}

static Board new_board(int id) {
    Board board = {.id = (uint8_t)id};
    board.open_slots[0] = BOARDS[id].slots[0];
    board.open_slots[1] = BOARDS[id].slots[1];
    refresh_board(&board);
    return board;
}

static void lay(Board *board, int tile, int spot) {
    const Mask *mask = &all_spots[board->id][tile].spot[spot].mask;
    join(&board->covered, mask);
    int apart = kept_apart(tile, &BOARDS[board->id]);
    if (apart >= 0) join(&board->apart[apart], mask);
    if (tile == I_ENGLISH_CROWN) board->crown = 1;
    if (tile == I_CLOAKPIN) board->pins |= 1;
    if (tile == I_DRINKING_HORN) board->pins |= 2;
    board->n_specials = (uint8_t)(board->n_specials + (ITEMS[tile].kind == ITEM_SPECIAL));
    board->touched++;
    refresh_board(board);
}
