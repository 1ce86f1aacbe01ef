/* Local search over layouts: empty a window of a layout, fill it again, keep what is good enough.

   A window has at most 64 cells, so that sets of its cells are single words. It is filled cell by
   cell in a depth-first search that gives up after some nodes. Everything lost counts as loss:
   points of open cells, income and bonuses missed, pieces that would be worth keeping. */
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifdef _WIN32
#define PUBLIC __declspec(dllexport)
#else
#define PUBLIC __attribute__((visibility("default")))
#endif

enum {
    INTERFACE = 2,
    WORDS = 4,
    BITS = 64 * WORDS,
    MOST_PIECES = 2048,
    MOST_FEATURES = 48,
    MOST_BOARDS = 64,
    MOST_OPTIONS = 8192,
    MOST_AREA = 16,
    LEVELS = 16, /* of the random order of options */
    MEMORY = 1 << 14,
    SPOTS = 6,  /* ways to choose a spot: see choose_window */
    SHAPES = 4, /* of windows: see grow */
    ORDERS = 6, /* of cells: see order_key */
    ARMS = SPOTS * SHAPES,
    MOST_NODES = 500, /* of a search in a window */
    MOST_IDLE = 15,   /* phases without progress before a new start */
    FRESH_IDLE = 10,  /* the same after a new start */
    STARTS = 3,       /* from an empty layout, at the beginning */
    SILVER = -1,
    ORE = -2
};

typedef uint64_t Word;
typedef struct { Word w[WORDS]; } Mask;

typedef struct {
    Mask cells;
    int16_t kind;
    uint8_t n, cell[MOST_AREA]; /* the same cells, one by one */
} Place;
typedef struct { int64_t value, guided; int diagonal; bool dominant; Mask needs, open; } Feature;
typedef struct { int cell; Mask needs; } IncomeCell;
typedef struct { Mask cells; int16_t board, kind; } Piece;

typedef struct {
    int stride;
    bool takes[2]; /* silver, ore */
    bool ordered;  /* several diagonals: a placing order may not exist */
    Mask free, must;
    int64_t open_loss[BITS], guided[BITS];
    int n_features, n_income, n_places, n_cells;
    Feature *features;
    IncomeCell *income;
    Place *places; /* by kind, then by their lowest cell */
    int (*first)[BITS + 1]; /* of each kind */
    int cells[BITS], x[BITS], y[BITS]; /* the free cells */
    uint8_t ordered_cells[ORDERS][BITS]; /* the same */
    int8_t *color;   /* of each kind: kept apart as 0 or 1, or -1 */
} Board;

typedef struct {
    int n_pieces;
    int64_t loss, real, dominant; /* as guided, as it counts, and that of dominant features */
    Piece pieces[MOST_PIECES];
} Layout;

typedef struct {
    Word cells, beside, needs, forfeits;
    int64_t cost;
    const Place *place;
    int16_t kind, board, color;
} Option;

typedef struct {
    int n_boards, n_kinds, stock[2];
    int64_t filler_loss[2], unit;
    bool dominated; /* by dominant features */
    int *count, *area;
    int64_t *keep;
    Board *boards;
    Word random;

    /* The current layout. */
    Layout now, best;
    int *left, fillers[2];
    int16_t (*owner)[BITS];
    Mask *covered;

    Layout next;
    uint8_t placed[MOST_PIECES];

    /* The window. */
    Mask windows[MOST_BOARDS];
    int n_cells, cell_board[64], cell_bit[64];
    Word beside[64], feature_open[64], feature_need[64];
    int64_t open_loss[64], feature_value[64];
    Word single_needs[64], single_forfeits[64], unfillable;
    bool barred_single[64];
    int n_features;
    Option *options, *sorted;
    int first[65 * LEVELS + 1], fill[65 * LEVELS + 1];
    int16_t where[MOST_OPTIONS];
    int8_t number[64][BITS]; /* of boards that have cells in the window */
    Word wanted, valued, no_filler[2];
    int64_t least_open;
    int available;

    /* The search in it. */
    int64_t limit, old, found;
    int nodes, depth, solution_depth;
    bool stop, exhausted;
    int32_t path[64], solution[64];
    Word keys[64];
    struct { Word key; int64_t loss; } *memory;
    Word stamp, kind_key[256];

    /* Control. */
    double size[ARMS], weight[ARMS];
    int64_t steps, phase_end;
    int idle, starts;
    bool kicked, fresh;
    Layout home; /* what this and further phases start from */
} Search;

static const double LEAVING = 0.1; /* see promising */

static Word draw(Search *s) {
    Word x = s->random;
    x ^= x >> 12, x ^= x << 25, x ^= x >> 27;
    s->random = x;
    return x * 0x2545F4914F6CDD1DULL;
}
static int below(Search *s, int n) { return (int)((draw(s) >> 32) * (Word)n >> 32); }
static double uniform(Search *s) { return (double)(draw(s) >> 11) * 0x1p-53; }

