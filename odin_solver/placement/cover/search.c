/* Exact covers: every cell once, no kind of tile more often than there are copies.

   Depth-first search. To find a cover, the cell that fewest places cover comes first, or the single
   tile with fewest; if that takes long, it begins again in another order. To count or list all, it
   goes cell by cell in the order of the board. Regions whose area or whose excess of light over dark
   cells no tiles reach are cut off, and what is known of a set of open cells and left tiles is
   remembered: that it is dead, or, where covers are only counted, how many there are. Where tiles
   are small that is the dynamic programming over the frontier. */

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifdef _WIN32
#define PUBLIC __declspec(dllexport)
#else
#define PUBLIC __attribute__((visibility("default")))
#endif

enum {
    WORDS = 64,
    BITS = 64 * WORDS,
    MOST_KINDS = 2048,
    MOST_KEY = 3 * WORDS + MOST_KINDS, /* words of what is remembered: cells, and counts of tiles */
    PLANES = 4,                /* bits of the ways to cover a cell */
    FIRST_SLOTS = 1024,        /* of what is remembered; more are taken as they fill */
    PATIENCE = 20000,          /* nodes before another order is tried */
    SPLIT = 2,                 /* depth whose nodes are dealt out to several searches */
    WAYS = 4,                  /* entries where something may be remembered */
    DONE = 0,
    PAUSED = 1,
    FOUND = 2,
    OVERFLOWN = 3
};

typedef uint64_t Word;
typedef unsigned __int128 Count;
typedef struct { Word w[WORDS]; } Mask;
typedef struct { const Word *cells, *beside; int kind, uses, color; } Place;
typedef struct { int copies, spare, area, excess, bits; } Kind; /* spare ones may be left */

typedef struct {
    Mask free, apart[2];
    Count before;
    int fitting, n_fitting; /* of the stack of places: those that still fit, unless covers are counted */
    int options, n, at;     /* of that stack as well: the ways to cover a cell or to use a tile */
    int area, excess;   /* of the left tiles */
    double share, done; /* of the whole search */
} Frame;

typedef struct {
    int words, stride, n_kinds, n_places;
    bool only_count, by_fewest, all, bounded, connected; /* all tiles used, or some at least */
    Kind *kinds;
    Place *places;
    Word *masks; /* of the places */
    int *left, *by_cell, first[BITS + 1]; /* places by their lowest cells */
    int *order;                           /* of the places, those of large tiles first */
    uint64_t random;
    int64_t patience, restart; /* nodes of this order, and of all when it is given up */
    Mask light;
    Frame *frames;
    int depth, *options, room;
    bool begun, leaf;
    int part, parts; /* of several searches that count together */
    int64_t dealt;
    Count found;
    int64_t nodes, work[BITS + 1];
    double progress;
    /* Memory: keys, counts, and the work that each spared. */
    int key_words, n_colors;
    Word *keys;
    Count *counts;
    int64_t *works;
    Word slots, most_slots, taken;
} Search;

static int lowest(const Word *cells, int words) {
    for (int i = 0; i < words; i++)
        if (cells[i]) return 64 * i + __builtin_ctzll(cells[i]);
    return -1;
}

static int size_of(const Mask *m, int words) {
    int n = 0;
    for (int i = 0; i < words; i++) n += __builtin_popcountll(m->w[i]);
    return n;
}

static bool within(const Word *a, const Mask *b, int words) {
    Word out = 0;
    for (int i = 0; i < words; i++) out |= a[i] & ~b->w[i];
    return !out;
}

static bool meet(const Word *a, const Mask *b, int words) {
    Word both = 0;
    for (int i = 0; i < words; i++) both |= a[i] & b->w[i];
    return both != 0;
}

/* The cells of a set that are joined to its lowest one by edges. */
static Mask region_of(const Mask *in, int stride, int words) {
    Mask region = {{0}};
    int start = lowest(in->w, words), over = stride >> 6, by = stride & 63;
    region.w[start >> 6] = 1ULL << (start & 63);
    for (bool grown = true; grown;) {
        grown = false;
        Mask next;
        for (int i = 0; i < words; i++) {
            Word x = region.w[i], spread = x | x << 1 | x >> 1;
            if (i) spread |= region.w[i - 1] >> 63;
            if (i + 1 < words) spread |= region.w[i + 1] << 63;
            if (i >= over) spread |= region.w[i - over] << by;
            if (by && i > over) spread |= region.w[i - over - 1] >> (64 - by);
            if (i + over < words) spread |= region.w[i + over] >> by;
            if (by && i + over + 1 < words) spread |= region.w[i + over + 1] << (64 - by);
            next.w[i] = spread & in->w[i];
            grown |= next.w[i] != x;
        }
        memcpy(region.w, next.w, sizeof(Word) * words);
    }
    return region;
}

