/* Simulated annealing over whole games with all chance known.
   A neighbour of a game has another move at one decision; the rest follows the old game as far as that
   is legal, and greedy decides what it leaves open. */
#include <math.h>
#include <stdlib.h>

#include "engine.h"

enum { MOST_STEPS = 1024, MOST_STOPS = 160, N_CELLS = 64 * WORDS, N_MARKS = 2 * LONG_ROUNDS + 2 };

/* Of the steps at which a change may begin, the share that is taken: placements and choices of dice are
   many, and bring less. */
static const double PLACE_SHARE = 0.3, DICE_SHARE = 0.4, CHOICE_SHARE = 0.8;
static const double ALSO_PLACED = 0.2; /* share of the changes after which tiles are placed anew, too */
static const double TEMPTATION = 3;    /* deviation of the values of turns that greedy might like, in points */
static const double HOPELESS = 8;      /* points that an evaluation may be lower than in the old game */

/* Changes at a turn, in percent. */
enum { PLACE = 8, BORROW = 14, ANOTHER = 21, LATER_FIRST = 26, LEAVE_OUT = 9, SHIP = 13 };

/* A move of a game, or an outcome of chance, and where it was made. */
typedef struct {
    Move move;
    uint8_t kind, round, vikings; /* the node, and the Vikings left */
    uint8_t detail;               /* the result of dice, or food that is not served, plus one */
} Step;

/* What is not placed when a round's tiles are, and the number of boards. */
typedef struct {
    uint16_t supply[N_TILES];
    uint8_t n_boards;
} Leftover;

/* A game from some step on. At stops the whole state is kept. */
typedef struct {
    Step steps[MOST_STEPS];
    Standing stops[MOST_STOPS];
    int16_t stop_at[MOST_STOPS]; /* their steps */
    int count, n_stops, score;
    double marks[N_MARKS];          /* evaluations when turns begin and end */
    int mark;                       /* the latest one */
    Leftover left[LONG_ROUNDS + 2]; /* of each round, then of the last placements */
} Course;

/* How a neighbour is played. */
typedef struct {
    const Step *steps;   /* the moves to follow */
    int count, at;
    int over;            /* round whose turns are all made */
    int replaced, share; /* round whose tiles are placed anew, and how many of 256 of them */
    int feast, unserved; /* round with another feast, and what is not served there, plus one */
    bool missed;         /* whether a turn of the plan was not legal since the last pass */
    bool misplaced;      /* whether a tile could not be placed as planned */
    bool at_once;        /* greedy makes up at once for a turn that is not legal */
} Plan;

typedef struct {
    Beam *beam;
    const Policy *policy;
    uint64_t random;
    Player player, placer;
    Policy placing; /* of the placer: other weights */
    double noise[N_CELLS];
    Course now, other;
    Step edited[2 * MOST_STEPS];
    Plan plan;
} Annealer;

/* --- chance of the search --- */

static uint32_t below(Annealer *by, uint32_t many) {
    return (uint32_t)((mixed(by->random++) >> 32) * many >> 32);
}

static double uniform(Annealer *by) { return (double)(mixed(by->random++) >> 11) * 0x1p-53; }

static double deviate(Annealer *by) { /* about normally distributed */
    return (uniform(by) + uniform(by) + uniform(by) + uniform(by) - 2) * 1.7320508;
}

/* --- courses --- */

static bool is_stop(const State *state, int kind) {
    return (kind == K_TURN && state->space == NONE) || kind == K_FINAL_PLACING;
}

static Leftover *left_in(Course *course, const State *state) {
    return &course->left[state->final_placing ? LONG_ROUNDS + 1 : state->round];
}

/* Whether greedy is asked for more tiles to place: there are some, or boards, that were not there when
   those of the old game were placed, or spots are not free. */
static bool more_to_place(Annealer *by, const State *state) {
    const Leftover *left = left_in(&by->now, state);
    if (by->plan.misplaced || state->n_boards > left->n_boards) return true;
    for (uint64_t present = state->present & ((1ull << N_TILES) - 1); present; present &= present - 1) {
        int tile = __builtin_ctzll(present);
        if (has(state, tile) > left->supply[tile] && is_placeable(tile)) return true;
    }
    return false;
}