static bool has(const Mask *m, int bit) { return m->w[bit >> 6] >> (bit & 63) & 1; }
static void set(Mask *m, int bit) { m->w[bit >> 6] |= 1ULL << (bit & 63); }
static bool meets(const Mask *a, const Mask *b) {
    Word any = 0;
    for (int i = 0; i < WORDS; i++) any |= a->w[i] & b->w[i];
    return any != 0;
}
static bool within(const Mask *a, const Mask *b) { /* a is a part of b */
    Word out = 0;
    for (int i = 0; i < WORDS; i++) out |= a->w[i] & ~b->w[i];
    return out == 0;
}
static void add(Mask *a, const Mask *b) { for (int i = 0; i < WORDS; i++) a->w[i] |= b->w[i]; }
static void drop(Mask *a, const Mask *b) { for (int i = 0; i < WORDS; i++) a->w[i] &= ~b->w[i]; }
static Mask shifted(const Mask *a, int by) { /* by less than 64 either way */
    Mask r;
    for (int i = 0; i < WORDS; i++) {
        if (by > 0)
            r.w[i] = a->w[i] << by | (i ? a->w[i - 1] >> (64 - by) : 0);
        else
            r.w[i] = a->w[i] >> -by | (i + 1 < WORDS ? a->w[i + 1] << (64 + by) : 0);
    }
    return r;
}
static Mask spread(const Mask *a, int stride) { /* the cells beside and below a set */
    Mask r = shifted(a, 1), b = shifted(a, -1), c = shifted(a, stride), d = shifted(a, -stride);
    add(&r, &b), add(&r, &c), add(&r, &d);
    return r;
}
static int size_of(const Mask *m) {
    int n = 0;
    for (int i = 0; i < WORDS; i++) n += __builtin_popcountll(m->w[i]);
    return n;
}
static int bits(const Mask *m, int *out) {
    int n = 0;
    for (int i = 0; i < WORDS; i++)
        for (Word w = m->w[i]; w; w &= w - 1) out[n++] = i * 64 + __builtin_ctzll(w);
    return n;
}

/* --- making a search --- */

static void copy(Layout *to, const Layout *from) {
    memcpy(to, from, offsetof(Layout, pieces) + sizeof(Piece) * (size_t)from->n_pieces);
}

static int64_t next(const int64_t **at) { return *(*at)++; }
static Mask next_mask(const int64_t **at) {
    Mask m;
    for (int i = 0; i < WORDS; i++) m.w[i] = (Word)next(at);
    return m;
}

static int lowest(const Mask *m) {
    for (int i = 0; i < WORDS; i++)
        if (m->w[i]) return i * 64 + __builtin_ctzll(m->w[i]);
    return 0;
}

static int order_key(int order, int x, int y) {
    switch (order) {
    case 0: return -y * 64 + x;
    case 1: return y * 64 - x;
    case 2: return x * 64 - y;
    case 3: return -x * 64 + y;
    case 4: return (x - y) * 64 + x;
    default: return (y - x) * 64 + y;
    }
}

/* Note where the free cells lie, and sort them in all orders. */
static void order_cells(Board *b) {
    for (int i = 0; i < b->n_cells; i++)
        b->x[i] = b->cells[i] % b->stride, b->y[i] = b->cells[i] / b->stride;
    for (int order = 0; order < ORDERS; order++) {
        int keys[BITS];
        for (int i = 0; i < b->n_cells; i++) {
            int key = order_key(order, b->x[i], b->y[i]), at = i;
            for (; at && keys[at - 1] > key; at--)
                keys[at] = keys[at - 1], b->ordered_cells[order][at] = b->ordered_cells[order][at - 1];
            keys[at] = key, b->ordered_cells[order][at] = (uint8_t)b->cells[i];
        }
    }
}

static void read_board(Search *s, Board *b, const int64_t **at, const Mask **blob) {
    int counts[256];
    b->stride = (int)next(at);
    b->takes[0] = next(at), b->takes[1] = next(at), b->ordered = next(at);
    b->free = next_mask(at), b->must = next_mask(at);
    b->n_cells = bits(&b->free, b->cells);
    order_cells(b);
    for (int groups = (int)next(at); groups--;) {
        Mask cells = next_mask(at);
        int64_t loss = next(at);
        for (int i = 0; i < b->n_cells; i++)
            if (has(&cells, b->cells[i])) b->open_loss[b->cells[i]] += loss, b->guided[b->cells[i]] += loss;
    }
    b->n_features = (int)next(at);
    b->features = calloc((size_t)b->n_features + 1, sizeof(Feature));
    for (int i = 0; i < b->n_features; i++) {
        b->features[i].value = b->features[i].guided = next(at), b->features[i].diagonal = (int)next(at);
        b->features[i].needs = next_mask(at), b->features[i].open = next_mask(at);
    }
    b->n_income = (int)next(at);
    b->income = calloc((size_t)b->n_income + 1, sizeof(IncomeCell));
    for (int i = 0; i < b->n_income; i++)
        b->income[i].cell = (int)next(at), b->income[i].needs = next_mask(at);
    b->color = malloc((size_t)s->n_kinds + 1);
    for (int k = 0; k < s->n_kinds; k++) {
        b->color[k] = (int8_t)next(at);
        b->n_places += counts[k] = (int)next(at);
    }
    b->places = calloc((size_t)b->n_places + 1, sizeof(Place));
    b->first = calloc((size_t)s->n_kinds + 1, sizeof *b->first);
    for (int k = 0, begin = 0; k < s->n_kinds; begin += counts[k], k++) {
        int *first = b->first[k], fill[BITS];
        first[0] = begin;
        for (int i = 0; i < counts[k]; i++) first[lowest(&(*blob)[i]) + 1]++;
        for (int i = 0; i < BITS; i++) first[i + 1] += first[i];
        memcpy(fill, first, sizeof fill);
        for (int i = 0; i < counts[k]; i++, (*blob)++) {
            Place *place = &b->places[fill[lowest(*blob)]++];
            int in[BITS];
            place->cells = **blob, place->kind = (int16_t)k;
            place->n = (uint8_t)bits(*blob, in);
            for (int j = 0; j < place->n; j++) place->cell[j] = (uint8_t)in[j];
        }
    }
}

/* Features that count for more than all cells together are dominant: income or bonuses are the first
   level of the objective, and points a later one. */
