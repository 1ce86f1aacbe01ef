/* The score sheet. */
#include "engine.h"

static void score(const State *state, int32_t *sheet) {
    static const int animal_items[] = {I_SHEEP, I_CATTLE, I_PREGNANT_SHEEP, I_PREGNANT_CATTLE};
    memset(sheet, 0, N_SCORES * sizeof *sheet);
    int crown = has(state, I_ENGLISH_CROWN);
    for (int at = 0; at < state->n_boards; at++) {
        const Board *board = &state->boards[at];
        const BoardInfo *info = &BOARDS[board->id];
        int lost = board->missing + board->open_slots[0] + board->open_slots[1];
        crown += board->crown;
        if (info->kind == BOARD_HOME) {
            sheet[S_HOME_BOARD] -= lost;
        } else {
            bool building = info->kind == BOARD_BUILDING;
            sheet[building ? S_HOUSES : S_EXPLORATION_BOARDS] += info->points;
            sheet[building ? S_HOUSE_CELLS : S_EXPLORATION_CELLS] -= lost;
        }
    }
    for (int ship = 0; ship < N_SHIPS; ship++) {
        sheet[S_SHIPS] += SHIPS[ship].points * ships_of(state, ship);
        sheet[S_EMIGRATION] += SHIPS[ship].emigration_points * state->emigrated[ship];
    }
    for (int at = 0; at < 4; at++)
        sheet[S_ANIMALS] += ITEMS[animal_items[at]].points * has(state, animal_items[at]);
    if (state->with_cards) sheet[S_OCCUPATIONS] = state->cards.points;
    sheet[S_SILVER] = has(state, I_SILVER);
    sheet[S_FINAL_INCOME] = state->final_income;
    sheet[S_ENGLISH_CROWN] = crown * ITEMS[I_ENGLISH_CROWN].points;
    sheet[S_PENALTIES] = -THING_PENALTY * state->penalties;
}

static int total_score(const State *state) {
    int32_t sheet[N_SCORES];
    int total = 0;
    score(state, sheet);
    for (int part = 0; part < N_SCORES; part++) total += sheet[part];
    return total;
}