static int excess_of(const Search *s, const Mask *cells) {
    int light = 0, all = 0;
    for (int i = 0; i < s->words; i++) {
        light += __builtin_popcountll(cells->w[i] & s->light.w[i]);
        all += __builtin_popcountll(cells->w[i]);
    }
    return abs(2 * light - all);
}

/* Add what is reached by one more step of a size. */
static void step(Mask *sums, int by, int words) {
    int over = by >> 6, rest = by & 63;
    for (int i = words - 1; i >= over; i--) {
        Word moved = sums->w[i - over] << rest;
        if (rest && i > over) moved |= sums->w[i - over - 1] >> (64 - rest);
        sums->w[i] |= moved;
    }
}

/* The areas that some of the left tiles cover together, as bits. */
static Mask areas_of(const Search *s, int most) {
    Mask sums = {{1}};
    for (int k = 0; k < s->n_kinds; k++) {
        int area = s->kinds[k].area, copies = s->left[k];
        for (int n = 1; copies > 0 && n * area <= most; copies -= n, n *= 2)
            step(&sums, (n < copies ? n : copies) * area, most / 64 + 1);
    }
    return sums;
}

/* Whether some region of the open cells cannot be covered. */
static bool cut_off(const Search *s, const Frame *f) {
    if (!s->connected) return false;
    Mask rest = f->free, region = region_of(&rest, s->stride, s->words);
    int whole = size_of(&rest, s->words), size = size_of(&region, s->words);
    if (s->all && size == whole) return excess_of(s, &region) > f->excess;
    Mask areas = areas_of(s, whole);
    for (;;) {
        if (!(areas.w[size >> 6] >> (size & 63) & 1)) return true;
        if (excess_of(s, &region) > f->excess) return true;
        for (int i = 0; i < s->words; i++) rest.w[i] &= ~region.w[i];
        if (!(whole -= size)) return false;
        region = region_of(&rest, s->stride, s->words);
        size = size_of(&region, s->words);
    }
}

static bool fits(const Search *s, const Frame *f, int number) {
    const Place *p = &s->places[number];
    return s->left[p->kind] >= p->uses && within(p->cells, &f->free, s->words)
        && (p->color < 0 || !meet(p->cells, &f->apart[p->color], s->words));
}

static void make_room(Search *s, int top) {
    if (top + s->n_places <= s->room) return;
    s->room = 2 * (top + s->n_places);
    s->options = realloc(s->options, sizeof(int) * s->room);
}

/* List the ways to cover the lowest open cell. */
static void list_lowest(Search *s, Frame *f) {
    int cell = lowest(f->free.w, s->words);
    make_room(s, f->options);
    for (int i = s->first[cell]; i < s->first[cell + 1]; i++)
        if (fits(s, f, s->by_cell[i])) s->options[f->options + f->n++] = s->by_cell[i];
}

/* List what still fits of the places of the frame below, and count: up to 2^PLANES - 1 for each open
   cell, as bits of masks, and all for each kind. */
static void list_fitting(Search *s, Frame *f, Mask *counts, int *of_kind) {
    int from = 0, n = s->n_places;
    if (s->depth) from = f[-1].fitting, n = f[-1].n_fitting;
    make_room(s, f->fitting);
    memset(counts, 0, PLANES * sizeof *counts);
    memset(of_kind, 0, s->n_kinds * sizeof *of_kind);
    f->n_fitting = 0;
    for (int i = 0; i < n; i++) {
        int number = s->depth ? s->options[from + i] : s->order[i];
        if (!fits(s, f, number)) continue;
        const Place *p = &s->places[number];
        s->options[f->fitting + f->n_fitting++] = number;
        of_kind[p->kind] += p->uses;
        for (int w = 0; w < s->words; w++) {
            Word carry = p->cells[w], full = ~0ULL;
            for (int b = 0; b < PLANES; b++) full &= counts[b].w[w];
            carry &= ~full;
            for (int b = 0; b < PLANES; b++) {
                Word both = counts[b].w[w] & carry;
                counts[b].w[w] ^= carry;
                carry = both;
            }
        }
    }
}

