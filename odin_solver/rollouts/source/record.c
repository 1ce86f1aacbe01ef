/* Games and layouts with noise. */
#include <math.h>

#include "engine.h"

enum { MOST_NOISY = 4, MOST_LAID = 64 };

/* A number about normally distributed: the sum of twelve uniform ones. */
static double normal(uint64_t *seed) {
    double sum = -6;
    for (int at = 0; at < 12; at++) sum += (double)((*seed = mixed(*seed)) >> 11) * 0x1p-53;
    return sum;
}

/* A factor about 1, by a standard deviation in powers of two. */
static double factor(double size, uint64_t *seed) { return exp2(size * normal(seed)); }

/* Lay tiles at the end of a turn as the greedy policy would with other weights. Returns the number of moves. */
EXPORTED int32_t engine_layout(State *state, const Policy *policy, uint64_t seed, Move *out) {
    static _Thread_local double noise[64 * WORDS];
    static _Thread_local Policy other;
    static _Thread_local Player player;
    memcpy(&other, policy, sizeof other);
    memset(&player, 0, sizeof player);
    player.policy = &other;
    player.noise = noise;
    double size = 0.05 * (double)(1 << seed % 3), keep = factor(0.7, &seed);
    other.hole *= factor(1, &seed);
    other.partial_bonus *= factor(0.5, &seed);
    other.next_income *= factor(0.5, &seed);
    for (int tile = 0; tile < N_TILES; tile++) other.keep[tile] *= keep * factor(0.5, &seed);
    for (int cell = 0; cell < 64 * WORDS; cell++) noise[cell] = size * normal(&seed);
    int count = 0;
    while (count < MOST_LAID && top(state)->kind == K_TURN && best_place(state, &player, &out[count]))
        apply(state, &out[count++]);
    return count;
}

/* The best move of a turn after noise is added to the values. */
static Move noisy_turn(const State *state, Player *player, double noise, uint64_t *seed) {
    Move moves[MOST_MOVES], best = {M_PASS};
    int count = turn_moves(state, moves);
    double highest = -1e300;
    for (int at = 0; at < count; at++) {
        double found = value_of(state, &moves[at], player) + noise * normal(seed);
        if (found <= highest) continue;
        highest = found;
        best = moves[at];
    }
    return best;
}

/* The most visited move of a turn in a tree search, and the mean of its values. */
static Move searched_turn(const State *state, const Policy *policy, uint64_t simulations, uint64_t seed, double *worth) {
    static _Thread_local State after[MOST_ROOT_MOVES];
    Move moves[MOST_MOVES];
    int count = turn_moves(state, moves), best_at = 0, passing = -1;
    if (count > MOST_ROOT_MOVES) count = MOST_ROOT_MOVES;
    *worth = evaluate(state, policy);
    if (count == 1) return moves[0];
    for (int at = 0; at < count; at++) {
        if (moves[at].kind == M_PASS) passing = at;
        copy_state(&after[at], state);
        apply(&after[at], &moves[at]);
    }
    Tree *tree = tree_begin(state, after, count, passing, -1, 0, policy, seed);
    if (!tree) return moves[0];
    tree_improve(tree, simulations);
    int32_t visits[MOST_ROOT_MOVES];
    double sums[MOST_ROOT_MOVES], squares[MOST_ROOT_MOVES];
    tree_read(tree, visits, sums, squares);
    for (int at = 0; at < count; at++) {
        int gap = visits[at] - visits[best_at];
        if (gap > 0 || (!gap && sums[at] > sums[best_at])) best_at = at;
    }
    tree_end(tree);
    if (visits[best_at]) *worth = sums[best_at] / visits[best_at];
    return moves[best_at];
}

/* Write all inputs of a state, zeros included. */
static void fill_row(const Inputs *inputs, float *row) {
    memset(row, 0, N_INPUTS * sizeof *row);
    for (int at = 0; at < inputs->n; at++) row[inputs->input[at]] += inputs->value[at];
}

static void write_inputs(const State *state, const Policy *policy, float *row) {
    Inputs found;
    evaluation(state, policy, &found);
    fill_row(&found, row);
}

/* Play games. In each, one to four turns in a row from a random one on have noise; the states of the turns
   after them become rows. Returns the number of rows.
   simulations  of a tree search at each turn; with 0 the turns are greedy
   turns     the noise begins at one of the first turns, so many; with 0 there is none
   inputs    N_INPUTS for each row
   rounds    the round of each row, from 0
   values    the evaluation without the network
   scores    the score of the game
   trace     0 to 1: how much of a target comes from the turns after it and the score, not from the worth
   targets   what the states are worth by the games: the worth that a search finds, or without one the
             evaluation a turn later, mixed with the target a turn later; at the end it is the score */
EXPORTED int32_t engine_record(const State *from, const Policy *policy, uint64_t first_seed, int32_t games,
                               uint64_t simulations, int32_t turns, double noise, int32_t most_rows, float *inputs, uint8_t *rounds,
                               float *values, float *scores, double trace, float *targets) {
    int32_t rows = 0;
    for (int game = 0; game < games; game++) {
        State state;
        copy_state(&state, from);
        Chance chance = {.seed = first_seed + (uint64_t)game};
        Player player = {.policy = policy};
        uint64_t seed = mixed(chance.seed + 77);
        int first = turns ? (int)((seed >> 33) % (unsigned)turns) : -MOST_NOISY;
        int last = first + 1 + (int)((seed >> 20) % MOST_NOISY), turn = 0;
        int32_t begun = rows;
        int seen_round = -1, seen_vikings = -1;
        double worth;
        while (state.n_nodes) {
            Move move;
            int kind = top(&state)->kind;
            if (is_chance(kind)) {
                draw(&state, &chance, &move);
                apply(&state, &move);
                continue;
            }
            bool fresh = kind == K_TURN && (seen_round != state.round || seen_vikings != state.vikings);
            if (fresh) {
                seen_round = state.round;
                seen_vikings = state.vikings;
                if (turn >= last && rows < most_rows) {
                    Inputs found;
                    worth = evaluate(&state, policy);
                    if (rows > begun && !simulations) targets[rows - 1] = (float)worth;
                    targets[rows] = (float)worth;
                    values[rows] = (float)evaluation(&state, policy, &found);
                    fill_row(&found, inputs + (int64_t)rows * N_INPUTS);
                    rounds[rows++] = (uint8_t)(state.round - 1);
                }
            }
            if (fresh && turn >= first && turn < last && state.vikings)
                move = noisy_turn(&state, &player, noise, &seed);
            else if (kind != K_TURN || !simulations || !state.vikings)
                move = greedy(&state, &player);
            else if (!best_extra(&state, &player, evaluate(&state, policy), &move)) {
                move = searched_turn(&state, policy, simulations, mixed(seed + (uint64_t)rows + turn), &worth);
                if (rows > begun) targets[rows - 1] = (float)worth;
            }
            turn += fresh;
            apply(&state, &move);
        }
        int total = total_score(&state);
        double target = total;
        if (rows > begun && !simulations) targets[rows - 1] = (float)total;
        for (int32_t row = rows - 1; row >= begun; row--) {
            scores[row] = (float)total;
            target = trace * target + (1 - trace) * targets[row];
            targets[row] = (float)target;
        }
    }
    return rows;
}
