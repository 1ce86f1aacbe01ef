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

#ifndef WORDS
#define WORDS 4 /* of a board's mask; a second library has more */
#endif

enum {
    BITS = 64 * WORDS,
    KINDS = 64 * WORDS,
    MOST_PIECES = 2048,
    MOST_FEATURES = 48,
    MOST_BOARDS = 64,
    MOST_OPTIONS = 2048 * WORDS,
    MOST_WAYS = 1 << 18,
    FAR = 60000, /* beyond which all is equally far */
    REACH = 8,   /* of windows of a large board: squared distance for each cell */
    CELL_BITS = 12,
    MOST_AREA = 144,
    LEVELS = 16, /* of the random order of options */
    MEMORY = 1 << 14,
    SPOTS = 6,  /* ways to choose a spot: see choose_window */
    AT_A_LOSS = 1 << 1 | 1 << 2 | 1 << 4, /* of these: where something is lost */
    SHAPES = 4, /* of windows: see grow */
    ORDERS = 6, /* of cells: see order_key */
    ARMS = SPOTS * SHAPES,
    /* Of a large board the windows are smaller, and searched longer: */
    MOST_NODES = WORDS > 4 ? 2000 : 500, /* of a search in a window */
    MOST_SIZE = WORDS > 4 ? 46 : 60,     /* about, of a window in cells */
    MOST_IDLE = 15,   /* phases without progress before a new start */
    FRESH_IDLE = 10,  /* the same after a new start */
    STARTS = 3,       /* from an empty layout, at the beginning */
    COVER_NODES = 60, /* of a search for a cover */
    COVER_TURNS = 8,  /* such searches for the same cells */
    COVERS = 8,       /* not found, after which a start has enough */
    ORIENTATIONS = 8,
    SILVER = -1,
    ORE = -2
};

typedef uint64_t Word;
typedef struct { Word w[WORDS]; } Mask;

typedef struct {
    Mask places; /* its lowest cells where it may lie */
    int n, offset[MOST_AREA]; /* its cells, from the lowest, which is 0 */
} Shape; /* an orientation of a tile */
typedef struct { int64_t value, guided; int diagonal; bool dominant; Mask needs, open; } Feature;
typedef struct { int cell; Mask needs; } IncomeCell;
typedef struct { Mask cells; int16_t board, kind; } Piece;
typedef struct { Mask cells; int kind; } Way; /* to lay a tile */

typedef struct {
    int stride;
    bool takes[2]; /* silver, ore */
    bool ordered;  /* several diagonals: a placing order may not exist */
    Mask free, must;
    int64_t open_loss[BITS], guided[BITS];
    Mask wanted; /* cells that matter by themselves or for a feature, as guided */
    int n_features, n_income, n_cells;
    Feature *features;
    IncomeCell *income;
    Shape **shapes; /* of each kind */
    int *n_shapes;
    int cells[BITS], x[BITS], y[BITS]; /* the free cells */
    uint16_t ordered_cells[ORDERS][BITS]; /* the same */
    int8_t *color;   /* of each kind: kept apart as 0 or 1, or -1 */
    Way *ways;       /* to cover each cell, cell by cell; NULL until they are needed */
    int first_way[BITS + 1];
} Board;

typedef struct {
    int n_pieces;
    int64_t loss, real, dominant; /* as guided, as it counts, and that of dominant features */
    Piece pieces[MOST_PIECES];
} Layout;

typedef struct {
    Word cells, beside, needs, forfeits;
    const Shape *shape;
    int16_t kind, board, lowest;
    int8_t color;
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
    Word single_needs[64], single_forfeits[64], open_forfeits[64], owed;
    bool barred_single[64];
    int n_features;
    Option *options, *sorted;
    Word *sorted_cells; /* those of the sorted options: most are tried for these alone */
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
    Word stamp, kind_key[KINDS];

    /* The search for a cover. */
    Piece cover[BITS];
    int cover_size, cover_order, cover_nodes;

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
static Mask shifted(const Mask *a, int by) { /* either way */
    Mask r;
    int words = by >> 6, bits = by & 63; /* rounded down */
    for (int i = 0; i < WORDS; i++) {
        int from = i - words;
        Word low = from >= 0 && from < WORDS ? a->w[from] << bits : 0;
        Word high = from > 0 && from <= WORDS ? a->w[from - 1] >> 1 >> (63 - bits) : 0;
        r.w[i] = low | high;
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
    case 0: return -y * 1024 + x;
    case 1: return y * 1024 - x;
    case 2: return x * 1024 - y;
    case 3: return -x * 1024 + y;
    case 4: return (x - y) * 1024 + x;
    default: return (y - x) * 1024 + y;
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
            keys[at] = key, b->ordered_cells[order][at] = (uint16_t)b->cells[i];
        }
    }
}