static void mark_dominant(Search *s) {
    int64_t cells = 0;
    for (int n = 0; n < s->n_boards; n++)
        for (int i = 0; i < s->boards[n].n_cells; i++) {
            int64_t loss = s->boards[n].open_loss[s->boards[n].cells[i]];
            if (loss > 0) cells += loss;
        }
    for (int n = 0; n < s->n_boards; n++)
        for (int f = 0; f < s->boards[n].n_features; f++) {
            Feature *each = &s->boards[n].features[f];
            each->dominant = each->value > cells;
            s->dominated |= each->dominant;
        }
}

static void recount(Search *s);

PUBLIC int search_interface(void) { return INTERFACE; }

PUBLIC Search *search_new(const int64_t *at, const Mask *blob, uint64_t seed) {
    Search *s = calloc(1, sizeof(Search));
    s->n_boards = (int)next(&at), s->n_kinds = (int)next(&at);
    s->unit = next(&at);
    bool first_level = next(&at);
    for (int f = 0; f < 2; f++) s->stock[f] = (int)next(&at), s->filler_loss[f] = next(&at);
    size_t kinds = (size_t)s->n_kinds + 1;
    s->count = calloc(kinds, sizeof(int)), s->area = calloc(kinds, sizeof(int));
    s->left = calloc(kinds, sizeof(int)), s->keep = calloc(kinds, sizeof(int64_t));
    for (int k = 0; k < s->n_kinds; k++)
        s->count[k] = (int)next(&at), s->area[k] = (int)next(&at), s->keep[k] = next(&at);
    s->boards = calloc((size_t)s->n_boards + 1, sizeof(Board));
    s->owner = calloc((size_t)s->n_boards + 1, sizeof *s->owner);
    s->covered = calloc((size_t)s->n_boards + 1, sizeof(Mask));
    for (int b = 0; b < s->n_boards; b++) read_board(s, &s->boards[b], &at, &blob);
    if (first_level) mark_dominant(s);
    s->options = malloc(sizeof(Option) * MOST_OPTIONS);
    s->sorted = malloc(sizeof(Option) * MOST_OPTIONS);
    s->memory = calloc(MEMORY, sizeof *s->memory);
    s->random = seed * 0x9E3779B97F4A7C15ULL + 0x1234567887654321ULL;
    if (!s->random) s->random = 1;
    for (int i = 0; i < 16; i++) draw(s);
    for (int i = 0; i < 256; i++) s->kind_key[i] = draw(s) | 1;
    for (int i = 0; i < ARMS; i++) s->size[i] = 24, s->weight[i] = 1;
    recount(s);
    copy(&s->best, &s->now);
    return s;
}

PUBLIC void search_free(Search *s) {
    for (int b = 0; b < s->n_boards; b++)
        free(s->boards[b].features), free(s->boards[b].income), free(s->boards[b].color),
            free(s->boards[b].places), free(s->boards[b].first);
    free(s->count), free(s->area), free(s->left), free(s->keep), free(s->boards), free(s->owner);
    free(s->covered), free(s->options), free(s->sorted), free(s->memory), free(s);
}

/* Derive everything from the pieces of the current layout. */
static void recount(Search *s) {
    memcpy(s->left, s->count, sizeof(int) * (size_t)s->n_kinds);
    memcpy(s->fillers, s->stock, sizeof s->fillers);
    memset(s->owner, 0xff, sizeof *s->owner * (size_t)s->n_boards);
    memset(s->covered, 0, sizeof(Mask) * (size_t)s->n_boards);
    int64_t loss = 0, guided = 0, dominant = 0;
    for (int p = 0; p < s->now.n_pieces; p++) {
        Piece *piece = &s->now.pieces[p];
        int cells[BITS];
        for (int n = bits(&piece->cells, cells); n--;) s->owner[piece->board][cells[n]] = (int16_t)p;
        add(&s->covered[piece->board], &piece->cells);
        if (piece->kind >= 0)
            s->left[piece->kind]--, loss += s->keep[piece->kind];
        else
            s->fillers[-1 - piece->kind]--, loss += s->filler_loss[-1 - piece->kind];
    }
    for (int n = 0; n < s->n_boards; n++) {
        Board *b = &s->boards[n];
        for (int i = 0; i < b->n_cells; i++)
            if (!has(&s->covered[n], b->cells[i]))
                loss += b->open_loss[b->cells[i]], guided += b->guided[b->cells[i]] - b->open_loss[b->cells[i]];
        for (int f = 0; f < b->n_features; f++) {
            const Feature *each = &b->features[f];
            if (within(&each->needs, &s->covered[n]) && !meets(&each->open, &s->covered[n])) continue;
            loss += each->value, guided += each->guided - each->value;
            if (each->dominant) dominant += each->value;
        }
    }
    s->now.loss = loss + guided, s->now.real = loss, s->now.dominant = dominant;
}

/* Go on from a layout: boards, kinds and cells of its pieces. */
PUBLIC void search_set(Search *s, int n, const int32_t *boards, const int32_t *kinds,
                       const Mask *cells) {
    s->now.n_pieces = n;
    for (int i = 0; i < n; i++)
        s->now.pieces[i] = (Piece){cells[i], (int16_t)boards[i], (int16_t)kinds[i]};
    recount(s);
    copy(&s->home, &s->now);
    if (s->now.real < s->best.real) copy(&s->best, &s->now);
    s->kicked = true, s->phase_end = s->steps; /* an unguided phase is next */
}

PUBLIC int search_best(Search *s, int32_t *boards, int32_t *kinds, Mask *cells) {
    for (int i = 0; i < s->best.n_pieces; i++) {
        boards[i] = s->best.pieces[i].board, kinds[i] = s->best.pieces[i].kind;
        cells[i] = s->best.pieces[i].cells;
    }
    return s->best.n_pieces;
}


/* --- the window --- */

