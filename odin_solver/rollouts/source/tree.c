/* Tree search for a move. A node is a sequence of placements of Vikings, whatever chance brings (open
   loop); greedy decides within actions. At the end of the way the evaluation stands for the rest of the
   game, except in the last round, which is played out: hardly any chance is left there. The luck met on the
   way is subtracted. Where the decision is about a roll, failing after a further roll leads to the same
   state as failing at once: what the search knows of that decides after further rolls too. */
#include <math.h>
#include <stdlib.h>

#include "engine.h"

enum { TRIED = 4 }; /* visits of a result before the search knows better than greedy */
enum { FOLLOWED = 8 }; /* visits of a move of a later turn before the search knows better */
enum { DEEPEST = 64, MOST_ROOT_MOVES = 128, MOST_TREE_NODES = 1 << 18, NO_CHILD = -1, NO_SLOT = 255 };

static const double EXPLORATION = 10, TEMPERATURE = 2, UNTRIED = 2; /* in points */
static const double DOUBT = 4; /* of others, so that they take things as often as is said (benchmarks/taken.py) */
static const double LEAST_PRIOR = 1e-4;
static const double REQUIRED_SHARE = 0.125; /* of the visits, for all required moves together */

/* A move of a node, and the sum of the values after it. */
typedef struct {
    double sum;
    float prior;
    uint32_t visits;
    int32_t child;
    uint8_t slot; /* a space, or N_SPACES to pass; at the root the number of a state */
} Edge;

typedef struct {
    double value; /* of its best move, when it was first reached */
    double forecast; /* sum of the evaluations with which it was reached, without the luck met */
    double shift; /* what the values of its edges still lack, and those below */
    uint32_t visits, first;
    uint16_t count;
    bool adopted; /* from another tree, and not reached since */
} TreeNode;

/* What stopping at a result of the dice came to. */
typedef struct {
    double sum;
    uint32_t visits;
} Stop;

/* Simulations that came to another turn in the same round, and those in which each thing was gone. */
typedef struct {
    int32_t turns, gone[OPEN_KINDS][64];
} Taken;

typedef struct {
    char *after; /* the states after the moves of the root, or the tables, the required ones first */
    size_t size; /* of each of them */
    int seat;
    Player *others; /* at a table */
    const Policy *policy;
    uint64_t seed, simulations;
    double forecast; /* the evaluation of the state before the moves */
    int n_required, failing; /* the number of the state after failing at dice, or -1 */
    Stop stops[MOST_RESULTS];
    double squares[MOST_ROOT_MOVES];
    Taken *taken; /* after each move of the root */
    int round;
    uint64_t placed; /* before the turn that is searched */
    TreeNode *nodes;
    Edge *edges;
    uint32_t n_nodes, most_nodes, n_edges, most_edges;
} Tree;

/* Make room for a node with so many edges; false if there is none. */
static bool grow(Tree *tree, int count) {
    if (tree->n_nodes == tree->most_nodes) {
        uint32_t most = tree->most_nodes ? 2 * tree->most_nodes : 1024;
        if (most > MOST_TREE_NODES) return false;
        TreeNode *nodes = realloc(tree->nodes, most * sizeof *nodes);
        if (!nodes) return false;
        tree->nodes = nodes;
        tree->most_nodes = most;
    }
    if (tree->n_edges + (uint32_t)count > tree->most_edges) {
        uint32_t most = 2 * tree->most_edges + (uint32_t)count + 32 * 1024;
        Edge *edges = realloc(tree->edges, most * sizeof *edges);
        if (!edges) return false;
        tree->edges = edges;
        tree->most_edges = most;
    }
    return true;
}

/* Add a node; its edges are in the order of their values. NO_CHILD if there is no room. */
static int32_t add_node(Tree *tree, const uint8_t *slots, const double *values, int count) {
    if (!grow(tree, count)) return NO_CHILD;
    double highest = -1e300, total = 0;
    for (int at = 0; at < count; at++)
        if (values[at] > highest) highest = values[at];
    TreeNode *node = &tree->nodes[tree->n_nodes];
    *node = (TreeNode){.value = highest, .first = tree->n_edges};
    Edge *edges = &tree->edges[tree->n_edges];
    bool is_root = !tree->n_nodes;
    for (int each = 0; each < count; each++) {
        double weight = exp((values[each] - highest) / TEMPERATURE);
        if (weight < LEAST_PRIOR && !is_root) continue;
        int at = node->count++;
        for (; at && edges[at - 1].prior < weight; at--) edges[at] = edges[at - 1];
        edges[at] = (Edge){0, (float)weight, 0, NO_CHILD, slots[each]};
        total += weight;
    }
    for (int at = 0; at < node->count; at++) edges[at].prior /= (float)total;
    tree->n_edges += node->count;
    return (int32_t)tree->n_nodes++;
}

