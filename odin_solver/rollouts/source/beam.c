/* Beam search for a good game with all chance known.
   The states at turns of the same round with as many Vikings left are a level. Each level keeps those
   with the highest evaluation, which sees what chance brought up to there. All moves are tried from each
   of them; greedy decides within actions and between turns. */
#include <stdlib.h>
#include <time.h>

#include "engine.h"

enum { MOST_VIKINGS = 31, N_LEVELS = LONG_ROUNDS * (MOST_VIKINGS + 1), NO_SCORE = -1000 };

typedef struct {
    State state;
    Chance chance;
} Standing;

/* How a state of a level was reached. */
typedef struct {
    int32_t parent; /* a link; -1 at the beginning */
    uint8_t move;   /* its number among the moves of the turn before */
} Link;

/* A state that may be expanded; of equal ones only one is kept. */
typedef struct {
    double value;
    uint64_t hash;
    Link link;
    uint32_t slot;
} Candidate;

typedef struct {
    uint32_t count, n_free, most; /* candidates, free slots, most candidates */
    double least;                 /* candidates with a value that is not higher are not kept */
    Candidate *candidates;
    uint32_t *free_slots;
    Standing *standings;
    uint64_t *seen; /* hashes of candidates, the latest one in each place */
    uint32_t places;
} Level;

typedef struct {
    Standing root;
    Log best; /* the best game, and its score sheet */
    int32_t sheet[N_SCORES];
    int best_score;
    uint64_t games;
    /* the pass under way */
    Player player;
    uint32_t width, at; /* at: the next candidate of the level */
    int level, pass_score;
    Level levels[N_LEVELS];
    Link *links; /* of the expanded states */
    uint32_t n_links, most_links;
    bool failed; /* there is no memory */
} Beam;

static void copy_standing(Standing *to, const Standing *from) {
    copy_state(&to->state, &from->state);
    to->chance = from->chance;
}

static uint64_t hash_bytes(uint64_t hash, const void *from, size_t size) {
    const unsigned char *bytes = from;
    uint64_t word;
    for (; size >= sizeof word; size -= sizeof word, bytes += sizeof word) {
        memcpy(&word, bytes, sizeof word);
        hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 32;
    }
    word = 0;
    memcpy(&word, bytes, size);
    return mixed(hash ^ word);
}

/* The same for equal states, whatever the order of their boards. */
static uint64_t hash_of(const Standing *at) {
    const State *state = &at->state;
    uint64_t hash = hash_bytes(1, state, offsetof(State, stack) + state->n_nodes * sizeof(Node));
    hash = hash_bytes(hash, at->chance.used, sizeof at->chance.used);
    if (state->with_cards) hash = hash_bytes(hash, &state->cards, sizeof state->cards);
    for (int each = 0; each < state->n_boards; each++) {
        Board board = state->boards[each];
        board.touched = 0;
        hash += hash_bytes(2, &board, sizeof board);
    }
    return hash;
}

/* --- levels --- */

static int level_of(const State *state) {
    int vikings = state->vikings < MOST_VIKINGS ? state->vikings : MOST_VIKINGS;
    return (state->round - 1) * (MOST_VIKINGS + 1) + MOST_VIKINGS - vikings;
}

static void free_level(Level *level) {
    free(level->candidates);
    free(level->free_slots);
    free(level->standings);
    free(level->seen);
    *level = (Level){0};
}

static bool open_level(Level *level, uint32_t width) {
    level->most = 2 * width;
    level->places = 64;
    while (level->places < 4 * level->most) level->places *= 2;
    level->least = -1e300;
    level->candidates = malloc(level->most * sizeof *level->candidates);
    level->free_slots = malloc(level->most * sizeof *level->free_slots);
    level->standings = malloc(level->most * sizeof *level->standings);
    level->seen = calloc(level->places, sizeof *level->seen);
    if (!level->candidates || !level->free_slots || !level->standings || !level->seen) return false;
    for (; level->n_free < level->most; level->n_free++) level->free_slots[level->n_free] = level->n_free;
    return true;
}

static int by_value(const void *first, const void *second) {
    const Candidate *one = first, *other = second;
    if (one->value != other->value) return one->value < other->value ? 1 : -1;
    return (one->hash > other->hash) - (one->hash < other->hash);
}

/* Sort the candidates, and keep the best ones. */
static void prune(Level *level, uint32_t width) {
    uint32_t kept = 0;
    qsort(level->candidates, level->count, sizeof *level->candidates, by_value);
    for (uint32_t at = 0; at < level->count; at++) {
        Candidate *each = &level->candidates[at];
        if (kept == width || (kept && each->hash == level->candidates[kept - 1].hash))
            level->free_slots[level->n_free++] = each->slot;
        else
            level->candidates[kept++] = *each;
    }
    level->count = kept;
    if (kept == width) level->least = level->candidates[kept - 1].value;
}

static void insert(Beam *beam, const Standing *reached, double value, Link link) {
    int number = level_of(&reached->state);
    if (number <= beam->level) number = beam->level + 1; /* cards bring Vikings back */
    if (number == N_LEVELS) return;
    Level *level = &beam->levels[number];
    if (!level->most && !open_level(level, beam->width)) {
        beam->failed = true;
        return;
    }
    if (value <= level->least) return;
    uint64_t hash = hash_of(reached), *seen = &level->seen[hash & (level->places - 1)];
    if (*seen == hash) return;
    *seen = hash;
    if (level->count == level->most) {
        prune(level, beam->width);
        if (value <= level->least) return;
    }
    uint32_t slot = level->free_slots[--level->n_free];
    copy_standing(&level->standings[slot], reached);
    level->candidates[level->count++] = (Candidate){value, hash, link, slot};
}