/* Sift an entry of a heap down; the least is on top. */
static void sift(uint32_t *heap, int n, int at) {
    uint32_t entry = heap[at];
    for (int child; (child = 2 * at + 1) < n; at = child) {
        if (child + 1 < n && heap[child + 1] < heap[child]) child++;
        if (heap[child] >= entry) break;
        heap[at] = heap[child];
    }
    heap[at] = entry;
}

/* Grow a window around a spot to about a number of cells; whole pieces go into it. */
static void grow(Search *s, Mask *window, int n, int spot, int shape, int size) {
    Board *b = &s->boards[n];
    uint32_t near[BITS]; /* distance, with a random fraction, and cell */
    int x0 = spot % b->stride, y0 = spot / b->stride, total = 0, left = b->n_cells;
    for (int i = 0; i < left; i++) {
        int dx = b->x[i] - x0, dy = b->y[i] - y0, far;
        switch (shape) {
        case 0: far = dx * dx + dy * dy; break;
        case 1: far = dx * dx + 6 * dy * dy; break;
        case 2: far = 6 * dx * dx + dy * dy; break;
        default: far = (dx - dy) * (dx - dy) + 6 * (dx + dy) * (dx + dy);
        }
        near[i] = (uint32_t)(far * 16 + below(s, 32)) << 8 | (uint32_t)b->cells[i];
    }
    for (int i = left / 2; i--;) sift(near, left, i);
    while (left && total < size) {
        int bit = near[0] & 255, owner = s->owner[n][bit];
        near[0] = near[--left];
        sift(near, left, 0);
        if (has(window, bit)) continue;
        if (owner < 0) {
            set(window, bit), total++;
            continue;
        }
        int more = size_of(&s->now.pieces[owner].cells);
        if (total + more > size + 4) continue;
        add(window, &s->now.pieces[owner].cells), total += more;
    }
}

static void any_spot(Search *s, int *board, int *spot) {
    int total = 0;
    for (int b = 0; b < s->n_boards; b++) total += s->boards[b].n_cells;
    int at = below(s, total);
    for (int b = 0; b < s->n_boards; b++) {
        if (at < s->boards[b].n_cells) {
            *board = b, *spot = s->boards[b].cells[at];
            return;
        }
        at -= s->boards[b].n_cells;
    }
}

/* Choose a cell at random: one where something is lost, since it is open or under silver, or one
   that is covered to no avail; any cell if there is none. */
static void special_spot(Search *s, bool wasted, int *board, int *spot) {
    int seen = 0;
    any_spot(s, board, spot);
    for (int n = 0; n < s->n_boards; n++) {
        Board *b = &s->boards[n];
        Mask useful = {{0}};
        int last = -1;
        for (int f = 0; f < b->n_features; f++) {
            const Feature *feature = &b->features[f];
            bool won = within(&feature->needs, &s->covered[n]);
            if (!feature->guided || meets(&feature->open, &s->covered[n])) continue;
            if (won != wasted || (!won && feature->diagonal >= 0 && feature->diagonal == last)) continue;
            add(&useful, &feature->needs);
            if (!won) last = feature->diagonal; /* the next step of each diagonal is enough */
        }
        for (int i = 0; i < b->n_cells; i++) {
            int bit = b->cells[i], owner = s->owner[n][bit];
            bool open = owner < 0 || s->now.pieces[owner].kind < 0;
            bool fits = wasted ? !open && b->guided[bit] <= 0 && !has(&useful, bit)
                               : open && (b->guided[bit] > 0 || has(&useful, bit));
            if (fits && below(s, ++seen) == 0) *board = n, *spot = bit;
        }
    }
}

static void piece_spot(Search *s, int kind, int *board, int *spot) {
    int seen = 0;
    for (int p = 0; p < s->now.n_pieces; p++)
        if (s->now.pieces[p].kind == kind && below(s, ++seen) == 0)
            *board = s->now.pieces[p].board, *spot = lowest(&s->now.pieces[p].cells);
}

static void choose_window(Search *s, int arm, Mask *windows) {
    int kind = arm / SHAPES, shape = arm % SHAPES, size = (int)s->size[arm];
    int board = 0, spot = 0, parts = kind >= 2 && kind <= 4 ? 2 : 1;
    memset(windows, 0, sizeof(Mask) * (size_t)s->n_boards);
    int tile = -1;
    for (int part = 0; part < parts; part++) {
        if (kind == 0 || (kind == 2 && part == 1)) any_spot(s, &board, &spot);
        else special_spot(s, kind == 5 || (kind == 4 && part == 1), &board, &spot);
        if (kind == 3) {
            any_spot(s, &board, &spot);
            if (part == 0) {
                int owner = s->owner[board][spot];
                tile = owner < 0 ? -1 : s->now.pieces[owner].kind;
            } else if (tile >= 0) {
                piece_spot(s, tile, &board, &spot);
            }
        }
        grow(s, &windows[board], board, spot, shape, size / parts);
    }
}

/* The cells that matter by themselves or for a feature. In a window they come first: once they are
   decided the others may stay open. */
static Mask wanted_cells(const Board *b) {
    Mask wanted = {{0}};
    for (int i = 0; i < b->n_cells; i++)
        if (b->guided[b->cells[i]]) set(&wanted, b->cells[i]);
    for (int f = 0; f < b->n_features; f++)
        if (b->features[f].guided) add(&wanted, &b->features[f].needs);
    return wanted;
}