/* Add the node of a turn. */
static int32_t expand(Tree *tree, const State *state, Player *player, double *value) {
    Move moves[MOST_MOVES];
    double values[N_SPACES + 1];
    uint8_t slots[N_SPACES + 1];
    int count = turn_moves(state, moves);
    *value = -1e300;
    for (int at = 0; at < count; at++) {
        values[at] = value_of(state, &moves[at], player);
        slots[at] = moves[at].kind == M_PASS ? N_SPACES : moves[at].a;
        if (values[at] > *value) *value = values[at];
    }
    return add_node(tree, slots, values, count);
}

/* Play on to the next turn with Vikings, and evaluate it; false, and the score, if the game ends before.
   luck  the luck met is added to it; may be NULL
   log   gets moves and outcomes; may be NULL */
static bool next_turn(State *state, Player *player, Chance *chance, double *value, double *luck, Log *log) {
    while (state->n_nodes) {
        int kind = top(state)->kind;
        Move move;
        if (chance_decides(state)) {
            draw(state, chance, &move);
            if (luck) *luck += luck_of(state, &move, player);
        } else if (kind == K_TURN && state->vikings) {
            *value = evaluate(state, player->policy);
            if (!best_extra(state, player, *value, &move)) return true;
        } else {
            move = greedy(state, player);
        }
        if (log) note(log, &move);
        make_and_wait(state, &move, player, chance);
        if (move.kind == M_OTHER) player->gone.of[0] |= occupied(state) & 1ull << move.a;
    }
    *value = total_score(state);
    return false;
}

/* Play greedily to the end; returns the score. The luck met is added to `luck`. */
static double play_to_end(State *state, Player *player, Chance *chance, double *luck) {
    while (state->n_nodes) {
        Move move;
        if (chance_decides(state)) {
            draw(state, chance, &move);
            *luck += luck_of(state, &move, player);
        } else {
            move = greedy(state, player);
        }
        make_and_wait(state, &move, player, chance);
    }
    return total_score(state);
}

static bool may_use(const State *state, int space) {
    return !(occupied(state) >> space & 1) && vikings_needed(state, space) <= state->vikings
           && can_be_entered(state, space);
}

/* The edge to follow; NULL if no move is possible in this state. */
static Edge *choose_edge(Tree *tree, uint32_t at, const State *state) {
    const TreeNode *node = &tree->nodes[at];
    Edge *edges = &tree->edges[node->first], *best = NULL;
    double highest = -1e300, mean = node->value, sum = 0;
    uint32_t visits = 0;
    for (int each = 0; each < node->count; each++) {
        sum += edges[each].sum;
        visits += edges[each].visits;
        bool required = !at && edges[each].slot < tree->n_required;
        if (required && edges[each].visits * (double)tree->n_required < REQUIRED_SHARE * node->visits)
            return &edges[each];
    }
    if (visits) mean = sum / visits;
    double scale = EXPLORATION * sqrt(node->visits + 1);
    for (int each = 0; each < node->count; each++) {
        Edge *edge = &edges[each];
        double value = edge->visits ? edge->sum / edge->visits : mean - UNTRIED;
        value += scale * edge->prior / (1 + edge->visits);
        if (value <= highest || (at && edge->slot < N_SPACES && !may_use(state, edge->slot))) continue;
        highest = value;
        best = edge;
    }
    return best;
}

/* Play the rolls that the root has begun until they stop; greedy decides, but for failing where the search has
   found that better. Returns the edge of the root that goes on from there.
   result  where it stopped without failing, else -1 */
