/* Effects of the action spaces (odin_solver/game/actions). */
#include "engine.h"

static int emigrated_ships(const State *state) {
    int count = 0;
    for (int ship = 0; ship < N_SHIPS; ship++) count += state->emigrated[ship];
    return count;
}

static int table_cells(const State *state) {
    return this_round(state)->open_cells - SHIP_COVERS * emigrated_ships(state);
}

/* --- conditions --- */

static bool emigration_blocked(const State *state, int more_knarrs) {
    return (!state->knarrs && !more_knarrs && !state->n_longships)
           || table_cells(state) < SHIP_COVERS || has(state, I_SILVER) < state->round;
}

static bool can_exchange_boat(const State *state) {
    return state->n_boats && free_berths(state, true) > 0 && !emigration_blocked(state, 1);
}

static bool reaches(const State *state, int board) {
    for (int ship = 0; ship < N_SHIPS; ship++)
        if (BOARDS[board].ships >> ship & 1 && ships_of(state, ship)) return true;
    return false;
}

static int upgraded(int item, int times) {
    while (times-- && item != NONE) item = ITEMS[item].upgrades_to;
    return item;
}

static bool can_upgrade(const State *state, int times) {
    for (uint64_t left = state->present; left; left &= left - 1)
        if (upgraded(__builtin_ctzll(left), times) != NONE) return true;
    return false;
}

static bool any_blocked(const State *state, Span nodes) {
    for (int at = 0; at < nodes.count; at++)
        if (effect_blocked(state, NODES[nodes.start + at])) return true;
    return false;
}

static bool is_takeable(const State *state, int item) {
    return ITEMS[item].kind == ITEM_GOOD || state->specials >> item & 1;
}

static bool is_affordable_special(const State *state, int item) {
    return state->specials >> item & 1 && ITEMS[item].price != NONE
           && has(state, I_SILVER) >= ITEMS[item].price;
}

static bool effect_blocked(const State *state, int number) {
    const Effect *effect = &EFFECTS[number];
    switch (effect->kind) {
    case E_EXCHANGE:
        return !can_pay_pairs(state, effect->pays) || !has_room(state, effect->takes);
    case E_EITHER:
        for (int at = 0; at < effect->options.count; at++)
            if (!any_blocked(state, OPTIONS[effect->options.start + at])) return false;
        return true;
    case E_PER_ANIMAL: return !animals(state, effect->animal);
    case E_DICE: return DICE[effect->item].high && !state->n_longships;
    case E_SAIL: return !state->n_boats;
    case E_MOUNTAIN:
        for (int at = 0; at < state->n_strips; at++)
            if (state->strips[at].taken < STRIPS[state->strips[at].strip].n_items) return false;
        return true;
    case E_UPGRADE: return !can_upgrade(state, effect->times);
    case E_PLAY_OCCUPATIONS: return !effect->optional;
    case E_EXPLORE:
        for (int at = 0; at < state->n_exploration; at++) {
            int board = state->exploration[at].board;
            if (BOARDS[board].action == effect->item && reaches(state, board)) return false;
        }
        return true;
    case E_EMIGRATE: return emigration_blocked(state, 0);
    case E_EMIGRATE_AFTER_EXCHANGE:
        return emigration_blocked(state, 0) && !can_exchange_boat(state);
    case E_SPECIAL_SALE:
        if (!state->knarrs) return true;
        for (int item = 0; item < N_TILES; item++)
            if (is_affordable_special(state, item)) return false;
        return true;
    case E_FORGE: return !has(state, I_ORE);
    case E_NEEDS_KNARR: return !state->knarrs;
    case E_NEEDS_LONGSHIPS: return state->n_longships < effect->count;
    default: return false;
    }
}

static bool node_blocked(const State *state, const Node *node) {
    switch (node->kind) {
    case K_EFFECT: return effect_blocked(state, node->a);
    case K_UPGRADE: return !can_upgrade(state, node->b);
    case K_EMIGRATE: return emigration_blocked(state, 0);
    default: return false;
    }
}

