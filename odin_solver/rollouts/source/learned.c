/* A learned correction of the evaluation: a small network over features of a state. */
#include "engine.h"

enum {
    F_ITEMS = 0,                        /* of the supply */
    F_PLACED = F_ITEMS + N_ITEMS,       /* spaces used this round */
    F_BLOCKED = F_PLACED + N_SPACES,    /* spaces used in the round before */
    F_BOARDS = F_BLOCKED + N_SPACES,    /* number, income, open cells, bonuses, open slots */
    F_EXPLORATION = F_BOARDS + 5 * N_BOARDS, /* boards to explore: there, silver on it */
    F_SPECIALS = F_EXPLORATION + 2 * N_BOARDS,
    F_STRIPS = F_SPECIALS + 1,          /* items left in the mountains: wood, stone, ore, silver; strips */
    F_OTHER = F_STRIPS + 5,
    N_OTHER = 21,
    F_HAND = F_OTHER + N_OTHER,         /* occupations */
    F_PLAYED = F_HAND + N_CARDS,
    N_INPUTS = F_PLAYED + N_CARDS
};

typedef struct {
    uint16_t n;
    uint16_t input[N_INPUTS];
    float value[N_INPUTS];
} Inputs;

static inline void put_input(Inputs *to, int input, double value) {
    if (value == 0) return;
    to->input[to->n] = (uint16_t)input;
    to->value[to->n++] = (float)value;
}

static void list_inputs(const State *state, const double *extra, int n_extra, Inputs *to) {
    to->n = 0;
    for (uint64_t left = state->present; left; left &= left - 1) {
        int item = __builtin_ctzll(left);
        put_input(to, F_ITEMS + item, state->supply[item] * (item == I_SILVER ? 0.1 : 0.25));
    }
    for (uint64_t left = state->placed; left; left &= left - 1) put_input(to, F_PLACED + __builtin_ctzll(left), 1);
    for (uint64_t left = state->blocked; left; left &= left - 1) put_input(to, F_BLOCKED + __builtin_ctzll(left), 1);
    float of[N_BOARDS][5] = {{0}};
    uint32_t there = 0;
    for (int at = 0; at < state->n_boards; at++) {
        const Board *board = &state->boards[at];
        float *into = of[board->id];
        there |= 1u << board->id;
        into[0] += 1;
        into[1] += 0.125f * board->income;
        into[2] += 0.0625f * board->missing;
        into[3] += 0.25f * board->gives;
        into[4] += 0.25f * (board->open_slots[0] + board->open_slots[1]);
    }
    for (; there; there &= there - 1) {
        int id = __builtin_ctz(there);
        for (int at = 0; at < 5; at++) put_input(to, F_BOARDS + 5 * id + at, of[id][at]);
    }
    for (int at = 0; at < state->n_exploration; at++) {
        put_input(to, F_EXPLORATION + 2 * state->exploration[at].board, 1);
        put_input(to, F_EXPLORATION + 2 * state->exploration[at].board + 1, 0.25 * state->exploration[at].silver);
    }
    put_input(to, F_SPECIALS, 0.1 * __builtin_popcountll(state->specials));
    int strip_items[4] = {0};
    for (int at = 0; at < state->n_strips; at++) {
        const OpenStrip *open = &state->strips[at];
        const Strip *strip = &STRIPS[open->strip];
        for (int each = open->taken; each < strip->n_items; each++) {
            int item = strip->items[each].item;
            strip_items[item == I_WOOD ? 0 : item == I_STONE ? 1 : item == I_ORE ? 2 : 3] += strip->items[each].count;
        }
    }
    for (int at = 0; at < 4; at++) put_input(to, F_STRIPS + at, 0.125 * strip_items[at]);
    put_input(to, F_STRIPS + 4, 0.25 * state->n_strips);
    int ore[2] = {0};
    for (int at = 0; at < state->n_boats; at++) ore[0] += state->boats[at];
    for (int at = 0; at < state->n_longships; at++) ore[1] += state->longships[at];
    int at = F_OTHER;
    put_input(to, at++, 0.125 * state->vikings);
    put_input(to, at++, 0.25 * state->n_boats);
    put_input(to, at++, 0.5 * state->knarrs);
    put_input(to, at++, 0.5 * state->n_longships);
    for (int ship = 0; ship < N_SHIPS; ship++) put_input(to, at++, 0.5 * state->emigrated[ship]);
    put_input(to, at++, 0.25 * ore[0]);
    put_input(to, at++, 0.25 * ore[1]);
    put_input(to, at++, 0.25 * state->penalties);
    put_input(to, at++, 0.125 * state->final_income);
    put_input(to, at++, state->after_income);
    put_input(to, at++, state->after_feast);
    for (int each = 0; each < n_extra; each++) put_input(to, at++, extra[each]);
    if (!state->with_cards) return;
    for (EACH_CARD(card, state->cards.hand)) put_input(to, F_HAND + card, 1);
    for (EACH_CARD(card, state->cards.played)) put_input(to, F_PLAYED + card, 1);
}

/* A hidden layer shared by all rounds, and linear terms of each round. */
struct Network {
    float linear[LONG_ROUNDS][N_INPUTS];
    float constant[LONG_ROUNDS];
    float first[N_INPUTS][HIDDEN];
    float bias[LONG_ROUNDS][HIDDEN];
    float last[LONG_ROUNDS][HIDDEN];
};

/* Eight numbers at a time; the sums are the same on every machine. */
typedef float Eight __attribute__((vector_size(32), aligned(4)));
enum { EIGHTS = HIDDEN / 8 };

#if defined(__x86_64__) && defined(__linux__)
#define WIDE __attribute__((target_clones("avx2", "default")))
#else
#define WIDE
#endif

WIDE static double learned(const Inputs *inputs, int round, const Network *network) {
    Eight hidden[EIGHTS];
    float found = network->constant[round];
    const float *linear = network->linear[round];
    memcpy(hidden, network->bias[round], sizeof hidden);
    for (int at = 0; at < inputs->n; at++) {
        float by = inputs->value[at];
        const Eight *weights = (const Eight *)network->first[inputs->input[at]];
        found += by * linear[inputs->input[at]];
        for (int unit = 0; unit < EIGHTS; unit++) hidden[unit] += weights[unit] * by;
    }
    const float *last = network->last[round];
    for (int unit = 0; unit < HIDDEN; unit++) {
        float active = ((const float *)hidden)[unit];
        found += (active > 0 ? active : 0) * last[unit];
    }
    return found;
}