/* Lay out the cells of a window, its features, and the ways to fill it; false if it is empty. */
static bool prepare(Search *s, const Mask *windows) {
    struct { int board, bit; } cells[64];
    int n = 0, order = below(s, ORDERS);
    for (int b = 0; b < s->n_boards; b++) {
        Mask wanted = wanted_cells(&s->boards[b]);
        for (int turn = 0; turn < 2; turn++)
            for (int i = 0; i < s->boards[b].n_cells; i++) {
                int bit = s->boards[b].ordered_cells[order][i];
                if (!has(&windows[b], bit) || has(&wanted, bit) == turn) continue;
                if (n == 64) return false;
                cells[n].board = b, cells[n++].bit = bit;
            }
    }
    if (!n) return false;
    s->n_cells = n;
    int used[64], n_used = 0, slot[BITS];
    for (int i = 0; i < n; i++) {
        int b = cells[i].board;
        if (!n_used || used[n_used - 1] != b) {
            memset(s->number[n_used], -1, BITS);
            used[n_used++] = b;
        }
        slot[i] = n_used - 1;
        s->number[n_used - 1][cells[i].bit] = (int8_t)i;
        s->cell_board[i] = b, s->cell_bit[i] = cells[i].bit;
    }
    s->wanted = s->valued = 0, s->least_open = INT64_MAX;
    s->no_filler[0] = s->no_filler[1] = 0;
    for (int i = 0; i < n; i++) {
        Board *b = &s->boards[cells[i].board];
        int bit = cells[i].bit, around[4] = {bit + 1, bit - 1, bit + b->stride, bit - b->stride};
        s->beside[i] = 0;
        for (int d = 0; d < 4; d++)
            if (around[d] >= 0 && around[d] < BITS && s->number[slot[i]][around[d]] >= 0)
                s->beside[i] |= 1ULL << s->number[slot[i]][around[d]];
        s->open_loss[i] = b->guided[bit];
        if (s->open_loss[i]) s->wanted |= 1ULL << i;
        if (s->open_loss[i] > 0) {
            s->valued |= 1ULL << i;
            if (s->open_loss[i] < s->least_open) s->least_open = s->open_loss[i];
        }
        for (int f = 0; f < 2; f++)
            if (!b->takes[f]) s->no_filler[f] |= 1ULL << i;
        s->single_needs[i] = s->single_forfeits[i] = 0;
        s->barred_single[i] = false;
    }
    s->n_features = 0;
    int total = 0;
    for (int u = 0; u < n_used; u++) {
        int number_of = used[u];
        Board *b = &s->boards[number_of];
        const Mask *window = &windows[number_of];
        Mask kept = s->covered[number_of];
        drop(&kept, window);
        Mask reach = kept;
        add(&reach, window);
        int in[BITS], count;
        for (int f = 0; f < b->n_features; f++) {
            Feature *feature = &b->features[f];
            if (!meets(&feature->needs, window) && !meets(&feature->open, window)) continue;
            if (!within(&feature->needs, &reach) || meets(&feature->open, &kept)) continue;
            if (s->n_features == MOST_FEATURES) return false;
            Word need = 0, open = 0;
            count = bits(&feature->needs, in);
            for (int i = 0; i < count; i++)
                if (s->number[u][in[i]] >= 0) need |= 1ULL << s->number[u][in[i]];
            count = bits(&feature->open, in);
            for (int i = 0; i < count; i++)
                if (s->number[u][in[i]] >= 0) open |= 1ULL << s->number[u][in[i]];
            s->feature_need[s->n_features] = need, s->feature_open[s->n_features] = open;
            s->feature_value[s->n_features++] = feature->guided;
            if (feature->guided) s->wanted |= need;
        }
        Word income_at[64], income_needs[64];
        bool income_out[64];
        int n_income = 0;
        for (int i = 0; i < b->n_income && n_income < 64; i++) {
            if (s->number[u][b->income[i].cell] < 0) continue;
            income_at[n_income] = 1ULL << s->number[u][b->income[i].cell];
            income_out[n_income] = !within(&b->income[i].needs, &reach);
            Word needs = 0;
            count = bits(&b->income[i].needs, in);
            for (int j = 0; j < count; j++)
                if (s->number[u][in[j]] >= 0) needs |= 1ULL << s->number[u][in[j]];
            income_needs[n_income++] = needs;
        }
        for (int j = 0; j < n_income; j++) {
            int i = __builtin_ctzll(income_at[j]);
            s->single_needs[i] = income_needs[j] & ~income_at[j];
            s->barred_single[i] = income_out[j];
        }
        Mask apart[2] = {{{0}}, {{0}}};
        for (int p = 0; p < s->now.n_pieces; p++) {
            Piece *piece = &s->now.pieces[p];
            if (piece->board != number_of || piece->kind < 0 || b->color[piece->kind] < 0) continue;
            if (!meets(&piece->cells, window)) add(&apart[b->color[piece->kind]], &piece->cells);
        }
        for (int c = 0; c < 2; c++) apart[c] = spread(&apart[c], b->stride);
        Word income = 0;
        for (int j = 0; j < n_income; j++) income |= income_at[j];
        count = bits(window, in);
        for (int k = 0; k < s->n_kinds; k++) {
            if (s->left[k] <= 0) continue;
            const int *first = b->first[k];
            int color = b->color[k];
            Mask open = *window;
            if (color >= 0) drop(&open, &apart[color]);
            for (int i = 0; i < count; i++) {
                for (int at = first[in[i]]; at < first[in[i] + 1]; at++) {
                    const Place *place = &b->places[at];
                    if (!within(&place->cells, &open)) continue;
                    Option *o = &s->options[total];
                    Word cells = 0, beside = 0, needs = 0;
                    for (int j = 0; j < place->n; j++) cells |= 1ULL << s->number[u][place->cell[j]];
                    bool out = false;
                    for (int j = 0; cells & income && j < n_income; j++)
                        if (cells & income_at[j]) {
                            needs |= income_needs[j];
                            out |= income_out[j];
                        }
                    if (out) continue;
                    for (Word w = color >= 0 ? cells : 0; w; w &= w - 1)
                        beside |= s->beside[__builtin_ctzll(w)];
                    *o = (Option){cells, beside, needs & ~cells, 0, s->keep[k], place,
                                  (int16_t)k, (int16_t)number_of, (int16_t)color};
                    if (++total == MOST_OPTIONS) return false;
                }
            }
        }
    }
    for (int f = 0; f < s->n_features; f++)
        for (Word w = s->feature_open[f]; w; w &= w - 1)
            s->single_forfeits[__builtin_ctzll(w)] |= 1ULL << f;
    /* Sort by the lowest cell, then at random, large tiles rather first. */
    int bias = below(s, 4);
    memset(s->first, 0, sizeof s->first);
    for (int i = 0; i < total; i++) {
        Option *o = &s->options[i];
        for (Word w = o->cells; w; w &= w - 1) o->forfeits |= s->single_forfeits[__builtin_ctzll(w)];
        int level = below(s, LEVELS) - bias * (s->area[o->kind] - 4) / 2;
        level = level < 0 ? 0 : level >= LEVELS ? LEVELS - 1 : level;
        s->where[i] = (int16_t)(__builtin_ctzll(o->cells) * LEVELS + level);
        s->first[s->where[i] + 1]++;
    }
    for (int i = 0; i < 65 * LEVELS; i++) s->first[i + 1] += s->first[i];
    memcpy(s->fill, s->first, sizeof s->fill);
    for (int i = 0; i < total; i++) s->sorted[s->fill[s->where[i]]++] = s->options[i];
    s->available = 0;
    for (int k = 0; k < s->n_kinds; k++) s->available += s->left[k] * s->area[k];
    for (int f = 0; f < 2; f++)
        if (s->filler_loss[f] < s->least_open) s->available += s->fillers[f];
    return true;
}

