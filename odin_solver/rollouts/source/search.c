/* Search for plans: simulated annealing over what common sampled futures bring. */
#include <stdlib.h>

#include "engine.h"

enum { MOST_KEPT = 16 };

static const double COLD = 0.2; /* the last temperature, in points */

typedef struct {
    Plan plan;
    Move first;
    double mean;
} Kept;

/* A plan and what it brings in each future. */
typedef struct {
    Plan plan;
    Move first;
    int total;
    Followed *games;
} Tried;

typedef struct {
    Standing *roots; /* of each future */
    const Policy *policies;
    int n_policies, futures;
    uint64_t random;
    uint64_t games;
    double hot;
    Tried tried[2], *present, *next; /* where the annealing stands, and what it looks at */
    int n_kept;
    Kept kept[MOST_KEPT]; /* the best plan of each first move */
} Search;

static uint64_t random_bits(Search *search) { return mixed(search->random++); }
static unsigned below(Search *search, unsigned many) { return (unsigned)((random_bits(search) >> 32) * many >> 32); }
static double random_share(Search *search) { return (double)((random_bits(search) >> 11) + 1) * 0x1p-53; }

static void insert_step(Plan *plan, int round, int at, uint8_t space) {
    uint8_t *count = &plan->counts[round];
    if (*count == MOST_STEPS) --*count;
    if (at > *count) at = *count;
    memmove(&plan->steps[round][at + 1], &plan->steps[round][at], (unsigned)(*count - at));
    plan->steps[round][at] = space;
    ++*count;
}

static uint8_t remove_step(Plan *plan, int round, int at) {
    uint8_t space = plan->steps[round][at];
    uint8_t *count = &plan->counts[round];
    --*count;
    memmove(&plan->steps[round][at], &plan->steps[round][at + 1], (unsigned)(*count - at));
    return space;
}

static const State *root_of(const Search *search) { return &search->roots[0].state; }

/* Change a plan a little. */
static void mutate(Search *search, Plan *plan) {
    int first = round_index(root_of(search)), rounds = root_of(search)->rounds - first;
    int changes = 1 + (below(search, 3) == 0) + (below(search, 8) == 0);
    while (changes--) {
        int round = first + (int)below(search, (unsigned)rounds);
        int other = first + (int)below(search, (unsigned)rounds);
        uint8_t count = plan->counts[round];
        unsigned dice = below(search, 100);
        int at = count ? (int)below(search, count) : 0;
        if (dice < 25) { /* replace */
            if (!count) continue;
            plan->steps[round][at] = (uint8_t)below(search, N_SPACES);
        } else if (dice < 40) { /* insert */
            insert_step(plan, round, (int)below(search, count + 1u), (uint8_t)below(search, N_SPACES));
        } else if (dice < 50) { /* leave a step open */
            if (count) remove_step(plan, round, at);
        } else if (dice < 60) { /* another order */
            if (count < 2) continue;
            uint8_t space = remove_step(plan, round, at);
            insert_step(plan, round, (int)below(search, count), space);
        } else if (dice < 70) { /* to another round */
            if (!count || round == other) continue;
            uint8_t space = remove_step(plan, round, at);
            insert_step(plan, other, (int)below(search, plan->counts[other] + 1u), space);
        } else if (dice < 80) { /* swap between rounds */
            if (!count || !plan->counts[other]) continue;
            int there = (int)below(search, plan->counts[other]);
            uint8_t space = plan->steps[round][at];
            plan->steps[round][at] = plan->steps[other][there];
            plan->steps[other][there] = space;
        } else if (dice < 92) { /* leave the rest of a round open */
            plan->counts[round] = (uint8_t)at;
        } else if (dice < 94) { /* who fills a round */
            plan->policies[round] = (uint8_t)below(search, (unsigned)search->n_policies);
        } else if (dice < 97) { /* a round of another plan */
            if (!search->n_kept) continue;
            const Plan *from = &search->kept[below(search, (unsigned)search->n_kept)].plan;
            plan->counts[round] = from->counts[round];
            memcpy(plan->steps[round], from->steps[round], sizeof from->steps[round]);
        } else { /* leave all that follows open */
            plan->counts[round] = (uint8_t)at;
            int policy = (int)below(search, (unsigned)search->n_policies);
            for (int later = round; later < LONG_ROUNDS; later++) {
                if (later > round) plan->counts[later] = 0;
                plan->policies[later] = (uint8_t)policy;
            }
        }
    }
}

static void keep(Search *search, const Plan *plan, const Move *first, double mean) {
    int at = 0, worst = 0;
    for (; at < search->n_kept; at++) {
        if (!memcmp(&search->kept[at].first, first, sizeof *first)) break;
        if (search->kept[at].mean < search->kept[worst].mean) worst = at;
    }
    if (at == search->n_kept) {
        if (at == MOST_KEPT) {
            if (search->kept[worst].mean >= mean) return;
            at = worst;
        } else {
            search->n_kept++;
        }
    } else if (search->kept[at].mean >= mean) {
        return;
    }
    search->kept[at] = (Kept){*plan, *first, mean};
}

