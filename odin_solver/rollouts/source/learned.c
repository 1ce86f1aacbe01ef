/* A learned correction of the evaluation: a small network over features of a state. The names of its inputs
   are in odin_solver/rollouts/tables.py. */
#include "engine.h"

typedef struct {
    int n, steady;
    float value[N_INPUTS];
    uint16_t input[N_INPUTS];
} Inputs;

static inline int put_input(Inputs *to, int n, int input, float value) {
    to->input[n] = (uint16_t)input;
    to->value[n] = value;
    return n + (value != 0);
}

/* List the inputs. One may be listed twice, for buildings of a kind: its values are added. Those that most
   moves of a turn leave as they are come first. */
static void list_inputs(const State *state, const double *extra, int n_extra, Inputs *to) {
    int n = 0;
    /* The networks know of games of one, where the player's own Vikings block a space. */
    for (uint64_t left = state->players > 1 ? 0 : state->blocked; left; left &= left - 1)
        n = put_input(to, n, F_BLOCKED + __builtin_ctzll(left), 1);
    for (int at = 0; at < state->n_boards; at++) {
        const Board *board = &state->boards[at];
        int first = F_BOARDS + 5 * board->id;
        n = put_input(to, n, first, 1);
        n = put_input(to, n, first + 1, 0.125f * board->income);
        n = put_input(to, n, first + 2, 0.0625f * board->missing);
        n = put_input(to, n, first + 3, 0.25f * board->gives);
        n = put_input(to, n, first + 4, 0.25f * (board->open_slots[0] + board->open_slots[1]));
    }
    for (int at = 0; at < state->n_exploration; at++) {
        int first = F_EXPLORATION + 2 * state->exploration[at].board;
        n = put_input(to, n, first, 1);
        n = put_input(to, n, first + 1, 0.25f * state->exploration[at].silver);
    }
    n = put_input(to, n, F_SPECIALS, 0.1f * __builtin_popcountll(state->specials));
    int on_strips[4] = {0};
    for (int at = 0; at < state->n_strips; at++)
        for (int kind = 0; kind < 4; kind++)
            on_strips[kind] += strip_left[state->strips[at].strip][state->strips[at].taken][kind];
    for (int kind = 0; kind < 4; kind++) n = put_input(to, n, F_STRIPS + kind, 0.125f * on_strips[kind]);
    n = put_input(to, n, F_STRIPS + 4, 0.25f * state->n_strips);
    to->steady = n;
    for (uint64_t left = state->present; left; left &= left - 1) {
        int item = __builtin_ctzll(left);
        n = put_input(to, n, F_ITEMS + item, state->supply[item] * (item == I_SILVER ? 0.1f : 0.25f));
    }
    for (uint64_t left = state->placed; left; left &= left - 1)
        n = put_input(to, n, F_PLACED + __builtin_ctzll(left), 1);
    int ore[2] = {0};
    for (int at = 0; at < state->n_boats; at++) ore[0] += state->boats[at];
    for (int at = 0; at < state->n_longships; at++) ore[1] += state->longships[at];
    int at = F_OTHER;
    n = put_input(to, n, at++, 0.125f * state->vikings);
    n = put_input(to, n, at++, 0.25f * state->n_boats);
    n = put_input(to, n, at++, 0.5f * state->knarrs);
    n = put_input(to, n, at++, 0.5f * state->n_longships);
    for (int ship = 0; ship < N_SHIPS; ship++) n = put_input(to, n, at++, 0.5f * state->emigrated[ship]);
    n = put_input(to, n, at++, 0.25f * ore[0]);
    n = put_input(to, n, at++, 0.25f * ore[1]);
    n = put_input(to, n, at++, 0.25f * state->penalties);
    n = put_input(to, n, at++, 0.125f * state->final_income);
    n = put_input(to, n, at++, state->after_income);
    n = put_input(to, n, at++, state->after_feast);
    for (int each = 0; each < n_extra; each++) n = put_input(to, n, at++, (float)extra[each]);
    if (state->with_cards) {
        for (EACH_CARD(card, state->cards.hand)) n = put_input(to, n, F_HAND + card, 1);
        for (EACH_CARD(card, state->cards.played)) n = put_input(to, n, F_PLAYED + card, 1);
    }
    to->n = n;
}

/* Eight numbers at a time; the sums are the same on every machine. */
typedef float Eight __attribute__((vector_size(32), aligned(4)));
enum { EIGHTS = HIDDEN / 8, MOST_STEADY = 96 };

#if defined(__x86_64__) && defined(__linux__)
#define WIDE __attribute__((target_clones("avx2", "default")))
#else
#define WIDE
#endif

static inline void add_inputs(const Inputs *inputs, int from, int to, int round, const Network *network,
                              Eight *hidden, float *found) {
    const float *linear = network->linear[round];
    for (int at = from; at < to; at++) {
        float by = inputs->value[at];
        const Eight *weights = (const Eight *)network->first[inputs->input[at]];
        *found += by * linear[inputs->input[at]];
        for (int unit = 0; unit < EIGHTS; unit++) hidden[unit] += weights[unit] * by;
    }
}

WIDE static double learned(const Inputs *inputs, int round, const Network *network) {
    /* The sums of the steady inputs are kept from one evaluation to the next. A network is known by its address:
       it must not change. */
    static _Thread_local struct {
        Eight hidden[EIGHTS];
        float found;
        const Network *network;
        int round, steady;
        uint16_t input[MOST_STEADY];
        float value[MOST_STEADY];
    } kept;
    int steady = least(inputs->steady, MOST_STEADY);
    size_t of_inputs = (size_t)steady * sizeof *kept.input, of_values = (size_t)steady * sizeof *kept.value;
    if (kept.network != network || kept.round != round || kept.steady != steady
        || memcmp(kept.value, inputs->value, of_values) || memcmp(kept.input, inputs->input, of_inputs)) {
        kept.network = network;
        kept.round = round;
        kept.steady = steady;
        memcpy(kept.input, inputs->input, of_inputs);
        memcpy(kept.value, inputs->value, of_values);
        memcpy(kept.hidden, network->bias[round], sizeof kept.hidden);
        kept.found = network->constant[round];
        add_inputs(inputs, 0, steady, round, network, kept.hidden, &kept.found);
    }
    Eight hidden[EIGHTS];
    float found = kept.found;
    memcpy(hidden, kept.hidden, sizeof hidden);
    add_inputs(inputs, steady, inputs->n, round, network, hidden, &found);
    const float *last = network->last[round];
    for (int unit = 0; unit < HIDDEN; unit++) {
        float active = ((const float *)hidden)[unit];
        found += (active > 0 ? active : 0) * last[unit];
    }
    return found;
}