/* A number for the turns of a round, and the next one for what follows them. */
static int mark_of(const Step *step) {
    bool over = step->kind == K_TURN ? step->move.kind == M_PLACE || step->move.kind == M_PASS
                                     : step->kind > K_TURN && step->kind <= K_FINAL_PLACING;
    return 2 * step->round + over;
}

/* Write a step down before it is made; false if there is no room, or if the evaluation is much lower than that
   of the old game at the same mark. */
static bool write_step(Annealer *by, Course *course, const Standing *before, const Move *move, int unserved) {
    const State *state = &before->state;
    const Node *node = &state->stack[state->n_nodes - 1];
    if (course->count == MOST_STEPS) return false;
    if (is_stop(state, node->kind) && move->kind != M_PLACE && course->n_stops < MOST_STOPS) {
        course->stop_at[course->n_stops] = (int16_t)course->count;
        copy_standing(&course->stops[course->n_stops++], before);
    }
    if (move->kind == M_PASS || move->kind == M_FINISH) {
        Leftover *left = left_in(course, state);
        memcpy(left->supply, state->supply, sizeof left->supply);
        left->n_boards = state->n_boards;
    }
    Step *step = &course->steps[course->count++];
    *step = (Step){*move, node->kind, state->round, state->vikings,
                   (uint8_t)(node->kind == K_DICE_ACTION ? node->more[1] : unserved)};
    int mark = mark_of(step);
    if (node->kind != K_TURN || mark <= course->mark) return true;
    course->mark = mark;
    course->marks[mark] = evaluate(state, by->policy);
    return course == &by->now || course->marks[mark] >= by->now.marks[mark] - HOPELESS;
}

/* Replace the end of a course by that of another one. */
static void take_end(Course *to, const Course *from, int first) {
    int kept = 0, round = to->steps[first].round, mark = mark_of(&to->steps[first]) + 1;
    while (kept < to->n_stops && to->stop_at[kept] < first) kept++;
    to->n_stops = kept;
    for (int at = 0; at < from->n_stops; at++) {
        to->stop_at[to->n_stops] = from->stop_at[at];
        copy_standing(&to->stops[to->n_stops++], &from->stops[at]);
    }
    memcpy(to->steps + first, from->steps + first, (size_t)(from->count - first) * sizeof(Step));
    memcpy(to->left + round, from->left + round, (size_t)(LONG_ROUNDS + 2 - round) * sizeof *to->left);
    memcpy(to->marks + mark, from->marks + mark, (size_t)(N_MARKS - mark) * sizeof *to->marks);
    to->count = from->count;
    to->score = from->score;
}

/* The state before a step. */
static void stand_at(const Annealer *by, int step, Standing *out) {
    const Course *course = &by->now;
    int stop = course->n_stops - 1, at = 0;
    while (stop >= 0 && course->stop_at[stop] > step) stop--;
    copy_standing(out, stop < 0 ? &by->beam->root : &course->stops[stop]);
    if (stop >= 0) at = course->stop_at[stop];
    for (; at < step; at++) {
        Move move = course->steps[at].move;
        if (is_chance(top(&out->state)->kind)) draw(&out->state, &out->chance, &move);
        apply(&out->state, &move);
    }
}

/* --- following a plan --- */

static bool is_among(const Move *move, const Move *moves, int count) {
    for (int at = 0; at < count; at++)
        if (!memcmp(move, &moves[at], sizeof *move)) return true;
    return false;
}

/* The placement of a plan in this state, where boards may have other numbers; false if it is not legal. */
static bool place_again(const State *state, const Move *planned, Move *out) {
    int tile = planned->a, spot = planned->more[2] | planned->more[3] << 8, left = planned->more[5];
    if (!has(state, tile)) return false;
    for (int at = 0; at < state->n_boards; at++) {
        const Board *board = &state->boards[at];
        if (board->id != planned->more[4] || left--) continue;
        const Spot *where = &all_spots[board->id][tile].spot[spot];
        if (!is_legal(board, kept_apart(tile, &BOARDS[board->id]), where)) return false;
        *out = place_move(state, tile, at, spot);
        return true;
    }
    return false;
}