static int64_t value_of(const Search *s, Word features) {
    int64_t sum = 0;
    for (; features; features &= features - 1) sum += s->feature_value[__builtin_ctzll(features)];
    return sum;
}

/* --- filling it --- */

static void fill(Search *s, Word undecided, Word opened, Word block0, Word block1, Word owed,
                 Word lost, Word kinds, int64_t loss) {
    int short_of = __builtin_popcountll(undecided & s->valued) - s->available;
    if (loss + (short_of > 0 ? short_of * s->least_open : 0) >= s->limit) return;
    if (!(undecided & (s->wanted | owed))) {
        s->found = loss;
        s->limit = loss < s->old ? loss : s->old; /* one as good will do, but go on for a better */
        s->solution_depth = s->depth;
        memcpy(s->solution, s->path, sizeof(int32_t) * (size_t)s->depth);
        return;
    }
    if (++s->nodes > MOST_NODES) {
        s->stop = true, s->exhausted = false;
        return;
    }
    Word key = s->stamp ^ undecided * 0x9E3779B97F4A7C15ULL ^ kinds;
    key ^= (block0 & undecided) * 0xC2B2AE3D27D4EB4FULL ^ (block1 & undecided) * 0x165667B19E3779F9ULL;
    key ^= lost * 0xD6E8FEB86659FD93ULL ^ opened * 0xA0761D6478BD642FULL;
    key ^= key >> 29, key *= 0xBF58476D1CE4E5B9ULL, key ^= key >> 32;
    int slot = (int)(key & (MEMORY - 1));
    if (s->memory[slot].key == key && s->memory[slot].loss <= loss) return;
    s->memory[slot].key = key, s->memory[slot].loss = loss;

    int cell = __builtin_ctzll(undecided), depth = s->depth;
    Word bit = 1ULL << cell;
    s->depth = depth + 1;
    for (int i = s->first[cell * LEVELS], end = s->first[(cell + 1) * LEVELS]; i < end; i++) {
        const Option *o = &s->sorted[i];
        if (o->cells & ~undecided || o->needs & opened || !s->left[o->kind]) continue;
        if (o->color >= 0 && o->cells & (o->color ? block1 : block0)) continue;
        s->left[o->kind]--, s->available -= s->area[o->kind];
        s->path[depth] = i;
        Word beside0 = o->color == 0 ? o->beside : 0, beside1 = o->color == 1 ? o->beside : 0;
        fill(s, undecided & ~o->cells, opened, block0 | beside0, block1 | beside1,
             (owed & ~o->cells) | (o->needs & undecided), lost | o->forfeits,
             kinds + s->kind_key[o->kind & 255],
             loss + o->cost + value_of(s, o->forfeits & ~lost));
        s->left[o->kind]++, s->available += s->area[o->kind];
        if (s->stop) goto done;
    }
    if (!s->barred_single[cell] && !(s->single_needs[cell] & opened)) {
        int f = s->filler_loss[1] <= s->filler_loss[0] ? 1 : 0;
        for (int turn = 0; turn < 2; turn++, f = !f) {
            if (!s->fillers[f] || s->no_filler[f] & bit) continue;
            int worth = s->filler_loss[f] < s->least_open;
            s->fillers[f]--, s->available -= worth;
            s->path[depth] = -1 - f - 2 * cell;
            fill(s, undecided & ~bit, opened, block0, block1,
                 (owed & ~bit) | (s->single_needs[cell] & undecided),
                 lost | s->single_forfeits[cell], kinds + s->kind_key[254 + f],
                 loss + s->filler_loss[f] + value_of(s, s->single_forfeits[cell] & ~lost));
            s->fillers[f]++, s->available += worth;
            if (s->stop) goto done;
            break;
        }
    }
    if (!(owed & bit)) {
        Word forfeits = 0;
        for (int f = 0; f < s->n_features; f++)
            if (s->feature_need[f] & bit) forfeits |= 1ULL << f;
        s->depth = depth;
        fill(s, undecided & ~bit, opened | bit, block0, block1, owed, lost | forfeits, kinds,
             loss + s->open_loss[cell] + value_of(s, forfeits & ~lost));
    }
done:
    s->depth = depth;
}

