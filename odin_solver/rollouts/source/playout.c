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

/* Let chance happen up to the next decision; `log` gets what happened. Returns the seed for the next time. */
static uint64_t draw_more(State *state, uint64_t seed, Log *log) {
    while (state->n_nodes && is_chance(state->stack[state->n_nodes - 1].kind)) {
        Chance chance = {.seed = seed = mixed(seed)};
        Move outcome;
        draw(state, &chance, &outcome);
        note(log, &outcome);
        apply(state, &outcome);
    }
    return seed;
}

EXPORTED double engine_evaluate(const State *state, const Policy *policy) { return evaluate(state, policy); }

EXPORTED void engine_score(const State *state, int32_t *sheet) { score(state, sheet); }

/* What a move was found to be worth when the greedy one was chosen; `next` is where it is, if they come in order. */
static bool was_valued(const Valued *valued, const Move *move, int *next, double *value) {
    for (int tried = 0; tried < valued->count; tried++, ++*next) {
        if (*next >= valued->count) *next = 0;
        if (memcmp(&valued->moves[*next], move, sizeof *move)) continue;
        *value = valued->values[(*next)++];
        return true;
    }
    return false;
}

/* The moves of a decision that the greedy policy considers, its own first, then the best first. At a turn all moves
   are listed; elsewhere only so many of those that differ in an item. */
EXPORTED int32_t engine_rank(const State *state, const Policy *policy, int32_t many, Move *out) {
    Valued valued;
    valued.count = 0;
    Player player = {.policy = policy, .valued = &valued};
    const Node *node = &state->stack[state->n_nodes - 1];
    if (!state->n_nodes || is_chance(node->kind)) return 0;
    Move moves[MOST_MOVES];
    double values[MOST_MOVES];
    out[0] = greedy(state, &player);
    int count = node_moves(state, node, moves), found = 1, next = 0;
    if (node->kind == K_TURN)
        count += anytime_moves(state, moves + count);
    else
        count = choices(state, node, &player, many, moves, count);
    bool by_value = node->kind != K_SERVE_FEAST && node->kind != K_FINAL_PLACING;
    for (int each = 0; each < count; each++) {
        const Move *move = &moves[each];
        double value = 0;
        if (!memcmp(move, &out[0], sizeof *move)) continue;
        if (by_value && !was_valued(&valued, move, &next, &value)) value = value_of(state, move, &player);
        int at = found++;
        for (; at > 1 && values[at - 1] < value; at--) {
            out[at] = out[at - 1];
            values[at] = values[at - 1];
        }
        out[at] = *move;
        values[at] = value;
    }
    return found;
}

/* Make a move in each of some games by its number, and let chance happen up to the next decision.
   actions    numbers of moves; with -1 the game begins: only chance happens; others change nothing
   seeds      of the chance to come
   counts     legal moves of each game, MOST_MOVES rows each in `moves`
   masks      as many ones for each game, in MOST_MOVES bytes
   inputs     N_INPUTS for each game
   log        gets what happens in the first game */
EXPORTED void engine_step(State *states, const Policy *policy, int32_t many, const int64_t *actions,
                          uint64_t *seeds, int32_t *counts, Move *moves, uint8_t *masks, float *inputs, Log *log) {
    Log others;
    log->count = 0;
    for (int game = 0; game < many; game++) {
        State *state = &states[game];
        size_t first = (size_t)game * MOST_MOVES;
        int before = counts[game];
        if (actions[game] < -1 || actions[game] >= before) continue;
        others.count = 0;
        Log *own = game ? &others : log;
        if (actions[game] >= 0) {
            note(own, &moves[first + (size_t)actions[game]]);
            apply(state, &moves[first + (size_t)actions[game]]);
        }
        seeds[game] = draw_more(state, seeds[game], own);
        int count = counts[game] = engine_rank(state, policy, MOST_MOVES, moves + first);
        size_t last = first + (size_t)count;
        if (before > count) {
            memset(moves + last, 0, (size_t)(before - count) * sizeof *moves);
            memset(masks + last, 0, (size_t)(before - count));
        } else {
            memset(masks + first + before, 1, (size_t)(count - before));
        }
        write_inputs(state, policy, inputs + (size_t)game * N_INPUTS);
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
                     Chance *chance, Log *log, Playout *out) {
    static _Thread_local Move moves[MOST_MOVES + MOST_PLACINGS];
    Player player = {.policy = policy};
    int latest = state->round < 2 ? 2 : state->round;
    uint64_t seed = mixed(chance->seed);
    *out = (Playout){0};
    if (log) log->count = 0;
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
            if (log->count == LONGEST_LOG) {
                out->status = -1;
                return;
            }
            note(log, &move);
        }
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
                          const uint32_t *n_given, uint64_t seed, Log *log, Playout *out) {
    State state;
    copy_state(&state, from);
    Chance chance = given_chance(given, n_given, seed);
    play_out(&state, policy, noise, NULL, NO_CHILD, &chance, log, out);
}

/* Play a state to its end once for each of so many seeds; out gets the scores. */
EXPORTED void engine_play_many(const State *from, const Policy *policy, uint64_t first_seed, int32_t count,
                               int32_t *scores) {
    for (int at = 0; at < count; at++) {
        State state;
        Playout out;
        copy_state(&state, from);
        Chance chance = {.seed = first_seed + (uint64_t)at};
        play_out(&state, policy, 0, NULL, NO_CHILD, &chance, NULL, &out);
        scores[at] = 0;
        for (int part = 0; part < N_SCORES; part++) scores[at] += out.sheet[part];
    }
}

/* Play the state after a move of a tree to its end, as the search would where it knows enough. */
EXPORTED void tree_play(const Tree *tree, const State *from, int32_t number, const double *const *given,
                        const uint32_t *n_given, Log *log, Playout *out) {
    State state;
    copy_state(&state, from);
    Chance chance = given_chance(given, n_given, 0);
    const Edge *edge = edge_of(tree, &tree->nodes[0], number);
    play_out(&state, tree->policy, 0, tree, edge ? edge->child : NO_CHILD, &chance, log, out);
}