/* --- passes --- */

/* Let chance decide up to the first turn. */
static void begin_turn(Standing *now, Log *log) {
    Move move;
    while (is_chance(top(&now->state)->kind) && draw(&now->state, &now->chance, &move)) {
        if (log) note(log, &move);
        apply(&now->state, &move);
    }
}

/* Make a move of a turn and play on to the next one; false, and the score, if the game ends before. */
static bool play_on(Beam *beam, Standing *from, const Move *move, double *value, Log *log) {
    beam->player.round = 0;
    memset(beam->player.best_on, 0, sizeof beam->player.best_on);
    if (log) note(log, move);
    apply(&from->state, move);
    return next_turn(&from->state, &beam->player, &from->chance, value, NULL, log);
}

/* Replay the game of a link to log it. */
static void keep_game(Beam *beam, Link last) {
    static _Thread_local Standing now;
    Link path[N_LEVELS];
    int depth = 0;
    double value;
    for (; last.parent >= 0; last = beam->links[last.parent]) path[depth++] = last;
    copy_standing(&now, &beam->root);
    beam->best.count = 0;
    begin_turn(&now, &beam->best);
    while (depth--) {
        Move moves[MOST_MOVES];
        turn_moves(&now.state, moves);
        play_on(beam, &now, &moves[path[depth].move], &value, &beam->best);
    }
    score(&now.state, beam->sheet);
}

static bool add_link(Beam *beam, Link link) {
    if (beam->n_links == beam->most_links) {
        uint32_t most = 2 * beam->most_links + 4096;
        Link *links = realloc(beam->links, most * sizeof *links);
        if (!links) return false;
        beam->links = links;
        beam->most_links = most;
    }
    beam->links[beam->n_links++] = link;
    return true;
}

static void end_game(Beam *beam, int total, Link link) {
    beam->games++;
    if (total <= beam->pass_score) return;
    beam->pass_score = total;
    if (total < beam->best_score) return;
    beam->best_score = total;
    keep_game(beam, link);
}

/* Try all moves of a state; false if there is no memory. */
static bool expand_state(Beam *beam, const Candidate *from, const Standing *at) {
    static _Thread_local Standing after;
    Move moves[MOST_MOVES];
    int count = turn_moves(&at->state, moves);
    if (!add_link(beam, from->link)) return false;
    for (int each = 0; each < count; each++) {
        Link link = {(int32_t)beam->n_links - 1, (uint8_t)each};
        double value;
        copy_standing(&after, at);
        if (play_on(beam, &after, &moves[each], &value, NULL))
            insert(beam, &after, value, link);
        else
            end_game(beam, (int)value, link);
    }
    return !beam->failed;
}

static void end_pass(Beam *beam) {
    for (int at = 0; at < N_LEVELS; at++) free_level(&beam->levels[at]);
    beam->n_links = 0;
}

EXPORTED void beam_end(Beam *beam) {
    if (!beam) return;
    end_pass(beam);
    free(beam->links);
    free(beam);
}

/* Begin a search with the numbers given for each kind of chance; NULL if there is no memory. */
EXPORTED Beam *beam_begin(const State *from, const double *const *given, const uint32_t *n_given) {
    Beam *beam = calloc(1, sizeof *beam);
    if (!beam) return NULL;
    copy_state(&beam->root.state, from);
    for (int kind = 0; kind < N_CHANCES; kind++) {
        beam->root.chance.given[kind] = given[kind];
        beam->root.chance.n_given[kind] = n_given[kind];
    }
    beam->best_score = NO_SCORE;
    beam->player.hurried = true;
    return beam;
}

/* Begin a pass, with so many states to keep of each level. */
EXPORTED void beam_pass(Beam *beam, const Policy *policy, uint32_t width) {
    static _Thread_local Standing now;
    end_pass(beam);
    copy_standing(&now, &beam->root);
    begin_turn(&now, NULL);
    beam->player.policy = policy;
    beam->width = width;
    beam->at = 0;
    beam->failed = false;
    beam->level = -1;
    beam->pass_score = NO_SCORE;
    insert(beam, &now, 0, (Link){.parent = -1});
    beam->level = level_of(&now.state);
}

/* Seconds of a clock. */
static double clock_now(void) {
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Expand states for so many seconds, at least one; returns whether the pass goes on. */
EXPORTED int32_t beam_improve(Beam *beam, double seconds) {
    double began = clock_now(), used;
    if (beam->level == N_LEVELS) return false;
    do {
        Level *level = &beam->levels[beam->level];
        if (beam->at == level->count) {
            free_level(level);
            beam->at = 0;
            do
                if (++beam->level == N_LEVELS) return false;
            while (!beam->levels[beam->level].count);
            level = &beam->levels[beam->level];
            prune(level, beam->width);
        }
        const Candidate *next = &level->candidates[beam->at++];
        if (!expand_state(beam, next, &level->standings[next->slot])) return false;
        used = clock_now() - began;
    } while (used >= 0 && used < seconds);
    return true;
}

/* The best game so far, and its score sheet; returns the number of games played to their end. */
EXPORTED uint64_t beam_best(const Beam *beam, int32_t *sheet, Log *log) {
    memcpy(sheet, beam->sheet, sizeof beam->sheet);
    memcpy(log, &beam->best, sizeof *log);
    return beam->games;
}