static bool can_be_used(const State *state, int space) {
    Span effects = SPACES[space].effects;
    bool any = false;
    for (int at = 0; at < effects.count; at++) {
        bool blocked = effect_blocked(state, NODES[effects.start + at]);
        if (blocked && !SPACES[space].any_one_will_do) return false;
        any |= !blocked;
    }
    return any;
}

/* --- steps --- */

static void push_effect(State *state, int number) {
    const Effect *effect = &EFFECTS[number];
    Node node = {.kind = K_EFFECT, .a = (uint8_t)number};
    switch (effect->kind) {
    case E_OFFER: node.kind = K_OFFER; break;
    case E_EITHER: node.kind = K_EITHER; break;
    case E_SAIL: node.kind = K_SAIL; break;
    case E_EXPLORE: node.kind = K_EXPLORE; break;
    case E_FORGE: node.kind = K_FORGE; break;
    case E_EMIGRATE: node = (Node){.kind = K_EMIGRATE}; break;
    case E_TRADE: node = (Node){.kind = K_TRADE}; break;
    case E_MOUNTAIN: node.kind = K_MOUNTAIN; break;
    case E_UPGRADE:
        node = (Node){.kind = K_UPGRADE, .a = effect->count, .b = effect->times,
                      .c = effect->optional};
        break;
    case E_SPECIAL_SALE: node = (Node){.kind = K_SPECIAL_SALE, .a = effect->count}; break;
    case E_PLAY_OCCUPATIONS:
    case E_DRAW_OCCUPATIONS:
    case E_NEEDS_KNARR:
    case E_NEEDS_LONGSHIPS: return;
    default: break;
    }
    push(state, node);
}

/* Push effects; the first one comes next. */
static void push_effects(State *state, Span nodes) {
    for (int at = nodes.count - 1; at >= 0; at--) push_effect(state, NODES[nodes.start + at]);
}

static void begin_dice(State *state, int action, int ore, int boats) {
    push(state, (Node){.kind = K_DICE_ACTION, .a = (uint8_t)action, .b = (uint8_t)ore,
                       .c = (uint8_t)boats});
    push(state, (Node){.kind = K_ROLL, .a = (uint8_t)action});
}

static void run_effect(State *state, int number) {
    const Effect *effect = &EFFECTS[number];
    switch (effect->kind) {
    case E_EXCHANGE:
        if (effect_blocked(state, number)) return;
        pay_pairs(state, effect->pays);
        gain_pairs(state, effect->takes);
        push_effects(state, effect->nodes);
        return;
    case E_PER_ANIMAL: {
        int count = animals(state, effect->animal);
        gain(state, effect->item, count < effect->count ? count : effect->count);
        return;
    }
    case E_IF_ANIMAL:
        if (animals(state, effect->animal)) gain_pairs(state, effect->takes);
        return;
    case E_DICE: {
        int ore = 0;
        if (DICE[effect->item].ore_counts && state->n_longships)
            ore = state->longships[state->n_longships - 1];
        begin_dice(state, effect->item, ore, 0);
        return;
    }
    case E_DRAW_WEAPONS:
        for (int count = effect->count; count; count--) push_kind(state, K_DRAW_WEAPON);
        return;
    case E_EMIGRATE_AFTER_EXCHANGE:
        push_kind(state, K_EMIGRATE);
        push_kind(state, K_BOAT_TO_KNARR);
        return;
    default: return;
    }
}

/* Remove empty strips, unless strips are still in use: they keep their numbers. */
static void clear_strips(State *state) {
    for (int at = 0; at < state->n_nodes; at++)
        if (state->stack[at].kind == K_MOUNTAIN) return;
    int kept = 0;
    for (int at = 0; at < state->n_strips; at++)
        if (state->strips[at].taken < STRIPS[state->strips[at].strip].n_items)
            state->strips[kept++] = state->strips[at];
    state->n_strips = (uint8_t)kept;
}