/* List the ways to cover the open cell, or to lay the single tile, that has fewest. */
static void list_fewest(Search *s, Frame *f) {
    Mask counts[PLANES], best = f->free;
    int of_kind[MOST_KINDS], fewest = 0, kind = -1;
    list_fitting(s, f, counts, of_kind);
    for (int b = PLANES; b--;) { /* the cells with the least count, bit by bit */
        Word any = 0;
        for (int i = 0; i < s->words; i++) any |= best.w[i] & ~counts[b].w[i];
        if (!any) fewest |= 1 << b;
        else
            for (int i = 0; i < s->words; i++) best.w[i] &= ~counts[b].w[i];
    }
    if (!fewest) return;
    if (s->all || s->bounded)
        for (int k = 0; k < s->n_kinds; k++) {
            int needed = s->left[k] - s->kinds[k].spare;
            if (of_kind[k] < needed) return;
            if (needed == 1 && s->left[k] == 1 && of_kind[k] < fewest) fewest = of_kind[k], kind = k;
        }
    int cell = lowest(best.w, s->words);
    f->options = f->fitting + f->n_fitting;
    make_room(s, f->options);
    for (int i = 0; i < f->n_fitting; i++) {
        int number = s->options[f->fitting + i];
        const Place *p = &s->places[number];
        if (kind < 0 ? p->cells[cell >> 6] >> (cell & 63) & 1 : p->kind == kind)
            s->options[f->options + f->n++] = number;
    }
}

/* What is open and left. Where tiles may be left, those of a kind are all the same that are more than
   the open cells can take, once no more have to be used. */
static void key_of(const Search *s, const Frame *f, Word *key) {
    int n = 0, shift = 64, open = s->all ? 0 : size_of(&f->free, s->words);
    for (int i = 0; i < s->words; i++) key[n++] = f->free.w[i];
    for (int c = 0; c < s->n_colors; c++)
        for (int i = 0; i < s->words; i++) key[n++] = f->free.w[i] & f->apart[c].w[i];
    for (int k = 0; k < s->n_kinds; k++) {
        if (shift + s->kinds[k].bits > 64) key[n++] = 0, shift = 0;
        int left = s->left[k], most = open / s->kinds[k].area;
        bool same = !s->all && left <= s->kinds[k].spare && most < left;
        key[n - 1] |= (Word)(same ? most : left) << shift;
        shift += s->kinds[k].bits;
    }
}

static Word slot_of(const Search *s, const Word *key) {
    Word hash = 0;
    for (int i = 0; i < s->key_words; i++) {
        hash = (hash ^ key[i]) * 0x9E3779B97F4A7C15ULL;
        hash ^= hash >> 29;
    }
    return hash % (s->slots - WAYS);
}

/* Whether others search below this node as well. */
static bool shared(const Search *s) { return s->parts > 1 && s->depth < SPLIT; }

static bool recall(const Search *s, const Frame *f, Count *count) {
    Word key[MOST_KEY];
    if (shared(s)) return false;
    key_of(s, f, key);
    Word slot = slot_of(s, key);
    for (int i = 0; i < WAYS; i++, slot++)
        if (s->works[slot] && !memcmp(s->keys + slot * s->key_words, key, 8 * s->key_words)) {
            *count = s->counts[slot];
            return true;
        }
    return false;
}

static void put(Search *s, const Word *key, Count count, int64_t work) {
    Word slot = slot_of(s, key), least = slot;
    for (int i = 1; i < WAYS; i++)
        if (s->works[slot + i] < s->works[least]) least = slot + i;
    s->taken += !s->works[least];
    memcpy(s->keys + least * s->key_words, key, 8 * s->key_words);
    s->counts[least] = count;
    s->works[least] = work;
}

/* Take memory, and keep what is remembered; false if there is none. */
static bool enlarge(Search *s, Word slots) {
    Word *keys = malloc(slots * s->key_words * 8);
    Count *counts = malloc(slots * sizeof(Count));
    int64_t *works = calloc(slots, 8);
    if (!keys || !counts || !works) {
        free(keys), free(counts), free(works);
        return false;
    }
    Search before = *s;
    s->keys = keys, s->counts = counts, s->works = works;
    s->slots = slots, s->taken = 0;
    for (Word i = 0; i < before.slots; i++)
        if (before.works[i])
            put(s, before.keys + i * s->key_words, before.counts[i], before.works[i]);
    free(before.keys), free(before.counts), free(before.works);
    return true;
}