/* The next turn, ship or ore of the plan in this round; false at its end. */
static bool planned_turn(Plan *plan, const State *state, Move *out) {
    Move moves[MOST_MOVES];
    for (; plan->at < plan->count && plan->steps[plan->at].round <= state->round; plan->at++) {
        const Step *step = &plan->steps[plan->at];
        if (step->round < state->round || step->kind != K_TURN) continue;
        int kind = step->move.kind;
        if (kind == M_PLACE || kind == M_PASS) return false;
        bool legal = kind == M_USE ? may_use(state, step->move.a)
                                   : is_among(&step->move, moves, anytime_moves(state, moves));
        if (!legal) {
            plan->missed = true;
            if (kind != M_USE || !plan->at_once) continue;
            plan->at++;
            return false;
        }
        *out = step->move;
        plan->at++;
        return true;
    }
    return false;
}

/* The next tile of the plan, then those that greedy finds; false if there is none. */
static bool planned_place(Annealer *by, const State *state, int kind, Move *out) {
    Plan *plan = &by->plan;
    bool anew = plan->replaced == state->round;
    for (; plan->at < plan->count && plan->steps[plan->at].round <= state->round; plan->at++) {
        const Step *step = &plan->steps[plan->at];
        if (step->round < state->round || step->kind != kind) continue;
        if (step->move.kind == M_PASS || step->move.kind == M_FINISH) break;
        if (step->move.kind != M_PLACE || (anew && (int)below(by, 256) < plan->share)) continue;
        if (place_again(state, &step->move, out)) {
            plan->at++;
            return true;
        }
        plan->misplaced = true;
    }
    if (!anew && !more_to_place(by, state)) return false;
    return best_place(state, anew ? &by->placer : &by->player, out);
}

/* A turn by greedy, if it uses a space or a ship. */
static bool greedy_turn(Annealer *by, const State *state, Move *out) {
    double now = evaluate(state, by->policy);
    if (best_extra(state, &by->player, now, out)) return true;
    *out = best_turn(state, &by->player, now);
    return out->kind == M_USE;
}

/* The move of a turn. */
static Move next_of_turn(Annealer *by, const State *state) {
    Plan *plan = &by->plan;
    Move move;
    if (plan->over != state->round) {
        if (planned_turn(plan, state, &move)) return move;
        bool ended = plan->at < plan->count && plan->steps[plan->at].round == state->round;
        int spare = ended && !plan->missed ? plan->steps[plan->at].vikings : 0;
        if (state->vikings > spare && greedy_turn(by, state, &move)) return move;
        plan->over = state->round;
    }
    if (planned_place(by, state, K_TURN, &move)) return move;
    plan->missed = plan->misplaced = false;
    return (Move){M_PASS};
}

/* The best decision of a dice action with the rolls to come; chance is used up. */
static double known_dice(Annealer *by, const State *state, Chance *chance, Move *out) {
    Move moves[MOST_MOVES], later;
    const Node *node = &state->stack[state->n_nodes - 1];
    int count = choices(state, node, &by->player, MANY, moves, node_moves(state, node, moves));
    double highest = -1e300;
    for (int at = 0; at < count; at++) {
        double found;
        if (moves[at].kind == M_REROLL) {
            State after;
            Move roll;
            copy_state(&after, state);
            apply(&after, &moves[at]);
            if (!draw(&after, chance, &roll)) continue;
            apply(&after, &roll);
            found = top(&after)->kind == K_DICE_ACTION ? known_dice(by, &after, chance, &later)
                                                       : value(&after, &by->player);
        } else {
            found = value_of(state, &moves[at], &by->player);
        }
        if (found <= highest) continue;
        highest = found;
        *out = moves[at];
    }
    return highest;
}

/* The move of a decision within an action. */
static Move next_of_action(Annealer *by, const State *state, const Chance *chance) {
    const Node *node = &state->stack[state->n_nodes - 1];
    Plan *plan = &by->plan;
    Move moves[MOST_MOVES];
    int count = node_moves(state, node, moves);
    for (int at = plan->at; at < plan->count && plan->steps[at].kind != K_TURN; at++) {
        const Step *step = &plan->steps[at];
        if (step->kind != node->kind) continue;
        if (node->kind == K_DICE_ACTION && step->detail != node->more[1]) continue;
        if (!is_among(&step->move, moves, count)) continue;
        plan->at = at + 1;
        return step->move;
    }
    if (node->kind != K_DICE_ACTION) return greedy(state, &by->player);
    Chance after = *chance;
    Move move;
    known_dice(by, state, &after, &move);
    return move;
}