/* --- moves of decisions --- */

#define MOVE(...) (out[count++] = (Move){__VA_ARGS__})

static int option_moves(const State *state, const Node *node, Move *out) {
    const Effect *effect = &EFFECTS[node->a];
    int count = 0;
    if (node->kind == K_OFFER) {
        if (!any_blocked(state, effect->nodes)) MOVE(M_OPTION, node->a);
        MOVE(M_SKIP);
        return count;
    }
    for (int at = 0; at < effect->options.count; at++)
        if (!any_blocked(state, OPTIONS[effect->options.start + at]))
            MOVE(M_OPTION, node->a, (uint8_t)at);
    return count;
}

/* Add all choices of boats that begin with those chosen, by the ore on them, in order. */
static int sail_moves(const State *state, int most, Move chosen, int from, Move *out) {
    int count = 0;
    for (int at = from; at < state->n_boats && chosen.a < most; at++) {
        if (at > from && state->boats[at] == state->boats[at - 1]) continue;
        Move next = chosen;
        next.more[next.a++] = (uint8_t)(state->boats[at] + 1);
        out[count++] = next;
        count += sail_moves(state, most, next, at + 1, out + count);
    }
    return count;
}

static int payable(const State *state, int action) {
    return has(state, DICE[action].weapon) + has(state, DICE[action].resource);
}

static int needed_for_loot(int tile) {
    int sword = ITEMS[tile].sword;
    return sword > LEAST_TO_WIN ? sword : LEAST_TO_WIN;
}

static int dice_moves(const State *state, const Node *node, Move *out) {
    const DiceInfo *dice = &DICE[node->a];
    int rolls = node->more[0], result = node->more[1], count = 0;
    if (!dice->high && !result) {
        MOVE(M_SUCCEED);
        return count;
    }
    if (rolls < ROLLS) MOVE(M_REROLL);
    int most = payable(state, node->a);
    if (dice->high) {
        for (int tile = 0; tile < N_TILES; tile++)
            if (ITEMS[tile].sword != NONE && is_takeable(state, tile)
                && needed_for_loot(tile) <= result + most)
                MOVE(M_LOOT, (uint8_t)tile);
    } else if (result <= most) {
        MOVE(M_SUCCEED);
    }
    MOVE(M_FAIL);
    return count;
}

static int payment_moves(const State *state, const Node *node, Move *out) {
    int count = 0, amount = node->b;
    int weapons = has(state, DICE[node->a].weapon), resources = has(state, DICE[node->a].resource);
    for (int paid = amount < weapons ? amount : weapons; paid >= 0; paid--)
        if (amount - paid <= resources)
            MOVE(M_PAY, (uint8_t)paid, (uint8_t)(amount - paid), node->a);
    return count;
}

static int mountain_moves(const State *state, const Node *node, Move *out) {
    const Effect *effect = &EFFECTS[node->a];
    int count = 0, most = effect->counts[node->b];
    for (int at = 0; at < state->n_strips; at++) {
        if (node->c >> at & 1) continue;
        int left = STRIPS[state->strips[at].strip].n_items - state->strips[at].taken;
        for (int taken = most < left ? most : left; taken; taken--)
            MOVE(M_STRIP, (uint8_t)(at + 1), (uint8_t)taken);
    }
    if (node->c || (effect->optional && !node_blocked(state, node - 1))) MOVE(M_SKIP);
    return count;
}

static int emigration_moves(const State *state, Move *out) {
    int count = 0;
    if (emigration_blocked(state, 0)) return 0;
    if (state->knarrs) MOVE(M_EMIGRATE, G_KNARR - G_WHALING_BOAT);
    for (int at = 0; at < state->n_longships; at++)
        if (!at || state->longships[at] != state->longships[at - 1])
            MOVE(M_EMIGRATE, G_LONGSHIP - G_WHALING_BOAT, state->longships[at]);
    return count;
}