static void remember(Search *s, const Frame *f, Count count, int64_t work) {
    Word key[MOST_KEY];
    if (shared(s)) return;
    if (s->taken > s->slots / 2 && s->slots < s->most_slots) {
        Word more = 4 * s->slots < s->most_slots ? 4 * s->slots : s->most_slots;
        if (!enlarge(s, more)) s->most_slots = s->slots;
    }
    key_of(s, f, key);
    put(s, key, count, work + 1);
}

static void lay(Search *s, const Frame *from, Frame *to, int number) {
    const Place *p = &s->places[number];
    for (int i = 0; i < s->words; i++) {
        to->free.w[i] = from->free.w[i] & ~p->cells[i];
        for (int c = 0; c < 2; c++)
            to->apart[c].w[i] = from->apart[c].w[i] | (p->color == c ? p->beside[i] : 0);
    }
    s->left[p->kind] -= p->uses;
    to->excess = from->excess - p->uses * s->kinds[p->kind].excess;
    to->options = to->fitting = from->options + from->n;
    to->share = from->share / from->n;
    to->done = from->done + from->share * (from->at - 1) / from->n;
}

/* Whether the tiles that have to be used have more cells than are open. */
static bool lacks_room(const Search *s, const Mask *open) {
    int needed = 0;
    for (int k = 0; k < s->n_kinds; k++)
        if (s->left[k] > s->kinds[k].spare)
            needed += (s->left[k] - s->kinds[k].spare) * s->kinds[k].area;
    return needed > size_of(open, s->words);
}

/* Enter the frame on top; return whether there is something to branch on. */
static bool enter(Search *s) {
    Frame *f = &s->frames[s->depth];
    f->before = s->found;
    f->n = f->at = 0;
    s->work[s->depth] = s->nodes++;
    Count known;
    if (recall(s, f, &known)) {
        s->found += known;
        return false;
    }
    if (!(s->bounded && lacks_room(s, &f->free)) && !cut_off(s, f)) {
        if (s->by_fewest) list_fewest(s, f);
        else list_lowest(s, f);
    }
    if (!f->n) remember(s, f, 0, 0);
    return f->n > 0;
}

/* SHA-256 of this file, from the compiler's command line. */
PUBLIC const char *cover_digest(void) { return SOURCE_DIGEST; }

PUBLIC void cover_free(Search *s) {
    if (!s) return;
    free(s->kinds), free(s->places), free(s->masks), free(s->left), free(s->by_cell), free(s->order);
    free(s->frames), free(s->options), free(s->keys), free(s->counts), free(s->works);
    free(s);
}

/* Read a problem; `megabytes` is for what is remembered. NULL if there is no memory. */
PUBLIC Search *cover_new(const int64_t *in, int64_t megabytes) {
    Search *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    s->words = (int)*in++, s->stride = (int)*in++;
    s->only_count = *in++, s->by_fewest = *in++, s->all = *in++, s->connected = *in++;
    s->part = (int)*in++, s->parts = (int)*in++;
    s->n_colors = (int)*in++, s->n_kinds = (int)*in++, s->n_places = (int)*in++;
    s->frames = calloc(BITS + 2, sizeof(Frame));
    s->kinds = calloc(s->n_kinds + 1, sizeof(Kind));
    s->left = calloc(s->n_kinds + 1, sizeof(int));
    s->places = calloc(s->n_places + 1, sizeof(Place));
    s->by_cell = calloc(s->n_places + 1, sizeof(int));
    s->order = calloc(s->n_places + 1, sizeof(int));
    s->random = 88172645463325252ULL;
    s->patience = s->restart = PATIENCE;
    Frame *f = s->frames;
    f->share = 1;
    s->key_words = s->words * (1 + s->n_colors);
    int shift = 64;
    for (int k = 0; k < s->n_kinds; k++) {
        Kind *kind = &s->kinds[k];
        kind->copies = s->left[k] = (int)*in++, kind->spare = (int)*in++, kind->area = (int)*in++;
        s->bounded |= !s->all && kind->spare < kind->copies;
        kind->excess = (int)*in++;
        while (kind->copies >> kind->bits) kind->bits++;
        if (shift + kind->bits > 64) s->key_words++, shift = 0;
        shift += kind->bits;
        f->excess += kind->copies * kind->excess;
    }
    for (int i = 0; i < s->n_places; i++) {
        Place *p = &s->places[i];
        s->order[i] = i;
        p->kind = (int)*in++, p->uses = (int)*in++, p->color = (int)*in++;
    }
    size_t length = sizeof(Word) * s->words;
    memcpy(f->free.w, in, length), in += s->words;
    memcpy(s->light.w, in, length), in += s->words;
    s->masks = malloc(2 * length * (s->n_places + 1));
    memcpy(s->masks, in, 2 * length * s->n_places);
    for (int i = 0; i < s->n_places; i++) {
        Place *p = &s->places[i];
        p->cells = s->masks + 2 * i * s->words, p->beside = p->cells + s->words;
        s->first[lowest(p->cells, s->words)]++;
    }
    for (int cell = 0; cell < BITS; cell++) s->first[cell + 1] += s->first[cell];
    for (int i = s->n_places; i--;) /* from the end: places keep their order */
        s->by_cell[--s->first[lowest(s->places[i].cells, s->words)]] = i;
    s->most_slots = (Word)megabytes * 1048576 / (8 * s->key_words + sizeof(Count) + 8) + 2 * WAYS;
    if (!enlarge(s, FIRST_SLOTS)) {
        cover_free(s);
        return NULL;
    }
    return s;
}