static void read_board(Search *s, Board *b, const int64_t **at, const Mask **blob) {
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
    b->shapes = calloc((size_t)s->n_kinds + 1, sizeof *b->shapes);
    b->n_shapes = calloc((size_t)s->n_kinds + 1, sizeof *b->n_shapes);
    for (int k = 0; k < s->n_kinds; k++) {
        b->color[k] = (int8_t)next(at), b->n_shapes[k] = (int)next(at);
        b->shapes[k] = calloc((size_t)b->n_shapes[k] + 1, sizeof(Shape));
        for (Shape *shape = b->shapes[k]; shape < b->shapes[k] + b->n_shapes[k]; shape++) {
            shape->n = bits((*blob)++, shape->offset);
            shape->places = *(*blob)++;
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

/* SHA-256 of this file, from the compiler's command line. */
PUBLIC const char *search_digest(void) { return SOURCE_DIGEST; }

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
    s->sorted_cells = malloc(sizeof(Word) * MOST_OPTIONS);
    s->sorted = malloc(sizeof(Option) * MOST_OPTIONS);
    s->memory = calloc(MEMORY, sizeof *s->memory);
    s->random = seed * 0x9E3779B97F4A7C15ULL + 0x1234567887654321ULL;
    if (!s->random) s->random = 1;
    for (int i = 0; i < 16; i++) draw(s);
    for (int i = 0; i < KINDS; i++) s->kind_key[i] = draw(s) | 1;
    for (int i = 0; i < ARMS; i++) s->size[i] = 24, s->weight[i] = 1;
    if (WORDS > 4) {
        s->starts = STARTS; /* a large board takes all the time from one start */
        bool plain = true;
        for (int b = 0; b < s->n_boards; b++) plain &= !s->boards[b].n_features;
        for (int i = 0; plain && i < ARMS; i++) s->weight[i] = AT_A_LOSS >> i / SHAPES & 1;
    }
    recount(s);
    copy(&s->best, &s->now);
    return s;
}

PUBLIC void search_free(Search *s) {
    for (int n = 0; n < s->n_boards; n++) {
        Board *b = &s->boards[n];
        for (int k = 0; k < s->n_kinds; k++) free(b->shapes[k]);
        free(b->features), free(b->income), free(b->color), free(b->shapes), free(b->n_shapes);
        free(b->ways);
    }
    free(s->count), free(s->area), free(s->left), free(s->keep), free(s->boards), free(s->owner);
    free(s->covered), free(s->options), free(s->sorted), free(s->sorted_cells), free(s->memory);
    free(s);
}

static bool won(const Search *s, int n, const Feature *feature) {
    return within(&feature->needs, &s->covered[n]) && !meets(&feature->open, &s->covered[n]);
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
            if (won(s, n, each)) continue;
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
    int x0 = spot % b->stride, y0 = spot / b->stride, total = 0, left = 0;
    for (int i = 0; i < b->n_cells; i++) {
        int dx = b->x[i] - x0, dy = b->y[i] - y0, far;
        switch (shape) {
        case 0: far = dx * dx + dy * dy; break;
        case 1: far = dx * dx + 6 * dy * dy; break;
        case 2: far = 6 * dx * dx + dy * dy; break;
        default: far = (dx - dy) * (dx - dy) + 6 * (dx + dy) * (dx + dy);
        }
        if (WORDS > 4 && far > REACH * size) continue; /* sifting all cells of a large board takes long */
        if (far > FAR) far = FAR;
        near[left++] = (uint32_t)(far * 16 + below(s, 32)) << CELL_BITS | (uint32_t)b->cells[i];
    }
    for (int i = left / 2; i--;) sift(near, left, i);
    while (left && total < size) {
        int bit = near[0] & ((1 << CELL_BITS) - 1), owner = s->owner[n][bit];
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

/* The places of an orientation that lie on open cells, by their lowest cells. As many words of zeros
   follow the open cells. Only the words in which these lie are written. */
static void find_fitting(Mask *fits, const Shape *shape, const Word *open, int first_word, int last_word) {
    for (int i = first_word; i <= last_word; i++) {
        Word fit = shape->places.w[i] & open[i];
        for (int j = 1; j < shape->n && fit; j++) {
            const Word *from = open + i + (shape->offset[j] >> 6);
            int by = shape->offset[j] & 63;
            fit &= from[0] >> by | from[1] << 1 << (63 - by);
        }
        fits->w[i] = fit;
    }
}

/* Numbers of the cells of a set that are in the window of a board. */
static Word numbers(const int8_t *number, const Mask *cells, const Mask *window) {
    Word found = 0;
    for (int i = 0; i < WORDS; i++)
        for (Word w = cells->w[i] & window->w[i]; w; w &= w - 1)
            found |= 1ULL << number[i * 64 + __builtin_ctzll(w)];
    return found;
}

/* Lay out the cells of a window, its features, and the ways to fill it; false if it is empty. */
static bool prepare(Search *s, const Mask *windows) {
    int n = 0, order = below(s, ORDERS), used[64], n_used = 0;
    for (int number = 0; number < s->n_boards; number++) {
        const Board *b = &s->boards[number];
        int before = n;
        if (!meets(&windows[number], &b->free)) continue;
        /* Once the wanted cells are decided the others may stay open: they come later. */
        for (int turn = 0; turn < 2; turn++)
            for (int i = 0; i < b->n_cells; i++) {
                int bit = b->ordered_cells[order][i];
                if (!has(&windows[number], bit) || has(&b->wanted, bit) == turn) continue;
                if (n == 64) return false;
                s->cell_board[n] = number, s->cell_bit[n++] = bit;
            }
        memset(s->number[n_used], -1, BITS);
        for (int i = before; i < n; i++) s->number[n_used][s->cell_bit[i]] = (int8_t)i;
        used[n_used++] = number;
    }
    if (!n) return false;
    s->n_cells = n;
    s->wanted = s->valued = s->owed = 0, s->least_open = INT64_MAX;
    s->no_filler[0] = s->no_filler[1] = 0;
    s->n_features = 0;
    memset(s->first, 0, sizeof *s->first * (size_t)(n * LEVELS + 1));
    int total = 0, bias = below(s, 4);
    for (int u = 0; u < n_used; u++) {
        const Board *b = &s->boards[used[u]];
        const Mask *window = &windows[used[u]], *covered = &s->covered[used[u]];
        const int8_t *number = s->number[u];
        for (int i = 0; i < n; i++) {
            if (s->cell_board[i] != used[u]) continue;
            int bit = s->cell_bit[i], around[4] = {bit + 1, bit - 1, bit + b->stride, bit - b->stride};
            s->beside[i] = 0;
            for (int d = 0; d < 4; d++)
                if (around[d] >= 0 && around[d] < BITS && number[around[d]] >= 0)
                    s->beside[i] |= 1ULL << number[around[d]];
            s->open_loss[i] = b->guided[bit];
            if (s->open_loss[i]) s->wanted |= 1ULL << i;
            if (s->open_loss[i] > 0) {
                s->valued |= 1ULL << i;
                if (s->open_loss[i] < s->least_open) s->least_open = s->open_loss[i];
            }
            for (int f = 0; f < 2; f++)
                if (!b->takes[f]) s->no_filler[f] |= 1ULL << i;
            s->single_needs[i] = s->single_forfeits[i] = s->open_forfeits[i] = 0;
            s->barred_single[i] = false;
        }
        Mask kept = *covered;
        drop(&kept, window);
        Mask reach = kept;
        add(&reach, window);
        for (int f = 0; f < b->n_features; f++) {
            const Feature *feature = &b->features[f];
            if (!meets(&feature->needs, window) && !meets(&feature->open, window)) continue;
            if (!within(&feature->needs, &reach) || meets(&feature->open, &kept)) continue;
            if (s->n_features == MOST_FEATURES) return false;
            Word need = numbers(number, &feature->needs, window), bit = 1ULL << s->n_features;
            Word open = numbers(number, &feature->open, window);
            for (Word w = need; w; w &= w - 1) s->open_forfeits[__builtin_ctzll(w)] |= bit;
            for (Word w = open; w; w &= w - 1) s->single_forfeits[__builtin_ctzll(w)] |= bit;
            s->feature_need[s->n_features] = need, s->feature_open[s->n_features] = open;
            s->feature_value[s->n_features++] = feature->guided;
            if (feature->guided) s->wanted |= need;
        }
        s->owed |= numbers(number, &b->must, window);
        Word income = 0;
        for (int i = 0; i < b->n_income; i++) {
            const IncomeCell *each = &b->income[i];
            if (number[each->cell] >= 0) {
                int at = number[each->cell];
                income |= 1ULL << at;
                s->single_needs[at] = numbers(number, &each->needs, window) & ~(1ULL << at);
                s->barred_single[at] = !within(&each->needs, &reach);
            } else if (has(covered, each->cell)) {
                s->owed |= numbers(number, &each->needs, window);
            }
        }
        Mask apart[2] = {{{0}}, {{0}}};
        for (int p = 0; p < s->now.n_pieces; p++) {
            Piece *piece = &s->now.pieces[p];
            if (piece->board != used[u] || piece->kind < 0 || b->color[piece->kind] < 0) continue;
            if (!meets(&piece->cells, window)) add(&apart[b->color[piece->kind]], &piece->cells);
        }
        Word open[3][2 * WORDS] = {{0}}; /* for each color kept apart, and for other tiles */
        for (int c = 0; c < 3; c++) {
            Mask cells = *window, touching = {{0}};
            if (c < 2) touching = spread(&apart[c], b->stride);
            drop(&cells, &touching);
            memcpy(open[c], &cells, sizeof cells);
        }
        int first_word = 0, last_word = WORDS - 1;
        while (!window->w[first_word]) first_word++;
        while (!window->w[last_word]) last_word--;
        for (int k = 0; k < s->n_kinds; k++) {
            if (s->left[k] <= 0) continue;
            int color = b->color[k], n_shapes = b->n_shapes[k];
            Mask fits[ORIENTATIONS];
            for (int i = 0; i < n_shapes; i++)
                find_fitting(&fits[i], &b->shapes[k][i], open[color < 0 ? 2 : color], first_word, last_word);
            int in[BITS], count = 0;
            for (int i = first_word; i <= last_word; i++) {
                Word any = 0;
                for (int j = 0; j < n_shapes; j++) any |= fits[j].w[i];
                for (; any; any &= any - 1) in[count++] = i * 64 + __builtin_ctzll(any);
            }
            for (int i = 0; i < n_shapes * count; i++) {
                int which = i % n_shapes, lowest_cell = in[i / n_shapes];
                if (!has(&fits[which], lowest_cell)) continue;
                const Shape *shape = &b->shapes[k][which];
                Word cells = 0, beside = 0, needs = 0, forfeits = 0;
                for (int j = 0; j < shape->n; j++)
                    cells |= 1ULL << number[lowest_cell + shape->offset[j]];
                bool out = false;
                for (Word w = cells & income; w; w &= w - 1) {
                    needs |= s->single_needs[__builtin_ctzll(w)];
                    out |= s->barred_single[__builtin_ctzll(w)];
                }
                if (out) continue;
                for (Word w = cells; w; w &= w - 1) {
                    beside |= s->beside[__builtin_ctzll(w)];
                    forfeits |= s->single_forfeits[__builtin_ctzll(w)];
                }
                s->options[total] = (Option){cells, beside, needs & ~cells, forfeits, shape, (int16_t)k,
                                             (int16_t)used[u], (int16_t)lowest_cell, (int8_t)color};
                /* They are sorted by the lowest cell, then at random, large tiles rather first. */
                int level = below(s, LEVELS) - bias * (s->area[k] - 4) / 2;
                level = level < 0 ? 0 : level >= LEVELS ? LEVELS - 1 : level;
                s->where[total] = (int16_t)(__builtin_ctzll(cells) * LEVELS + level);
                s->first[s->where[total] + 1]++;
                if (++total == MOST_OPTIONS) return false;
            }
        }
    }
    for (int i = 0; i < n * LEVELS; i++) s->first[i + 1] += s->first[i];
    memcpy(s->fill, s->first, sizeof *s->fill * (size_t)(n * LEVELS + 1));
    for (int i = 0; i < total; i++) {
        int at = s->fill[s->where[i]]++;
        s->sorted[at] = s->options[i], s->sorted_cells[at] = s->options[i].cells;
    }
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
        if (s->sorted_cells[i] & ~undecided) continue;
        const Option *o = &s->sorted[i];
        if (o->needs & opened || !s->left[o->kind]) continue;
        if (o->color >= 0 && o->cells & (o->color ? block1 : block0)) continue;
        s->left[o->kind]--, s->available -= s->area[o->kind];
        s->path[depth] = i;
        Word beside0 = o->color == 0 ? o->beside : 0, beside1 = o->color == 1 ? o->beside : 0;
        fill(s, undecided & ~o->cells, opened, block0 | beside0, block1 | beside1,
             (owed & ~o->cells) | (o->needs & undecided), lost | o->forfeits,
             kinds + s->kind_key[o->kind],
             loss + s->keep[o->kind] + value_of(s, o->forfeits & ~lost));
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
                 lost | s->single_forfeits[cell], kinds + s->kind_key[KINDS - 2 + f],
                 loss + s->filler_loss[f] + value_of(s, s->single_forfeits[cell] & ~lost));
            s->fillers[f]++, s->available += worth;
            if (s->stop) goto done;
            break;
        }
    }
    if (!(owed & bit)) {
        Word forfeits = s->open_forfeits[cell];
        int64_t more = loss + s->open_loss[cell] + value_of(s, forfeits & ~lost);
        s->depth = depth;
        if (more < s->limit)
            fill(s, undecided & ~bit, opened | bit, block0, block1, owed, lost | forfeits, kinds, more);
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
        Word all = s->n_cells == 64 ? ~0ULL : (1ULL << s->n_cells) - 1;
        for (int f = 0; f < s->n_features; f++)
            if (s->feature_need[f] & was_open || s->feature_open[f] & ~was_open)
                old += s->feature_value[f];
        s->old = old;
        s->limit = old + 1;
        s->depth = 0, s->solution_depth = -1, s->stop = false, s->exhausted = true;
        s->stamp = draw(s);
        fill(s, all, 0, 0, 0, s->owed, 0, 0, 0);
        if (s->solution_depth >= 0) {
            changed = true;
            for (int i = 0; i < s->solution_depth; i++) {
                Piece *piece = &next->pieces[next->n_pieces++];
                int chosen = s->solution[i];
                memset(piece, 0, sizeof *piece);
                if (chosen >= 0) {
                    const Option *o = &s->sorted[chosen];
                    for (int j = 0; j < o->shape->n; j++)
                        set(&piece->cells, o->lowest + o->shape->offset[j]);
                    piece->board = o->board, piece->kind = o->kind;
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

/* --- covers --- */

/* Whether a feature is searched for at all: beside dominant ones no others are. */
static bool counts(const Search *s, const Feature *feature) {
    return s->dominated ? feature->dominant : feature->value > 0;
}

/* Whether a feature is not further up its diagonal than two steps. */
static bool within_reach(const Search *s, int n, int at) {
    const Feature *features = s->boards[n].features, *feature = &features[at];
    int before = 0;
    for (int f = 0; f < at && feature->diagonal >= 0; f++)
        before += features[f].diagonal == feature->diagonal &&
                  !within(&features[f].needs, &s->covered[n]);
    return before < 2;
}

/* List the ways to cover each cell of a board by a tile, in random order; false if they are too many. */
static bool list_ways(Search *s, Board *b) {
    int count[BITS] = {0}, in[BITS], total = 0;
    for (int turn = 0; turn < 2; turn++) { /* count them, then note them */
        for (int k = 0; k < s->n_kinds; k++)
            for (int i = 0; i < b->n_shapes[k]; i++) {
                const Shape *shape = &b->shapes[k][i];
                for (int p = bits(&shape->places, in); p--;) {
                    Way way = {.kind = k};
                    for (int j = 0; j < shape->n; j++) set(&way.cells, in[p] + shape->offset[j]);
                    for (int j = 0; j < shape->n; j++) {
                        int cell = in[p] + shape->offset[j], n = count[cell]++;
                        if (!turn) continue;
                        Way *first = b->ways + b->first_way[cell], *other = first + below(s, n + 1);
                        first[n] = *other, *other = way;
                    }
                }
            }
        if (turn) break;
        for (int cell = 0; cell < BITS; cell++)
            b->first_way[cell] = total, total += count[cell], count[cell] = 0;
        b->first_way[BITS] = total;
        if (total > MOST_WAYS) return false;
        b->ways = malloc(sizeof(Way) * (size_t)(total + 1));
    }
    return true;
}

typedef struct { Mask rest, open, covered, beside[2]; } Gap; /* beside tiles of each color kept apart */

static bool cover_rest(Search *s, const Board *b, const Gap *gap);

/* Lay a piece on open cells, if that is legal, and cover the rest. */
static bool lay(Search *s, const Board *b, const Gap *gap, const Mask *cells, int kind) {
    int color = kind < 0 ? -1 : b->color[kind], *left = kind < 0 ? &s->fillers[-1 - kind] : &s->left[kind];
    if (!*left || (color >= 0 && meets(cells, &gap->beside[color]))) return false;
    Gap then = *gap;
    drop(&then.open, cells), add(&then.covered, cells);
    for (int i = 0; i < b->n_income; i++)
        if (has(cells, b->income[i].cell)) add(&then.rest, &b->income[i].needs);
    drop(&then.rest, &then.covered);
    if (!within(&then.rest, &then.open)) return false;
    if (color >= 0) {
        Mask beside = spread(cells, b->stride);
        add(&then.beside[color], &beside);
    }
    s->cover[s->cover_size++] = (Piece){*cells, (int16_t)(b - s->boards), (int16_t)kind};
    --*left;
    bool found = cover_rest(s, b, &then);
    ++*left;
    s->cover_size -= !found;
    return found;
}

/* Cover the first cell of the rest in every way, silver and ore last, until one leads to a cover. */
static bool cover_rest(Search *s, const Board *b, const Gap *gap) {
    int area = 0, fillers = 0, at = 0;
    for (int k = 0; k < s->n_kinds; k++) area += s->left[k] * s->area[k];
    for (int f = 0; f < 2; f++) fillers += b->takes[f] ? s->fillers[f] : 0;
    Mask lonely = gap->rest, near = spread(&gap->open, b->stride);
    drop(&lonely, &near);
    if (area + fillers < size_of(&gap->rest) || fillers < size_of(&lonely)) return false;
    const uint16_t *cells = b->ordered_cells[s->cover_order];
    while (at < b->n_cells && !has(&gap->rest, cells[at])) at++;
    if (at == b->n_cells) return true;
    if (++s->cover_nodes > COVER_NODES) return false;
    int first = b->first_way[cells[at]], n = b->first_way[cells[at] + 1] - first, from = n ? below(s, n) : 0;
    for (int i = 0; i < n && s->cover_nodes <= COVER_NODES; i++) {
        const Way *way = &b->ways[first + (from + i < n ? from + i : from + i - n)];
        if (within(&way->cells, &gap->open) && lay(s, b, gap, &way->cells, way->kind)) return true;
    }
    Mask cell = {{0}};
    set(&cell, cells[at]);
    int f = s->filler_loss[1] <= s->filler_loss[0] ? 1 : 0;
    for (int turn = 0; turn < 2; turn++, f = !f)
        if (b->takes[f] && lay(s, b, gap, &cell, -1 - f)) return true;
    return false;
}

/* Lay a board anew, so that it has one feature more and all that it has; whether that was found. */
static bool win(Search *s, int board, const Feature *more) {
    Board *b = &s->boards[board];
    Mask bare = more->open;
    Gap gap = {.rest = b->must, .open = b->free};
    add(&gap.rest, &more->needs);
    for (int f = 0; f < b->n_features; f++) {
        const Feature *each = &b->features[f];
        if (!counts(s, each) || !won(s, board, each)) continue;
        add(&gap.rest, &each->needs), add(&bare, &each->open);
    }
    drop(&gap.open, &bare);
    if (!within(&gap.rest, &gap.open)) return false;
    if (!b->ways && !list_ways(s, b)) return false;
    Layout *next = &s->next;
    next->n_pieces = 0;
    for (int p = 0; p < s->now.n_pieces; p++) {
        const Piece *piece = &s->now.pieces[p];
        if (piece->board != board) next->pieces[next->n_pieces++] = *piece;
        else if (piece->kind >= 0) s->left[piece->kind]++;
        else s->fillers[-1 - piece->kind]++;
    }
    bool found = false;
    for (int turn = 0; turn < COVER_TURNS && !found; turn++) {
        s->cover_size = s->cover_nodes = 0, s->cover_order = below(s, ORDERS);
        found = cover_rest(s, b, &gap);
    }
    for (int i = 0; found && i < s->cover_size; i++) next->pieces[next->n_pieces++] = s->cover[i];
    found = found && (!b->ordered || in_order(s, next, board));
    if (found) copy(&s->now, next);
    recount(s);
    return found;
}

/* Cover whatever features need, one after the other, as long as that is easy. */
static void win_features(Search *s) {
    for (int failures = 0; failures < COVERS;) {
        int board = 0, seen = 0;
        const Feature *more = NULL;
        for (int n = 0; n < s->n_boards; n++)
            for (int f = 0; f < s->boards[n].n_features; f++) {
                const Feature *each = &s->boards[n].features[f];
                if (!counts(s, each) || won(s, n, each) || !within_reach(s, n, f)) continue;
                if (below(s, ++seen) == 0) board = n, more = each;
            }
        if (!more) return;
        failures += !win(s, board, more);
    }
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
   not. */
static bool promising(Search *s, int n, int at) {
    const Feature *feature = &s->boards[n].features[at];
    if (!feature->dominant) return false;
    return within(&feature->needs, &s->covered[n]) ? uniform(s) < LEAVING : within_reach(s, n, at);
}

static void note_wanted(Search *s) {
    for (int n = 0; n < s->n_boards; n++) {
        Board *b = &s->boards[n];
        b->wanted = (Mask){{0}};
        for (int i = 0; i < b->n_cells; i++)
            if (b->guided[b->cells[i]]) set(&b->wanted, b->cells[i]);
        for (int f = 0; f < b->n_features; f++)
            if (b->features[f].guided) add(&b->wanted, &b->features[f].needs);
    }
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
    if (s->kicked && !s->now.n_pieces) {
        phase = 600;
        /* On several boards covers can lead to a poor local optimum: half of the later starts have none. */
        if (s->n_boards == 1 || s->dominated || !s->steps || below(s, 2)) win_features(s);
    } else if (s->kicked) {
        int times = 1 + below(s, 2);
        if (s->dominated || below(s, 2)) {
            strip(s);
            recount(s);
        }
        while (times--) guide_anywhere(s);
        recount(s);
    }
    note_wanted(s);
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
        if (s->exhausted) s->size[arm] = fmin(MOST_SIZE, s->size[arm] * 1.02);
        else if (s->nodes > MOST_NODES) s->size[arm] = fmax(8, s->size[arm] * 0.99);
        bool better = s->now.real < s->best.real;
        double reward = better ? 2 : s->now.loss < before ? 0.1 : 0;
        s->weight[arm] = fmax(0.1, s->weight[arm] * 0.99 + reward);
        if (better) copy(&s->best, &s->now);
        improved |= better;
    }
    return improved;
}