static int action_moves(const State *state, const Node *node, Move *out) {
    int count = 0;
    switch (node->kind) {
    case K_OFFER:
    case K_EITHER: return option_moves(state, node, out);
    case K_SAIL: return sail_moves(state, EFFECTS[node->a].count, (Move){M_SAIL}, 0, out);
    case K_EXPLORE:
        for (int at = 0; at < state->n_exploration; at++) {
            int board = state->exploration[at].board;
            if (BOARDS[board].action == EFFECTS[node->a].item && reaches(state, board))
                MOVE(M_EXPLORE, (uint8_t)board);
        }
        return count;
    case K_FORGE:
        for (int tile = 0; tile < N_TILES && has(state, I_ORE); tile++)
            if (ITEMS[tile].tongs && is_takeable(state, tile)) MOVE(M_FORGE, (uint8_t)tile);
        return count;
    case K_MOUNTAIN: return mountain_moves(state, node, out);
    case K_UPGRADE:
        for (uint64_t left = state->present; left; left &= left - 1) {
            int item = __builtin_ctzll(left);
            if (upgraded(item, node->b) != NONE) MOVE(M_UPGRADE, (uint8_t)item, node->b > 1);
        }
        if (node->n || node->c) MOVE(M_DONE);
        return count;
    case K_TRADE:
        for (uint64_t left = state->present; left; left &= left - 1) {
            int item = __builtin_ctzll(left);
            if (ITEMS[item].kind == ITEM_GOOD && ITEMS[item].color == COLOR_GREEN
                && !memchr(node->more, item, node->n))
                MOVE(M_TRADE, (uint8_t)item);
        }
        MOVE(M_DONE);
        return count;
    case K_DICE_ACTION: return dice_moves(state, node, out);
    case K_PAY_DICE: return payment_moves(state, node, out);
    case K_EMIGRATE: return emigration_moves(state, out);
    case K_BOAT_TO_KNARR:
        for (int at = 0; at < state->n_boats && can_exchange_boat(state); at++)
            if (!at || state->boats[at] != state->boats[at - 1])
                MOVE(M_GIVE_SHIP, 0, state->boats[at]);
        if (!emigration_blocked(state, 0)) MOVE(M_SKIP);
        return count;
    case K_SPECIAL_SALE:
        for (int item = 0; item < N_TILES; item++)
            if (is_affordable_special(state, item)) MOVE(M_SALE, (uint8_t)item);
        if (node->b) MOVE(M_DONE);
        return count;
    default: return 0;
    }
}

/* --- making moves --- */

static void take_items(State *state, int at, int count) {
    OpenStrip *open = &state->strips[at];
    const Strip *strip = &STRIPS[open->strip];
    for (; count; count--) {
        Pair pair = strip->items[open->taken++];
        gain(state, pair.item, pair.count);
    }
}

static void do_mountain(State *state, Node node, const Move *move) {
    if (move->kind == M_SKIP) {
        /* One effect of a space must be used (rules, 4). */
        if (!node.c && top(state)->kind == K_UPGRADE) top(state)->c = 0;
    } else {
        node.c |= (uint8_t)(1 << (move->a - 1));
        take_items(state, move->a - 1, move->b);
        if (++node.b < EFFECTS[node.a].count)
            for (int at = 0; at < state->n_strips; at++)
                if (!(node.c >> at & 1)
                    && state->strips[at].taken < STRIPS[state->strips[at].strip].n_items) {
                    push(state, node);
                    return;
                }
    }
    clear_strips(state);
}

static void do_upgrade(State *state, Node node, const Move *move) {
    if (move->kind == M_UPGRADE) {
        add(state, move->a, -1);
        node.more[node.n++] = (uint8_t)upgraded(move->a, node.b);
        if (node.a-- > 1 && can_upgrade(state, node.b)) {
            push(state, node);
            return;
        }
    }
    for (int at = 0; at < node.n; at++) gain(state, node.more[at], 1);
}