/* Food that the plan does not serve in this round, plus one; 0 for the best feast. */
static int planned_unserved(const Plan *plan, const State *state) {
    if (plan->feast == state->round) return plan->unserved;
    for (int at = plan->at; at < plan->count && plan->steps[at].round <= state->round; at++) {
        const Step *step = &plan->steps[at];
        if (step->kind == K_SERVE_FEAST && step->round == state->round) return step->detail;
    }
    return 0;
}

/* Play to the end, or give the neighbour up: then false. */
static bool follow(Annealer *by, Standing *at) {
    Course *course = &by->other;
    State *state = &at->state;
    while (state->n_nodes) {
        Node *node = top(state);
        Move move;
        int unserved = 0;
        if (is_chance(node->kind)) {
            if (!draw(state, &at->chance, &move)) return false;
        } else if (node->kind == K_TURN) {
            move = next_of_turn(by, state);
        } else if (node->kind == K_FINAL_PLACING) {
            if (!planned_place(by, state, K_FINAL_PLACING, &move)) move = (Move){M_FINISH};
        } else if (node->kind == K_SERVE_FEAST) {
            int loss;
            unserved = planned_unserved(&by->plan, state);
            move = unserved ? feast_of(state, unserved - 1, 0, &loss) : best_feast(state);
        } else {
            move = next_of_action(by, state, &at->chance);
        }
        if (!write_step(by, course, at, &move, unserved)) return false;
        apply(state, &move);
    }
    course->score = total_score(state);
    return true;
}

/* --- neighbours --- */

/* Place all tiles of a round anew, or some, with other weights. */
static void place_otherwise(Annealer *by, int round) {
    const Policy *from = by->policy;
    Policy *to = &by->placing;
    to->hole = from->hole * exp2(deviate(by));
    to->partial_bonus = from->partial_bonus * exp2(0.7 * deviate(by));
    to->next_income = from->next_income * exp2(0.5 * deviate(by));
    double keep = exp2(0.7 * deviate(by)), size = 0.3 * uniform(by);
    for (int tile = 0; tile < N_TILES; tile++) {
        double each = keep * exp2(0.5 * deviate(by));
        to->keep[tile] = from->keep[tile] * each;
        to->keep_finally[tile] = from->keep_finally[tile];
    }
    for (int cell = 0; cell < N_CELLS; cell++) by->noise[cell] = size * deviate(by);
    memset(by->placer.best_on, 0, sizeof by->placer.best_on);
    by->plan.replaced = round;
    by->plan.share = below(by, 2) ? 256 : (int)below(by, 128) + 16;
}

/* The step at which the block of a turn ends that begins with this one. */
static int end_of_block(const Course *course, int from) {
    int at = from + 1;
    while (at < course->count && course->steps[at].kind != K_TURN) at++;
    return at;
}

/* Move a block of steps to an earlier place; the plan follows from there. */
static void move_block(Annealer *by, int to, int from) {
    const Course *now = &by->now;
    int end = end_of_block(now, from), size = end - from;
    memcpy(by->edited + to, now->steps + from, (size_t)size * sizeof(Step));
    memcpy(by->edited + to + size, now->steps + to, (size_t)(from - to) * sizeof(Step));
    memcpy(by->edited + end, now->steps + end, (size_t)(now->count - end) * sizeof(Step));
    by->plan.steps = by->edited;
}

/* Put a block of another round before a step of the plan, perhaps instead of the turn there. */
static void borrow_block(Annealer *by, int to, int from, bool instead) {
    const Course *now = &by->now;
    int size = end_of_block(now, from) - from, rest = instead ? end_of_block(now, to) : to;
    memcpy(by->edited + to, now->steps + from, (size_t)size * sizeof(Step));
    by->edited[to].round = now->steps[to].round;
    memcpy(by->edited + to + size, now->steps + rest, (size_t)(now->count - rest) * sizeof(Step));
    by->plan.steps = by->edited;
    by->plan.count = now->count + to + size - rest;
}

