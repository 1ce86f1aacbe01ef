/* Whole games, and the functions that Python calls. */
#include <stdlib.h>

#include "digest.h"
#include "engine.h"

/* Of all that this library was built from, so that both sides agree. */
EXPORTED const char *engine_digest(void) { return DIGEST; }

EXPORTED void engine_start(void) {
    if (all_spots[B_HOME][I_SILVER].count) return;
    fill_lookups();
    list_all_spots();
}

/* Compute what follows from the covered cells and the round, after a state has come from outside. */
EXPORTED void engine_refresh(State *state) {
    count_later_vikings(state);
    for (int at = 0; at < state->n_boards; at++) refresh_board(&state->boards[at]);
    advance(state); /* a pause of the Python engine may have been left out */
}

/* Moves, outcomes, `engine_apply` and `engine_perft` take a state alone or the first one of a table: there they are those
   of the seat whose turn it is. */

EXPORTED int32_t engine_moves(const State *state, int32_t placing, Move *out) {
    state = sitting(state);
    if (!state->n_nodes || is_chance(state->stack[state->n_nodes - 1].kind)) return 0;
    int count = node_moves(state, &state->stack[state->n_nodes - 1], out);
    count += anytime_moves(state, out + count);
    return placing ? count + placing_moves(state, out + count) : count;
}

EXPORTED int32_t engine_outcomes(const State *state, Move *out) {
    state = sitting(state);
    if (!state->n_nodes || !is_chance(state->stack[state->n_nodes - 1].kind)) return 0;
    return outcomes_of(state, out);
}

EXPORTED void engine_apply(State *state, const Move *move) { make(sitting(state), move); }

/* Let chance happen up to the next decision. Returns the seed for the next time. */
EXPORTED uint64_t engine_draw(State *state, uint64_t seed) {
    while (state->n_nodes && is_chance(state->stack[state->n_nodes - 1].kind)) {
        Chance chance = {.seed = seed = mixed(seed)};
        Move outcome;
        draw(state, &chance, &outcome);
        apply(state, &outcome);
    }
    return seed;
}

EXPORTED double engine_evaluate(const State *state, const Policy *policy) { return evaluate(state, policy); }

EXPORTED void engine_score(const State *state, int32_t *sheet) { score(state, sheet); }

/* The moves of a decision that the greedy policy considers, its own first, and their values.
   At a turn all moves are listed; elsewhere only so many of those that differ in an item. */
EXPORTED int32_t engine_rank(const State *state, const Policy *policy, int32_t many, Move *out, double *values) {
    Player player = {.policy = policy};
    const Node *node = &state->stack[state->n_nodes - 1];
    if (!state->n_nodes || is_chance(node->kind)) return 0;
    Move moves[MOST_MOVES], first = greedy(state, &player);
    int count = node_moves(state, node, moves), found = 1;
    if (node->kind == K_TURN)
        count += anytime_moves(state, moves + count);
    else
        count = choices(state, node, &player, many, moves, count);
    out[0] = first;
    values[0] = 0;
    for (int at = 0; at < count; at++) {
        if (!memcmp(&moves[at], &first, sizeof first)) continue;
        out[found] = moves[at];
        values[found++] = node->kind == K_SERVE_FEAST || node->kind == K_FINAL_PLACING
                              ? 0
                              : value_of(state, &moves[at], &player);
    }
    return found;
}

/* A move and where it stood in a list; the best first, equal ones as they stood. */
typedef struct {
    double value;
    int at;
} Ranked;

static int by_rank(const void *a, const void *b) {
    const Ranked *one = a, *other = b;
    if (one->value != other->value) return one->value > other->value ? -1 : 1;
    return one->at - other->at;
}

/* What is seen of a game at a decision; the moves as `engine_rank` lists them, the best first. */
static int see(const State *state, const Policy *policy, Move *moves, float *inputs) {
    Move found[MOST_MOVES];
    double values[MOST_MOVES];
    Ranked order[MOST_MOVES];
    int count = state->n_nodes ? engine_rank(state, policy, MOST_MOVES, found, values) : 0;
    for (int at = 1; at < count; at++) order[at] = (Ranked){values[at], at};
    if (count > 2) qsort(order + 1, (size_t)count - 1, sizeof *order, by_rank);
    for (int at = 0; at < count; at++) moves[at] = found[at ? order[at].at : 0];
    write_inputs(state, policy, inputs);
    return count;
}

/* Make a move in each of some games by its number, and let chance happen up to the next decision.
   actions    numbers of moves; with -1 the game begins: only chance happens; others change nothing
   seeds      of the chance to come
   counts     legal moves of each game, MOST_MOVES rows each in `moves`
   inputs     N_INPUTS for each game */
EXPORTED void engine_step(State *states, const Policy *policy, int32_t many, const int64_t *actions,
                          uint64_t *seeds, int32_t *counts, Move *moves, float *inputs) {
    for (int game = 0; game < many; game++) {
        Move *own = moves + (size_t)game * MOST_MOVES;
        if (actions[game] < -1 || actions[game] >= counts[game]) continue;
        if (actions[game] >= 0) apply(&states[game], &own[actions[game]]);
        seeds[game] = engine_draw(&states[game], seeds[game]);
        int before = counts[game];
        counts[game] = see(&states[game], policy, own, inputs + (size_t)game * N_INPUTS);
        if (before > counts[game])
            memset(own + counts[game], 0, (size_t)(before - counts[game]) * sizeof(Move));
    }
}