static Edge *play_rolls(Tree *tree, Edge *edge, State *state, Player *player, Chance *chance, double *luck,
                        int *result) {
    Edge *edges = &tree->edges[tree->nodes[0].first], *fail = NULL;
    for (int at = 0; at < tree->nodes[0].count; at++)
        if (edges[at].slot == tree->failing) fail = &edges[at];
    while (state->n_nodes && top(state)->kind == K_ROLL) {
        Move move;
        draw(state, chance, &move);
        *luck += luck_of(state, &move, player);
        make_and_wait(state, &move, player, chance);
        if (!state->n_nodes || top(state)->kind != K_DICE_ACTION) return edge;
        const Node action = *top(state);
        const Stop *known = &tree->stops[action.more[1]];
        bool may_fail = DICE[action.a].high || action.more[1];
        move = greedy(state, player);
        if (move.kind != M_REROLL && move.kind != M_FAIL) {
            bool worse = known->visits >= TRIED && fail && fail->visits >= TRIED
                         && known->sum / known->visits < fail->sum / fail->visits;
            if (worse && may_fail)
                move = (Move){M_FAIL};
            else
                *result = action.more[1];
        }
        make_and_wait(state, &move, player, chance);
        if (move.kind == M_FAIL && fail) return fail;
    }
    return edge;
}

/* Reach a node with an evaluation, without the luck met. What another tree found below it is moved by what the
   game has become better or worse since. */
static void reach(Tree *tree, TreeNode *node, double forecast) {
    if (node->adopted) node->shift = forecast - node->forecast / node->visits;
    node->adopted = false;
    if (!node->shift) return;
    for (Edge *edge = &tree->edges[node->first]; edge < &tree->edges[node->first + node->count]; edge++) {
        edge->sum += node->shift * edge->visits;
        if (edge->child != NO_CHILD) tree->nodes[edge->child].shift += node->shift;
    }
    node->forecast += node->shift * node->visits;
    node->shift = 0;
}

/* Copy a node of another tree and all below it, with a share of their visits; NO_CHILD if nothing is left. */
static int32_t copied(Tree *tree, const Tree *other, int32_t number, double share) {
    const TreeNode *from = &other->nodes[number];
    if (share * from->visits < 1 || !grow(tree, from->count)) return NO_CHILD;
    uint32_t at = tree->n_nodes++, first = tree->n_edges;
    tree->n_edges += from->count;
    tree->nodes[at] = *from;
    tree->nodes[at].first = first;
    tree->nodes[at].visits = 0;
    for (int each = 0; each < from->count; each++) {
        Edge edge = other->edges[from->first + (uint32_t)each];
        uint32_t visits = (uint32_t)(share * edge.visits);
        edge.sum = visits ? edge.sum / edge.visits * visits : 0;
        edge.visits = visits;
        edge.child = visits && edge.child != NO_CHILD ? copied(tree, other, edge.child, share) : NO_CHILD;
        tree->edges[first + (uint32_t)each] = edge;
        tree->nodes[at].visits += visits;
    }
    tree->nodes[at].forecast = from->forecast / from->visits * tree->nodes[at].visits;
    return (int32_t)at;
}

/* What the searching seat has after a move of the root, by the number of the move. */
static State *root_state(const Tree *tree, int number) {
    return (State *)(tree->after + (size_t)number * tree->size) + tree->seat;
}

static void note_taken(Taken *taken, const Open *gone) {
    taken->turns++;
    for (int kind = 0; kind < OPEN_KINDS; kind++)
        for (uint64_t left = gone->of[kind]; left; left &= left - 1) taken->gone[kind][__builtin_ctzll(left)]++;
}