/* A random turn of another round; -1 if there is none. */
static int foreign_turn(Annealer *by, int step) {
    const Course *now = &by->now;
    for (int tries = 0; tries < 64; tries++) {
        int at = (int)below(by, (uint32_t)now->count);
        const Step *found = &now->steps[at];
        if (found->kind == K_TURN && found->move.kind == M_USE && found->round != now->steps[step].round) return at;
    }
    return -1;
}

/* A random turn of the plan in the round of a step, after it; -1 if there is none. */
static int later_turn(Annealer *by, int step) {
    const Course *now = &by->now;
    int found[64], count = 0;
    for (int at = step + 1; at < now->count && now->steps[at].round == now->steps[step].round && count < 64; at++)
        if (now->steps[at].kind == K_TURN && now->steps[at].move.kind == M_USE) found[count++] = at;
    return count ? found[below(by, (uint32_t)count)] : -1;
}

static double share_of(const Step *step) {
    if (is_chance(step->kind) || step->kind == K_LAST_INCOME) return 0;
    if (step->move.kind == M_PLACE) return PLACE_SHARE;
    if (step->kind == K_TURN) return 1;
    return step->kind == K_DICE_ACTION || step->kind == K_UPGRADE ? DICE_SHARE : CHOICE_SHARE;
}

/* A random step at which to change the game. */
static int choose_step(Annealer *by) {
    int step;
    do
        step = (int)below(by, (uint32_t)by->now.count);
    while (uniform(by) >= share_of(&by->now.steps[step]));
    return step;
}

/* A turn that greedy might like. */
static Move tempting_turn(Annealer *by, const State *state, const Move *made) {
    Move moves[MOST_MOVES], best = {M_PASS};
    double highest = -1e300;
    int count = turn_moves(state, moves);
    for (int at = 0; at + 1 < count; at++) {
        if (!memcmp(&moves[at], made, sizeof *made)) continue;
        double found = value_of(state, &moves[at], &by->player) + TEMPTATION * deviate(by);
        if (found <= highest) continue;
        highest = found;
        best = moves[at];
    }
    return best;
}

/* Another random move than the one made. */
static bool other_move(Annealer *by, const Move *made, const Move *moves, int count, Move *out) {
    if (count < 2) return false;
    *out = moves[below(by, (uint32_t)count)];
    return memcmp(out, made, sizeof *out);
}

/* Whether a share of the changes is meant; what is left of the dice is for the others. */
static bool falls_on(int *dice, int share) { return (*dice -= share) < 0; }

/* Choose the change at a turn; false if there is none. Sets the plan, and perhaps a move to begin with. */
static bool change_turn(Annealer *by, const State *state, int step, Move *move, bool *begins) {
    Move moves[MOST_MOVES];
    const Move *made = &by->now.steps[step].move;
    int dice = (int)below(by, 100), other = 0;
    if (made->kind == M_PLACE || made->kind == M_PASS || falls_on(&dice, PLACE)) {
        place_otherwise(by, state->round);
        return true;
    }
    if (falls_on(&dice, BORROW)) {
        other = foreign_turn(by, step);
        if (other >= 0) borrow_block(by, step, other, below(by, 2));
        return other >= 0;
    }
    if (falls_on(&dice, LATER_FIRST)) {
        other = later_turn(by, step);
        if (other >= 0) move_block(by, step, other);
        return other >= 0;
    }
    if (falls_on(&dice, LEAVE_OUT)) {
        by->plan.at++;
        return true;
    }
    *begins = true;
    if (falls_on(&dice, SHIP)) {
        int count = anytime_moves(state, moves);
        if (count) *move = moves[below(by, (uint32_t)count)];
        return count;
    }
    if (falls_on(&dice, ANOTHER)) {
        if (below(by, 2)) by->plan.at++; /* instead of the old one */
        *move = tempting_turn(by, state, made);
        return move->kind == M_USE;
    }
    *move = *made; /* with other choices */
    by->plan.at = end_of_block(&by->now, step);
    return true;
}