/* Sequences of so many moves and outcomes of chance, with or without the ways to place tiles. */
EXPORTED uint64_t engine_perft(const State *state, int32_t depth, int32_t placing) {
    Move *moves = malloc((MOST_MOVES + MOST_PLACINGS) * sizeof(Move));
    if (!moves) abort();
    int count = engine_outcomes(state, moves);
    if (!count) count = engine_moves(state, placing, moves);
    uint64_t found = depth == 1 ? (uint64_t)count : 0;
    for (int at = 0; at < count && depth > 1; at++) {
        Table after;
        found += engine_perft(make(copy_game(&after, state), &moves[at]), depth - 1, placing);
    }
    free(moves);
    return found;
}

/* A random move: any legal one, tiles and ships included, but it seldom passes early. */
static Move random_move(const State *state, uint64_t *seed, Move *moves) {
    int count = node_moves(state, &state->stack[state->n_nodes - 1], moves);
    *seed = mixed(*seed);
    unsigned dice = *seed >> 32 & 1023;
    int kind = state->stack[state->n_nodes - 1].kind;
    if (dice < 300 || ((kind == K_FINAL_PLACING || (kind == K_TURN && count == 1)) && dice < 900)) {
        Move *more = moves + count;
        int others = dice < 40 || kind == K_FINAL_PLACING ? placing_moves(state, more)
                     : dice < 160                         ? anytime_moves(state, more)
                     : kind == K_TURN                     ? placing_moves(state, more)
                                                          : 0;
        if (others) return more[(*seed & 0xffffffff) * (uint64_t)others >> 32];
    }
    if (kind == K_TURN && count > 1 && dice < 1000) count--; /* passing is the last move */
    return moves[(*seed & 0xffffffff) * (uint64_t)count >> 32];
}

/* Play a game to its end.
   policy   of the greedy player; without it all moves are random
   noise    the share of moves that are random all the same
   tree     a search whose moves go before those of the player; NULL for none
   node     its node of the first turn
   log      moves and outcomes; may be NULL */
static void play_out(State *state, const Policy *policy, double noise, const Tree *tree, int32_t node,
                     Chance *chance, Move *log, int32_t most_logged, Playout *out) {
    static _Thread_local Move moves[MOST_MOVES + MOST_PLACINGS];
    Player player = {.policy = policy};
    int latest = state->round < 2 ? 2 : state->round;
    uint64_t seed = mixed(chance->seed);
    *out = (Playout){0};
    while (state->n_nodes) {
        Move move;
        int kind = state->stack[state->n_nodes - 1].kind;
        if (chance_decides(state)) {
            if (!draw(state, chance, &move)) {
                out->status = 1 + chance_kind(kind);
                return;
            }
        } else if (!policy || (noise > 0 && (seed = mixed(seed)) < noise * 0x1p64)) {
            move = random_move(state, &seed, moves);
        } else {
            if (state->round > latest && kind == K_TURN) {
                latest = state->round;
                out->forecasts[out->n_forecasts++] = evaluate(state, policy);
            }
            bool follows = tree && kind == K_TURN && state->vikings;
            bool extra = follows && best_extra(state, &player, evaluate(state, policy), &move);
            if (!extra && !(follows && searched_move(tree, state, &node, &move))) move = greedy(state, &player);
        }
        if (log) {
            if (out->n_logged == most_logged) {
                out->status = -1;
                return;
            }
            log[out->n_logged] = move;
        }
        out->n_logged++;
        apply(state, &move);
    }
    score(state, out->sheet);
}

static Chance given_chance(const double *const *given, const uint32_t *n_given, uint64_t seed) {
    Chance chance = {.seed = seed};
    for (int kind = 0; given && kind < N_CHANCES; kind++) {
        chance.given[kind] = given[kind];
        chance.n_given[kind] = n_given[kind];
    }
    return chance;
}

/* Play a state to its end with the numbers given for each kind of chance. */
EXPORTED void engine_play(const State *from, const Policy *policy, double noise, const double *const *given,
                          const uint32_t *n_given, uint64_t seed, Move *log,
                          int32_t most_logged, Playout *out) {
    State state;
    copy_state(&state, from);
    Chance chance = given_chance(given, n_given, seed);
    play_out(&state, policy, noise, NULL, NO_CHILD, &chance, log, most_logged, out);
}

/* Play a state to its end once for each of so many seeds; out gets the scores. */
EXPORTED void engine_play_many(const State *from, const Policy *policy, uint64_t first_seed, int32_t count,
                               int32_t *scores) {
    for (int at = 0; at < count; at++) {
        State state;
        Playout out;
        copy_state(&state, from);
        Chance chance = {.seed = first_seed + (uint64_t)at};
        play_out(&state, policy, 0, NULL, NO_CHILD, &chance, NULL, 0, &out);
        scores[at] = 0;
        for (int part = 0; part < N_SCORES; part++) scores[at] += out.sheet[part];
    }
}

/* Play the state after a move of a tree to its end, as the search would where it knows enough. */
EXPORTED void tree_play(const Tree *tree, int32_t number, const double *const *given, const uint32_t *n_given,
                        Move *log, int32_t most_logged, Playout *out) {
    State state;
    copy_state(&state, root_state(tree, number));
    Chance chance = given_chance(given, n_given, 0);
    const Edge *edge = edge_of(tree, &tree->nodes[0], number);
    play_out(&state, tree->policy, 0, tree, edge ? edge->child : NO_CHILD, &chance, log, most_logged, out);
}