/* Whether the pieces of a board can be placed one at a time. */
static bool in_order(Search *s, const Layout *layout, int n) {
    const Board *b = &s->boards[n];
    Mask covered = {{0}};
    uint8_t *placed = s->placed;
    memset(placed, 0, (size_t)layout->n_pieces);
    for (bool moved = true; moved;) {
        moved = false;
        for (int p = 0; p < layout->n_pieces; p++) {
            const Piece *piece = &layout->pieces[p];
            if (piece->board != n || placed[p]) continue;
            Mask reach = covered;
            add(&reach, &piece->cells);
            bool legal = true;
            for (int i = 0; i < b->n_income && legal; i++)
                legal = !has(&piece->cells, b->income[i].cell) || within(&b->income[i].needs, &reach);
            if (legal) covered = reach, placed[p] = 1, moved = true;
        }
    }
    for (int p = 0; p < layout->n_pieces; p++)
        if (layout->pieces[p].board == n && !placed[p]) return false;
    return true;
}

/* Empty a window and fill it again; whether the layout changed. */
static bool step(Search *s, int arm) {
    Mask *windows = s->windows;
    Layout *next = &s->next;
    choose_window(s, arm, windows);
    /* Take the pieces up. */
    Word was_open = 0;
    int64_t old = 0;
    next->n_pieces = 0;
    for (int p = 0; p < s->now.n_pieces; p++) {
        Piece *piece = &s->now.pieces[p];
        if (!meets(&piece->cells, &windows[piece->board])) {
            next->pieces[next->n_pieces++] = *piece;
        } else if (piece->kind >= 0) {
            s->left[piece->kind]++, old += s->keep[piece->kind];
        } else {
            s->fillers[-1 - piece->kind]++, old += s->filler_loss[-1 - piece->kind];
        }
    }
    bool changed = false;
    s->exhausted = false;
    s->nodes = 0;
    if (prepare(s, windows)) {
        for (int i = 0; i < s->n_cells; i++)
            if (!has(&s->covered[s->cell_board[i]], s->cell_bit[i]))
                was_open |= 1ULL << i, old += s->open_loss[i];
        Word all = s->n_cells == 64 ? ~0ULL : (1ULL << s->n_cells) - 1, owed = 0;
        for (int f = 0; f < s->n_features; f++)
            if (s->feature_need[f] & was_open || s->feature_open[f] & ~was_open)
                old += s->feature_value[f];
        for (int i = 0; i < s->n_cells; i++) {
            Board *b = &s->boards[s->cell_board[i]];
            bool must = has(&b->must, s->cell_bit[i]);
            for (int j = 0; j < b->n_income && !must; j++) {
                int cell = b->income[j].cell;
                must = has(&s->covered[s->cell_board[i]], cell) &&
                       !has(&windows[s->cell_board[i]], cell) &&
                       has(&b->income[j].needs, s->cell_bit[i]);
            }
            if (must) owed |= 1ULL << i;
        }
        s->old = old;
        s->limit = old + 1;
        s->depth = 0, s->solution_depth = -1, s->stop = false, s->exhausted = true;
        s->stamp = draw(s);
        fill(s, all, 0, 0, 0, owed, 0, 0, 0);
        if (s->solution_depth >= 0) {
            changed = true;
            for (int i = 0; i < s->solution_depth; i++) {
                Piece *piece = &next->pieces[next->n_pieces++];
                int chosen = s->solution[i];
                memset(piece, 0, sizeof *piece);
                if (chosen >= 0) {
                    piece->cells = s->sorted[chosen].place->cells;
                    piece->board = s->sorted[chosen].board;
                    piece->kind = s->sorted[chosen].kind;
                } else {
                    int f = (-1 - chosen) & 1, cell = (-1 - chosen) >> 1;
                    set(&piece->cells, s->cell_bit[cell]);
                    piece->board = (int16_t)s->cell_board[cell];
                    piece->kind = (int16_t)(-1 - f);
                }
            }
            for (int b = 0; b < s->n_boards && changed; b++)
                if (s->boards[b].ordered) changed = in_order(s, next, b);
        }
    }
    if (changed) {
        copy(&s->now, next);
        recount(s);
    } else { /* put the pieces back */
        for (int p = 0; p < s->now.n_pieces; p++) {
            Piece *piece = &s->now.pieces[p];
            if (!meets(&piece->cells, &windows[piece->board])) continue;
            if (piece->kind >= 0) s->left[piece->kind]--;
            else s->fillers[-1 - piece->kind]--;
        }
    }
    return changed;
}

/* What is searched for is what counts. */
static void unguided(Search *s) {
    for (int n = 0; n < s->n_boards; n++) {
        Board *b = &s->boards[n];
        memcpy(b->guided, b->open_loss, sizeof b->guided);
        for (int f = 0; f < b->n_features; f++) b->features[f].guided = b->features[f].value;
    }
}

/* Guide the search towards a feature that is lost, or away from one that is not. Income further up
   the same diagonal counts no more. The cells that it lacks are made worth about a point each, or
   about twice the feature together if that is more. */
static void guide(Search *s, Board *b, int at) {
    Feature *target = &b->features[at];
    Mask missing = target->needs;
    drop(&missing, &s->covered[b - s->boards]);
    int cells = size_of(&missing);
    bool up = cells > 0;
    double worth = (double)s->unit;
    if (up) worth = fmax(worth, 2.0 * (double)target->value / cells);
    int64_t strength = (int64_t)(worth * exp(2.5 * uniform(s) - 1.7));
    for (int i = 0; up && i < b->n_cells; i++)
        if (has(&target->needs, b->cells[i])) b->guided[b->cells[i]] += strength;
    if (!up && target->diagonal < 0) target->guided = 0;
    for (int f = 0; f < b->n_features && target->diagonal >= 0; f++)
        if (b->features[f].diagonal == target->diagonal && f + !up > at) b->features[f].guided = 0;
}