/* Leave a dish out, or serve the best feast again. */
static bool change_feast(Annealer *by, const Step *made) {
    const Move *feast = &made->move;
    int dish = feast->a ? feast->more[below(by, feast->a)] : NONE;
    by->plan.feast = made->round;
    by->plan.unserved = made->detail || dish == NONE ? 0 : (dish & 127) + 1;
    return made->detail || by->plan.unserved;
}

/* Choose the change at a step; false if there is none. */
static bool change(Annealer *by, const State *state, int step, Move *move, bool *begins) {
    Move moves[MOST_MOVES];
    const Step *made = &by->now.steps[step];
    by->plan = (Plan){.steps = by->now.steps, .count = by->now.count, .at = step, .at_once = below(by, 2)};
    *begins = false;
    switch (made->kind) {
    case K_TURN: return change_turn(by, state, step, move, begins);
    case K_FINAL_PLACING:
        place_otherwise(by, state->round);
        return true;
    case K_SERVE_FEAST: return change_feast(by, made);
    default:
        by->plan.at++;
        *begins = true;
        return other_move(by, &made->move, moves, node_moves(state, &state->stack[state->n_nodes - 1], moves), move);
    }
}

/* Try a neighbour; returns whether there was one. Its steps from first on are in by->other. */
static bool try_neighbour(Annealer *by, int first) {
    static _Thread_local Standing at;
    Move move;
    bool begins;
    stand_at(by, first, &at);
    if (!change(by, &at.state, first, &move, &begins)) return false;
    if (!by->plan.replaced && uniform(by) < ALSO_PLACED) place_otherwise(by, at.state.round + (int)below(by, 2));
    by->player.round = 0;
    memset(by->player.best_on, 0, sizeof by->player.best_on);
    by->other.mark = mark_of(&by->now.steps[first]);
    by->other.count = first;
    by->other.n_stops = 0;
    if (begins) {
        if (!write_step(by, &by->other, &at, &move, 0)) return false;
        apply(&at.state, &move);
    }
    return follow(by, &at);
}

/* The game that is changed, and its score sheet. */
EXPORTED void anneal_now(const Annealer *by, int32_t *sheet, Log *log) {
    Standing at;
    stand_at(by, by->now.count, &at);
    score(&at.state, sheet);
    log->count = 0;
    for (int step = 0; step < by->now.count; step++) note(log, &by->now.steps[step].move);
}

static void keep_best(Annealer *by) {
    if (by->now.score <= by->beam->best_score) return;
    by->beam->best_score = by->now.score;
    anneal_now(by, by->beam->sheet, &by->beam->best);
}

/* Begin with the best game of a beam search. */
EXPORTED Annealer *anneal_begin(Beam *beam, const Policy *policy, uint64_t seed) {
    Annealer *by = calloc(1, sizeof *by);
    if (!by) return NULL;
    by->beam = beam;
    by->policy = policy;
    by->placing = *policy;
    by->random = mixed(seed);
    by->player = (Player){.policy = policy, .hurried = true};
    by->placer = (Player){.policy = &by->placing, .hurried = true, .noise = by->noise};
    Standing at;
    copy_standing(&at, &beam->root);
    for (int step = 0; step < beam->best.count; step++) {
        Move move = beam->best.moves[step];
        if (is_chance(top(&at.state)->kind)) draw(&at.state, &at.chance, &move);
        if (!write_step(by, &by->now, &at, &move, 0)) break;
        apply(&at.state, &move);
    }
    by->now.score = beam->best_score;
    return by;
}

EXPORTED void anneal_end(Annealer *by) { free(by); }

/* Try so many neighbours, or for so many seconds, at a temperature; returns how many. */
EXPORTED uint64_t anneal(Annealer *by, double temperature, uint64_t steps, double seconds) {
    double began = clock_now();
    uint64_t tried = 0;
    if (!by->now.count) return 0;
    for (; tried < steps; tried++) {
        if (tried % 16 == 15 && clock_now() - began > seconds) break;
        int first = choose_step(by);
        if (!try_neighbour(by, first)) continue;
        by->beam->games++;
        int loss = by->now.score - by->other.score;
        if (loss > 0 && uniform(by) >= exp(-loss / temperature)) continue;
        take_end(&by->now, &by->other, first);
        keep_best(by);
    }
    return tried;
}
