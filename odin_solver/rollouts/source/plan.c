/* Plans: for each round left the spaces to use, in order; greedy decides what a plan leaves open. */
#include "engine.h"

enum { MOST_STEPS = 14, NOTHING = -1000 };

/* Only the rounds from that of the position on count. */
typedef struct {
    uint8_t counts[LONG_ROUNDS];
    uint8_t policies[LONG_ROUNDS]; /* who fills what the plan leaves open */
    uint8_t steps[LONG_ROUNDS][MOST_STEPS]; /* spaces */
} Plan;

/* Where a game stands, and what its player knows. */
typedef struct {
    State state;
    Chance chance;
    Player player;
} Standing;

/* A game that follows a plan.
   status     0: played to its end; 1 + kind: the numbers given for a kind of chance were used up;
              -1: the log is full
   made       the plan of what was done in it
   first      its first move
   standings  at the first turn of each round after the one in which it began
   log        moves and outcomes of chance, if there is room for any */
typedef struct {
    int status, score;
    Plan made;
    Move first;
    State end;
    Standing standings[LONG_ROUNDS];
    Move *log;
    int n_logged, most_logged;
} Followed;

static void stand(Standing *at, const State *state) {
    copy_state(&at->state, state);
    at->chance = (Chance){0};
    memset(&at->player, 0, sizeof at->player);
    at->player.hurried = true;
}

static void copy_standing(Standing *to, const Standing *from) {
    copy_state(&to->state, &from->state);
    to->chance = from->chance;
    memcpy(&to->player, &from->player, offsetof(Player, best_on));
    memcpy(to->player.best_on, from->player.best_on, from->state.n_boards * sizeof *from->player.best_on);
}

static bool may_use(const State *state, int space) {
    return !((state->placed | state->blocked) >> space & 1) && vikings_needed(state, space) <= state->vikings
           && can_be_entered(state, space);
}

/* The number, from 0, of the round under way, or of the first one before it. */
static int round_index(const State *state) { return state->round ? state->round - 1 : 0; }

static int total_score(const State *state) {
    int32_t sheet[N_SCORES];
    int total = 0;
    score(state, sheet);
    for (int part = 0; part < N_SCORES; part++) total += sheet[part];
    return total;
}

/* The number of a step that is possible now, the first one; -1 if there is none. */
static int next_step(const State *state, const Plan *plan, unsigned used) {
    int at = state->round - 1;
    for (int step = 0; step < plan->counts[at]; step++)
        if (!(used >> step & 1) && may_use(state, plan->steps[at][step])) return step;
    return -1;
}

/* Play a game to its end by a plan. */
static void follow(const Standing *from, const Plan *plan, const Policy *policies, Followed *out) {
    static _Thread_local Standing now;
    copy_standing(&now, from);
    State *state = &now.state;
    Player *player = &now.player;
    for (int at = state->n_boards; at < MOST_BOARDS; at++)
        memset(player->best_on[at], 0, sizeof player->best_on[at]);
    Plan *made = &out->made;
    *made = *plan;
    memset(&made->counts[round_index(state)], 0, (unsigned)(LONG_ROUNDS - round_index(state)));
    player->policy = &policies[plan->policies[round_index(state)]];
    bool begun = false;
    int round = state->round;
    unsigned used = 0;
    out->status = 0;
    out->score = NOTHING;
    while (state->n_nodes) {
        Move move;
        int kind = top(state)->kind;
        if (is_chance(kind)) {
            if (!draw(state, &now.chance, &move)) {
                out->status = 1 + chance_kind(kind);
                return;
            }
        } else if (kind == K_TURN) {
            int at = state->round - 1;
            if (round != state->round) {
                round = state->round;
                used = 0;
                player->policy = &policies[plan->policies[at]];
                copy_standing(&out->standings[at], &now);
            }
            int step = next_step(state, plan, used);
            if (step < 0) {
                move = greedy(state, player);
            } else if (!best_extra(state, player, evaluate(state, player->policy), &move)) {
                move = (Move){M_USE, plan->steps[at][step]};
                used |= 1u << step;
            }
            if (move.kind == M_USE && made->counts[at] < MOST_STEPS)
                made->steps[at][made->counts[at]++] = move.a;
        } else {
            move = greedy(state, player);
        }
        if (!begun && !is_chance(kind)) {
            out->first = move;
            begun = true;
        }
        if (out->log) {
            if (out->n_logged == out->most_logged) {
                out->status = -1;
                return;
            }
            out->log[out->n_logged++] = move;
        }
        apply(state, &move);
    }
    copy_state(&out->end, state);
    out->score = total_score(state);
}