/* The first round in which plans differ. */
static int first_difference(const Search *search, const Plan *plan, const Plan *other) {
    int round = round_index(root_of(search));
    for (; round < root_of(search)->rounds; round++)
        if (plan->counts[round] != other->counts[round] || plan->policies[round] != other->policies[round]
            || memcmp(plan->steps[round], other->steps[round], plan->counts[round]))
            break;
    return round;
}

/* Play what differs from the present plan in a future. */
static int replay(Search *search, const Plan *plan, int number, int round) {
    Followed *game = &search->next->games[number];
    const Followed *before = &search->present->games[number];
    bool whole = round < root_of(search)->round;
    follow(whole ? &search->roots[number] : &before->standings[round], plan, search->policies, game);
    if (!whole) {
        game->first = before->first;
        for (int at = root_of(search)->round; at <= round; at++)
            copy_standing(&game->standings[at], &before->standings[at]);
    }
    search->games++;
    return game->score;
}

/* Take a plan, made explicit in one of the futures, if it brings so much more than the present. */
static bool consider(Search *search, const Plan *plan, double least) {
    int futures = search->futures, where = (int)below(search, (unsigned)futures);
    Tried *next = search->next, *present = search->present;
    bool is_first = present->total == NOTHING * futures;
    int round = is_first ? -1 : first_difference(search, plan, &present->plan);
    if (round == root_of(search)->rounds) {
        search->games++; /* the search ends even where no plan differs */
        return false;
    }
    next->total = replay(search, plan, where, round);
    next->plan = next->games[where].made;
    int before = present->games[where].score;
    for (int number = 0, seen = 1; number < futures; number++) {
        double margin = 8.0 / seen * (1 - (double)seen / futures);
        if ((double)(next->total - before) / seen + margin < least) return false;
        if (number == where) continue;
        next->total += replay(search, &next->plan, number, round);
        before += present->games[number].score;
        seen++;
    }
    double mean = (double)next->total / futures;
    if (mean - (double)present->total / futures < least) return false;
    next->first = next->games[where].first;
    keep(search, &next->plan, &next->first, mean);
    search->present = next;
    search->next = present;
    return true;
}

EXPORTED void plans_end(Search *search) {
    if (!search) return;
    free(search->roots);
    free(search->tried[0].games);
    free(search->tried[1].games);
    free(search);
}

/* Begin a search.
   given     random numbers of each kind of chance, if all luck is known; else NULL
   hot       temperature at the beginning, in points
   NULL if there is no memory. */
EXPORTED Search *plans_begin(const State *root, const Policy *policies, int32_t n_policies, int32_t futures,
                             uint64_t seed, const double *const *given, const uint32_t *n_given,
                             double hot) {
    Search *search = calloc(1, sizeof *search);
    if (!search) return NULL;
    search->roots = calloc((unsigned)futures, sizeof *search->roots);
    for (int at = 0; at < 2; at++) search->tried[at].games = calloc((unsigned)futures, sizeof(Followed));
    if (!search->roots || !search->tried[0].games || !search->tried[1].games) {
        plans_end(search);
        return NULL;
    }
    search->policies = policies;
    search->n_policies = n_policies;
    search->futures = futures;
    search->random = mixed(seed + 1);
    search->hot = hot;
    search->present = &search->tried[0];
    search->next = &search->tried[1];
    search->present->total = NOTHING * futures;
    for (int number = 0; number < futures; number++) {
        stand(&search->roots[number], root);
        Chance *chance = &search->roots[number].chance;
        chance->seed = mixed(mixed(seed) + (uint64_t)number);
        for (int kind = 0; given && kind < N_CHANCES; kind++) {
            chance->given[kind] = given[kind];
            chance->n_given[kind] = n_given[kind];
        }
        search->present->games[number].score = NOTHING;
    }
    for (int policy = 0; policy < n_policies; policy++) {
        Plan plan = {0};
        memset(plan.policies, policy, sizeof plan.policies);
        consider(search, &plan, 0);
    }
    return search;
}

/* Anneal with so many more games, from one share of the whole search to another. */
EXPORTED void plans_improve(Search *search, double from, double to, uint64_t games) {
    uint64_t began = search->games;
    while (search->games - began < games) {
        double share = from + (to - from) * (double)(search->games - began) / (double)games;
        double heat = search->hot * pow(COLD / search->hot, share);
        Plan plan = search->present->plan;
        mutate(search, &plan);
        consider(search, &plan, heat * log(random_share(search)));
    }
}

/* The best plan of each first move; returns the number of games so far. */
EXPORTED uint64_t plans_kept(const Search *search, Kept *out, int32_t *count) {
    memcpy(out, search->kept, (unsigned)search->n_kept * sizeof *out);
    *count = search->n_kept;
    return search->games;
}