/* Play one game down the tree, and add a node at its end. */
static void simulate(Tree *tree) {
    static _Thread_local Player player;
    Table game;
    State *state = &game.seats[tree->seat];
    memset(&player, 0, sizeof player);
    player.policy = tree->policy;
    player.hurried = true;
    player.others = tree->others;
    Chance chance = {.seed = mixed(tree->seed + tree->simulations++)};
    for (int seat = 0; tree->others && seat < MOST_SEATS; seat++)
        tree->others[seat].taste = mixed(chance.seed + (unsigned)seat);
    uint32_t at = 0, nodes[DEEPEST];
    size_t path[DEEPEST];
    int depth = 0, result = -1;
    bool waited = false; /* until the turn after this one */
    double value = 0, luck = 0, of_rolls = 0;
    for (;;) {
        Edge *edge = choose_edge(tree, at, state);
        if (!edge) {
            value = evaluate(state, tree->policy);
            break;
        }
        tree->nodes[at].forecast += value - luck - of_rolls;
        nodes[depth] = at;
        path[depth++] = (size_t)(edge - tree->edges);
        if (!at) {
            copy_game(&game, root_state(tree, edge->slot));
            deal_unseen(state, chance.seed);
            wait_for_turn(state, &player, &chance);
            if (tree->failing >= 0) edge = play_rolls(tree, edge, state, &player, &chance, &of_rolls, &result);
        } else {
            Move move = edge->slot < N_SPACES ? (Move){M_USE, edge->slot} : (Move){M_PASS};
            make_and_wait(state, &move, &player, &chance);
        }
        size_t way = (size_t)(edge - tree->edges);
        if (!next_turn(state, &player, &chance, &value, &luck, NULL)) break;
        if (!waited && state->placed != tree->placed) {
            waited = true;
            if (state->round == tree->round) note_taken(&tree->taken[tree->edges[path[0]].slot], &player.gone);
        }
        if (edge->child == NO_CHILD || depth == DEEPEST) {
            int32_t child = expand(tree, state, &player, &value);
            tree->edges[way].child = child;
            if (state->round == state->rounds) value = play_to_end(state, &player, &chance, &luck);
            break;
        }
        at = (uint32_t)edge->child;
        reach(tree, &tree->nodes[at], value - luck - of_rolls);
    }
    value -= luck;
    if (result >= 0) {
        tree->stops[result].sum += value;
        tree->stops[result].visits++;
    }
    value -= of_rolls;
    for (int step = 0; step < depth; step++) {
        tree->nodes[nodes[step]].visits++;
        tree->edges[path[step]].visits++;
        tree->edges[path[step]].sum += value;
    }
    if (depth) tree->squares[tree->edges[path[0]].slot] += value * value;
}

EXPORTED void tree_end(Tree *tree) {
    if (!tree) return;
    free(tree->after);
    free(tree->others);
    free(tree->taken);
    free(tree->nodes);
    free(tree->edges);
    free(tree);
}

/* Begin a search among the states after some moves, at most MOST_ROOT_MOVES. The first ones are
   required: they are visited whatever they promise. One of them may come from passing in a turn, whose
   value is that of the state before it; one from failing at dice. At a table, all are the first states of tables,
   and the search is that of the seat whose turn it is before the moves. NULL if there is no memory. */
EXPORTED Tree *tree_begin(const State *before, const State *after, int32_t count, int32_t passing,
                          int32_t failing, int32_t n_required, const Policy *policy, uint64_t seed) {
    Tree *tree = calloc(1, sizeof *tree);
    if (!tree) return NULL;
    before = sitting(before);
    tree->size = before->seated ? sizeof(Table) : sizeof(State);
    tree->seat = before->seated ? before->seated - 1 : 0;
    tree->after = malloc((unsigned)count * tree->size);
    if (before->seated) tree->others = calloc(MOST_SEATS, sizeof *tree->others);
    tree->taken = calloc((unsigned)count, sizeof *tree->taken);
    if (!tree->after || !tree->taken || (before->seated && !tree->others)) {
        tree_end(tree);
        return NULL;
    }
    for (int seat = 0; tree->others && seat < MOST_SEATS; seat++)
        tree->others[seat] = (Player){.policy = policy, .hurried = true, .doubt = DOUBT};
    tree->round = before->round;
    tree->placed = before->placed & ~(before->space == NONE ? 0 : 1ull << before->space);
    tree->policy = policy;
    tree->seed = mixed(seed);
    tree->n_required = n_required;
    tree->failing = failing;
    tree->forecast = evaluate(before, policy);
    Player player = {.policy = policy};
    double values[MOST_ROOT_MOVES];
    uint8_t slots[MOST_ROOT_MOVES];
    for (int at = 0; at < count; at++) {
        State state;
        const State *each = (const State *)((const char *)after + (size_t)at * tree->size);
        copy_game((Table *)(tree->after + (size_t)at * tree->size), each);
        State *root = root_state(tree, at);
        if (before->seated) table_of(root)->unseen = table_of(before)->unseen;
        deal_unseen(root, tree->seed);
        bool acts = !before->seated && (root->placed != before->placed || before->space != NONE);
        for (int node = 0; acts && node < root->n_nodes; node++) /* then the others have their turns */
            if (root->stack[node].kind == K_TURN) root->stack[node].a = (uint8_t)(root->players - 1);
        copy_state(&state, root);
        advance(&state); /* alone it does not wait for others */
        slots[at] = (uint8_t)at;
        if (at == passing)
            values[at] = value_of(before, &(Move){M_PASS}, &player);
        else
            values[at] = state.n_nodes ? value(&state, &player) : total_score(&state);
    }
    if (add_node(tree, slots, values, count) == NO_CHILD) {
        tree_end(tree);
        return NULL;
    }
    return tree;
}