/* Whether a feature is searched for at all: beside dominant ones no others are. */
static bool counts(const Search *s, const Feature *feature) {
    return s->dominated ? feature->dominant : feature->value > 0;
}

/* Where income and bonuses count for much more than cells, leave such cells out of account, and take
   up the pieces that serve neither income nor bonus: others may be had with them. */
static void strip(Search *s) {
    int64_t least = INT64_MAX;
    for (int n = 0; n < s->n_boards; n++)
        for (int f = 0; f < s->boards[n].n_features; f++) {
            const Feature *each = &s->boards[n].features[f];
            if (counts(s, each) && each->value < least) least = each->value;
        }
    if (least == INT64_MAX) return;
    Mask serves[MOST_BOARDS];
    for (int n = 0; n < s->n_boards; n++) {
        Board *b = &s->boards[n];
        serves[n] = b->must;
        for (int i = 0; i < b->n_cells; i++) {
            int cell = b->cells[i];
            if (b->open_loss[cell] < least / 2) b->guided[cell] = 0;
            else set(&serves[n], cell);
        }
        for (int f = 0; f < b->n_features; f++) {
            Feature *each = &b->features[f];
            if (counts(s, each) && within(&each->needs, &s->covered[n])) add(&serves[n], &each->needs);
        }
        for (int i = 0; i < b->n_income; i++)
            if (has(&s->covered[n], b->income[i].cell)) {
                add(&serves[n], &b->income[i].needs);
                set(&serves[n], b->income[i].cell);
            }
    }
    int kept = 0;
    for (int p = 0; p < s->now.n_pieces; p++)
        if (meets(&s->now.pieces[p].cells, &serves[s->now.pieces[p].board]))
            s->now.pieces[kept++] = s->now.pieces[p];
    s->now.n_pieces = kept;
}

/* Whether to guide by a dominant feature: rather towards one that is lost than away from one that is
   not, and on a diagonal not further than two steps. */
static bool promising(Search *s, int n, int at) {
    const Feature *features = s->boards[n].features, *feature = &features[at];
    if (!feature->dominant) return false;
    if (within(&feature->needs, &s->covered[n])) return uniform(s) < LEAVING;
    int before = 0;
    for (int f = 0; f < at && feature->diagonal >= 0; f++)
        before += features[f].diagonal == feature->diagonal &&
                  !within(&features[f].needs, &s->covered[n]);
    return before < 2;
}

static void guide_anywhere(Search *s) {
    Board *board = NULL;
    int seen = 0, at = 0;
    for (int n = 0; n < s->n_boards; n++)
        for (int f = 0; f < s->boards[n].n_features; f++)
            if (s->dominated ? promising(s, n, f) : s->boards[n].features[f].value != 0)
                if (below(s, ++seen) == 0) board = &s->boards[n], at = f;
    if (board) guide(s, board, at);
}

/* Turn from searching for what counts to searching for something else, and back. */
static void new_phase(Search *s) {
    if (!s->kicked) {
        /* Where features are dominant, fewer points are as good: more layouts are within reach. */
        bool as_good = s->dominated ? s->now.dominant <= s->home.dominant : s->now.real <= s->home.real;
        if (as_good || !s->steps) {
            if (s->now.real < s->home.real) s->idle = 0;
            copy(&s->home, &s->now);
        }
        copy(&s->now, &s->home);
        if (s->starts < STARTS && s->steps) {
            s->starts++;
            copy(&s->home, &s->best);
            s->now.n_pieces = 0;
        } else if (++s->idle > MOST_IDLE) {
            s->fresh = !s->fresh;
            s->idle = s->fresh ? MOST_IDLE - FRESH_IDLE : 0;
            copy(&s->home, &s->best);
            copy(&s->now, &s->best);
            if (s->fresh) s->now.n_pieces = 0, s->home.real = s->home.dominant = INT64_MAX;
        }
    }
    s->kicked = !s->kicked;
    unguided(s);
    recount(s);
    int phase = (int)(100 * exp(3 * uniform(s)));
    if (s->kicked) {
        int times = 1 + below(s, 2);
        if (!s->now.n_pieces) phase = 600, times = 1 + s->n_boards;
        if (!s->steps) times = 0;
        if (times && s->now.n_pieces && (s->dominated || below(s, 2))) {
            strip(s);
            recount(s);
        }
        while (times--) guide_anywhere(s);
        recount(s);
    }
    if (s->starts < STARTS) phase = 600;
    s->phase_end = s->steps + phase;
}

/* Search for some steps; whether a better layout came. */
PUBLIC int search_run(Search *s, int64_t steps) {
    bool any = false, improved = false;
    for (int b = 0; b < s->n_boards; b++) any |= s->boards[b].n_cells > 0;
    for (; any && steps > 0; steps--) {
        if (s->steps == s->phase_end) new_phase(s);
        double total = 0;
        for (int a = 0; a < ARMS; a++) total += s->weight[a];
        double at = uniform(s) * total;
        int arm = 0;
        while (arm < ARMS - 1 && (at -= s->weight[arm]) > 0) arm++;
        int64_t before = s->now.loss;
        step(s, arm);
        s->steps++;
        /* Windows grow while they can be searched entirely. */
        if (s->exhausted) s->size[arm] = fmin(60, s->size[arm] * 1.02);
        else if (s->nodes > MOST_NODES) s->size[arm] = fmax(8, s->size[arm] * 0.99);
        bool better = s->now.real < s->best.real;
        double reward = better ? 2 : s->now.loss < before ? 0.1 : 0;
        s->weight[arm] = fmax(0.1, s->weight[arm] * 0.99 + reward);
        if (better) copy(&s->best, &s->now);
        improved |= better;
    }
    return improved;
}