static void do_trade(State *state, Node node, const Move *move) {
    if (move->kind == M_TRADE) {
        pay(state, move->a, 1);
        node.more[node.n++] = move->a;
        for (uint64_t left = state->present; left; left &= left - 1) {
            int item = __builtin_ctzll(left);
            if (ITEMS[item].kind == ITEM_GOOD && ITEMS[item].color == COLOR_GREEN
                && !memchr(node.more, item, node.n)) {
                push(state, node);
                return;
            }
        }
    }
    for (int at = 0; at < node.n; at++) gain(state, upgraded(node.more[at], 1), 1);
}

static void do_dice(State *state, Node node, const Move *move) {
    const DiceInfo *dice = &DICE[node.a];
    int result = node.more[1], amount = result, loot = NONE;
    if (move->kind == M_REROLL) {
        push(state, node);
        push(state, (Node){.kind = K_ROLL, .a = node.a});
        return;
    }
    if (move->kind == M_FAIL) {
        gain(state, dice->resource, 1);
        gain(state, dice->weapon, 1);
        /* No more Vikings come back than were placed, so a space stays occupied. */
        state->vikings = (uint8_t)(state->vikings + dice->returned);
        return;
    }
    if (move->kind == M_LOOT) {
        loot = move->a;
        amount = needed_for_loot(loot) > result ? needed_for_loot(loot) - result : 0;
    }
    push(state, (Node){.kind = K_PAY_DICE, .a = node.a, .b = (uint8_t)amount, .c = (uint8_t)loot});
}

static void do_payment(State *state, Node node, const Move *move) {
    const DiceInfo *dice = &DICE[node.a];
    if (move->a) pay(state, dice->weapon, move->a);
    if (move->b) pay(state, dice->resource, move->b);
    if (node.c == NONE)
        gain_pairs(state, dice->reward);
    else
        gain(state, node.c, 1);
}

static void do_explore(State *state, int board) {
    int at = 0;
    while (state->exploration[at].board != board) at++;
    int silver = state->exploration[at].silver;
    for (state->n_exploration--; at < state->n_exploration; at++)
        state->exploration[at] = state->exploration[at + 1];
    state->boards[state->n_boards++] = new_board(board);
    add(state, I_SILVER, silver);
}

static void do_action_move(State *state, Node node, const Move *move) {
    switch (node.kind) {
    case K_OFFER:
        if (move->kind != M_SKIP) push_effects(state, EFFECTS[node.a].nodes);
        return;
    case K_EITHER:
        push_effects(state, OPTIONS[EFFECTS[node.a].options.start + move->b]);
        return;
    case K_SAIL: {
        int ore = 0;
        for (int at = 0; at < move->a; at++) ore += move->more[at];
        begin_dice(state, WHALING, ore, move->a);
        return;
    }
    case K_EXPLORE: do_explore(state, move->a); return;
    case K_FORGE:
        pay(state, I_ORE, 1);
        gain(state, move->a, 1);
        return;
    case K_MOUNTAIN: do_mountain(state, node, move); return;
    case K_UPGRADE: do_upgrade(state, node, move); return;
    case K_TRADE: do_trade(state, node, move); return;
    case K_DICE_ACTION: do_dice(state, node, move); return;
    case K_PAY_DICE: do_payment(state, node, move); return;
    case K_EMIGRATE:
        pay(state, I_SILVER, state->round);
        remove_ship(state, move->a, move->b);
        state->emigrated[move->a]++;
        return;
    case K_BOAT_TO_KNARR:
        if (move->kind == M_GIVE_SHIP) {
            remove_ship(state, move->a, move->b);
            gain(state, G_KNARR, 1);
        }
        return;
    case K_SPECIAL_SALE:
        if (move->kind != M_SALE) return;
        pay(state, I_SILVER, ITEMS[move->a].price);
        gain(state, move->a, 1);
        if (node.a > 1)
            push(state, (Node){.kind = K_SPECIAL_SALE, .a = (uint8_t)(node.a - 1),
                               .b = (uint8_t)(node.b + 1)});
        return;
    default: return;
    }
}