static int area_at(const Search *s, int at) {
    return s->kinds[s->places[s->order[at]].kind].area;
}

/* Begin again with another order of the places of equally large tiles, and be more patient. */
static void again(Search *s) {
    for (int k = 0; k < s->n_kinds; k++) s->left[k] = s->kinds[k].copies;
    for (int from = 0, i = 0; i < s->n_places; i++) {
        if (area_at(s, i) != area_at(s, from)) from = i;
        s->random ^= s->random << 13, s->random ^= s->random >> 7, s->random ^= s->random << 17;
        int j = from + (int)(s->random % (i - from + 1)), kept = s->order[i];
        s->order[i] = s->order[j], s->order[j] = kept;
    }
    s->depth = 0;
    s->patience *= 2;
    s->restart = s->nodes + s->patience;
    enter(s);
}

/* What was found so far, in two words, and the share of the search that is done. */
PUBLIC double cover_state(const Search *s, Word *found) {
    found[0] = (Word)s->found, found[1] = (Word)(s->found >> 64);
    return s->progress;
}

/* The places of the cover that was found; returns their number. */
PUBLIC int32_t cover_path(const Search *s, int32_t *places) {
    for (int d = 0; d < s->depth; d++) {
        const Frame *f = &s->frames[d];
        places[d] = s->options[f->options + f->at - 1];
    }
    return s->depth;
}

/* Search on until the end, the next cover (unless they are only counted), or for some nodes. */
PUBLIC int32_t cover_run(Search *s, int64_t nodes) {
    int64_t last = s->nodes + nodes;
    if (!s->begun) {
        s->begun = true;
        s->leaf = lowest(s->frames[0].free.w, s->words) < 0;
        if (s->leaf && s->bounded) return DONE;
        if (s->leaf) {
            s->found = !s->part;
            s->progress = 1;
            return s->only_count ? DONE : FOUND;
        }
        enter(s);
    } else if (s->leaf) { /* go on after a cover */
        s->leaf = false;
        if (!s->depth) return DONE;
        s->depth--;
        const Place *p = &s->places[s->options[s->frames[s->depth].options
                                                + s->frames[s->depth].at - 1]];
        s->left[p->kind] += p->uses;
    }
    for (;;) {
        if (s->by_fewest && !s->only_count && !s->found && s->nodes > s->restart) again(s);
        Frame *f = &s->frames[s->depth];
        if (f->at < f->n) {
            if (s->nodes > last) return PAUSED;
            int number = s->options[f->options + f->at++];
            Frame *next = f + 1;
            lay(s, f, next, number);
            s->depth++;
            bool leaf = lowest(next->free.w, s->words) < 0;
            if (s->depth == SPLIT ? s->dealt++ % s->parts != s->part : leaf && shared(s) && s->part) {
                /* another search counts it */
            } else if (leaf) {
                bool enough = !(s->bounded && lacks_room(s, &next->free));
                s->found += enough;
                if (enough && !s->only_count) {
                    s->leaf = true;
                    return FOUND;
                }
            } else if (enter(s)) {
                continue;
            }
            if (s->found >> 126) return OVERFLOWN;
            s->progress = next->done + next->share;
        } else {
            Count count = s->found - f->before;
            if (f->n && (s->only_count || !count))
                remember(s, f, count, s->nodes - s->work[s->depth]);
            if (!s->depth) {
                s->progress = 1;
                return DONE;
            }
        }
        s->depth--;
        f = &s->frames[s->depth];
        const Place *p = &s->places[s->options[f->options + f->at - 1]];
        s->left[p->kind] += p->uses;
    }
}