/* The edge of a move; NULL if there is none. */
static const Edge *edge_of(const Tree *tree, const TreeNode *node, int slot) {
    const Edge *edges = &tree->edges[node->first];
    for (int each = 0; each < node->count; each++)
        if (edges[each].slot == slot) return &edges[each];
    return NULL;
}

/* Begin with what another tree knows of the turn at this root, with at most so many visits, since chance may have
   decided something in between.
   way    leads to the turn there: the number of a state at its root, then slots
   slots  of each state at this root, or NO_SLOT
   Returns the visits. */
EXPORTED uint32_t tree_adopt(Tree *tree, const Tree *other, const uint8_t *way, int32_t steps,
                             const uint8_t *slots, double most) {
    const TreeNode *turn = &other->nodes[0];
    double variance = 0;
    for (int step = 0; step < steps; step++) {
        const Edge *edge = edge_of(other, turn, way[step]);
        if (!edge || edge->child == NO_CHILD) return 0;
        double mean = edge->sum / edge->visits;
        if (!step) variance = other->squares[way[0]] / edge->visits - mean * mean;
        turn = &other->nodes[edge->child];
    }
    if (!turn->visits) return 0;
    double share = most < turn->visits ? most / turn->visits : 1;
    double shift = tree->forecast - turn->forecast / turn->visits;
    for (int each = 0; each < tree->nodes[0].count; each++) {
        size_t at = tree->nodes[0].first + (size_t)each;
        int number = tree->edges[at].slot;
        const Edge *from = slots[number] == NO_SLOT ? NULL : edge_of(other, turn, slots[number]);
        uint32_t visits = from ? (uint32_t)(share * from->visits) : 0;
        if (!visits) continue;
        int32_t child = from->child == NO_CHILD ? NO_CHILD : copied(tree, other, from->child, share);
        if (child != NO_CHILD) tree->nodes[child].adopted = true;
        double mean = from->sum / from->visits + shift;
        tree->edges[at].child = child;
        tree->edges[at].visits = visits;
        tree->edges[at].sum = mean * visits;
        tree->nodes[0].visits += visits;
        tree->squares[number] = (mean * mean + variance) * visits;
    }
    return tree->nodes[0].visits;
}

/* The move of a turn that was searched most, if often enough; `at`, its node, becomes the node after it. */
static bool searched_move(const Tree *tree, const State *state, int32_t *at, Move *out) {
    if (*at == NO_CHILD) return false;
    const TreeNode *node = &tree->nodes[*at];
    const Edge *edges = &tree->edges[node->first], *best = NULL;
    for (int each = 0; each < node->count; each++) {
        bool passes = edges[each].slot == N_SPACES;
        if (edges[each].visits >= (best ? best->visits + 1 : FOLLOWED) && (passes || may_use(state, edges[each].slot)))
            best = &edges[each];
    }
    *at = best ? best->child : NO_CHILD;
    if (best) *out = best->slot < N_SPACES ? (Move){M_USE, best->slot} : (Move){M_PASS};
    return best;
}

EXPORTED void tree_improve(Tree *tree, uint64_t simulations) {
    while (simulations--) simulate(tree);
}

/* Visits of each state, the sums of the values after it, and of their squares. */
EXPORTED void tree_read(const Tree *tree, int32_t *visits, double *sums, double *squares) {
    const Edge *edges = &tree->edges[tree->nodes[0].first];
    for (int at = 0; at < tree->nodes[0].count; at++) {
        int number = edges[at].slot;
        visits[number] = (int32_t)edges[at].visits;
        sums[number] = edges[at].sum;
        squares[number] = tree->squares[number];
    }
}

/* What was gone before another turn in the same round, after the move of a number. */
EXPORTED void tree_taken(const Tree *tree, int32_t number, Taken *out) { *out = tree->taken[number]; }
