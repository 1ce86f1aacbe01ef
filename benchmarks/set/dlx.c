/* Knuth's dancing links, as plain as they are published: the item with fewest options first, nothing
   remembered, nothing cut off. Kinds with several copies are counted, not items. */

#include <stdint.h>
#include <stdlib.h>

typedef struct { int left, right, up, down, item, option; } Node;

static Node *nodes;
static int *size, *kind_of, *copies;
static int64_t found, most;

static void hide(int at, int sign) {
    for (int i = at + 1; i != at;) { /* an option is a ring: its last node points back */
        if (nodes[i].item < 0) {
            i = nodes[i].up;
            continue;
        }
        nodes[nodes[i].up].down = sign > 0 ? nodes[i].down : i;
        nodes[nodes[i].down].up = sign > 0 ? nodes[i].up : i;
        size[nodes[i].item] -= sign;
        i++;
    }
}

static void cover(int item) {
    for (int at = nodes[item].down; at != item; at = nodes[at].down) hide(at, 1);
    nodes[nodes[item].left].right = nodes[item].right;
    nodes[nodes[item].right].left = nodes[item].left;
}

static void uncover(int item) {
    nodes[nodes[item].left].right = nodes[nodes[item].right].left = item;
    for (int at = nodes[item].up; at != item; at = nodes[at].up) hide(at, -1);
}

static void search(void) {
    if (!nodes[0].right) {
        found++;
        return;
    }
    int best = nodes[0].right;
    for (int item = best; item; item = nodes[item].right)
        if (size[item] < size[best]) best = item;
    if (!size[best]) return;
    cover(best);
    for (int at = nodes[best].down; at != best && found < most; at = nodes[at].down) {
        int kind = kind_of[nodes[at].option];
        if (!copies[kind]) continue;
        copies[kind]--;
        for (int i = at + 1; i != at;)
            if (nodes[i].item < 0) i = nodes[i].up;
            else cover(nodes[i++].item);
        search();
        for (int i = at - 1; i != at;)
            if (nodes[i].item < 0) i = nodes[i].down;
            else uncover(nodes[i--].item);
        copies[kind]++;
    }
    uncover(best);
}

/* Count covers, at most so many. Items are numbered from 1, primary ones first; each option is its kind,
   the number of its items, and these. */
int64_t dlx_count(const int32_t *in, int32_t n_primary, int32_t n_items, int32_t n_kinds,
                  int32_t n_options, int64_t most_covers) {
    int64_t total = n_items + 2;
    const int32_t *at = in + n_kinds;
    for (int i = 0; i < n_options; i++) total += at[1] + 1, at += 2 + at[1];
    nodes = calloc((size_t)total + 1, sizeof *nodes), size = calloc((size_t)n_items + 1, sizeof *size);
    kind_of = calloc((size_t)n_options + 1, sizeof *kind_of), copies = calloc((size_t)n_kinds + 1, sizeof *copies);
    for (int k = 0; k < n_kinds; k++) copies[k] = *in++;
    for (int i = 0; i <= n_items; i++) {
        nodes[i] = (Node){i, i, i, i, i, -1};
        if (i > n_primary) continue;
        nodes[i].left = i ? i - 1 : n_primary, nodes[i].right = i < n_primary ? i + 1 : 0;
    }
    int next = n_items + 1;
    nodes[next++].item = -1; /* a spacer before and after each option: up to its first node, down to its last */
    for (int option = 0; option < n_options; option++) {
        kind_of[option] = *in++;
        int n = *in++, first = next;
        for (int i = 0; i < n; i++, next++) {
            int item = *in++, above = nodes[item].up;
            nodes[next] = (Node){0, 0, above, item, item, option};
            nodes[above].down = nodes[item].up = next;
            size[item]++;
        }
        nodes[first - 1].down = next - 1;
        nodes[next++] = (Node){.up = first, .down = 0, .item = -1};
    }
    found = 0, most = most_covers;
    search();
    return found;
}
