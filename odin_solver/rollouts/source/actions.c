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

/* Silver for emigration, with a reduction if a card allows it. */
static int emigration_price(const State *state, int cheaper, bool by_space) {
    int price = state->round;
    if (plays(state, C_PATRON) && by_space && !cheaper && price >= 2) price--;
    if (plays(state, C_REFUGEE_HELPER)) price -= 2;
    price -= cheaper;
    return price > 0 ? price : 0;
}

static bool emigration_blocked(const State *state, int more_knarrs, int price) {
    return (!state->knarrs && !more_knarrs && !state->n_longships)
           || table_cells(state) < SHIP_COVERS || has(state, I_SILVER) < price;
}

static bool can_exchange_boat(const State *state) {
    return state->n_boats && free_berths(state, true) > 0
           && !emigration_blocked(state, 1, emigration_price(state, 0, true));
}

/* Longships, and what cards let stand in for them. */
static int longships(const State *state, int needed) {
    int count = state->n_longships;
    if (!plays(state, C_STEERSMAN)) return count;
    if (ruled(state, R_STEERSMAN_TWO_KNARRS)) return count + state->knarrs;
    return state->knarrs && count < needed ? needed : count;
}

static bool reaches(const State *state, int board) {
    if (BOARDS[board].ships >> (G_LONGSHIP - G_WHALING_BOAT) & 1 && longships(state, 1)) return true;
    for (int ship = 0; ship < N_SHIPS; ship++)
        if (BOARDS[board].ships >> ship & 1 && ships_of(state, ship)) return true;
    return false;
}

static bool can_upgrade(const State *state, int times) { return state->present & upgradable[times]; }

static bool can_be_used_with_an_item(const State *state, int space);

static bool any_blocked(const State *state, Span nodes) {
    for (int at = 0; at < nodes.count; at++)
        if (effect_blocked(state, NODES[nodes.start + at])) return true;
    return false;
}

static bool is_takeable(const State *state, int item) {
    return ITEMS[item].kind == ITEM_GOOD || state->specials >> item & 1;
}

/* The price in a special sale; Patron counts the prices of both tiles together. */
static int sale_price(const State *state, int item, int before) {
    int price = ITEMS[item].price;
    return plays(state, C_PATRON) && before < 2 && before + price >= 2 ? price - 1 : price;
}

static bool is_affordable_special(const State *state, int item, int before) {
    return state->specials >> item & 1 && ITEMS[item].price != NONE
           && has(state, I_SILVER) >= sale_price(state, item, before);
}

/* What an exchange costs of one of its items. */
static int cost_of(const State *state, int effect, Pair pair) {
    int count = pair.count;
    if (!state->with_cards) return count;
    for (int at = 0; at < N_DISCOUNTS; at++)
        if (DISCOUNTS[at].effect == effect && DISCOUNTS[at].item == pair.item && count >= DISCOUNTS[at].least
            && holds(&state->cards.played, DISCOUNTS[at].card))
            count--;
    return count;
}

static bool can_pay_cost(const State *state, int effect) {
    Span pays = EFFECTS[effect].pays;
    if (!state->with_cards) return can_pay_pairs(state, pays);
    for (int at = 0; at < pays.count; at++) {
        Pair pair = PAIRS[pays.start + at];
        if (held(state, pair.item) < cost_of(state, effect, pair)) return false;
    }
    return true;
}

static bool effect_blocked(const State *state, int number) {
    const Effect *effect = &EFFECTS[number];
    switch (effect->kind) {
    case E_EXCHANGE:
        if (!state->with_cards && needs_of[number].items & ~state->present) return true;
        return ((state->with_cards || needs_of[number].counts) && !can_pay_cost(state, number))
               || (needs_of[number].places && !has_room(state, effect->takes));
    case E_EITHER:
        for (int at = 0; at < effect->options.count; at++)
            if (!any_blocked(state, OPTIONS[effect->options.start + at])) return false;
        return true;
    case E_PER_ANIMAL: return !animals(state, effect->animal);
    case E_DICE: return DICE[effect->item].high && !longships(state, 1);
    case E_SAIL: return !state->n_boats;
    case E_MOUNTAIN:
        for (int at = 0; at < state->n_strips; at++)
            if (state->strips[at].taken < STRIPS[state->strips[at].strip].n_items) return false;
        return true;
    case E_UPGRADE: return !can_upgrade(state, effect->times);
    case E_PLAY_OCCUPATIONS: return !effect->optional && !(state->with_cards && state->cards.n_hand);
    case E_EXPLORE:
        for (int at = 0; at < state->n_exploration; at++) {
            int board = state->exploration[at].board;
            if (BOARDS[board].action == effect->item && reaches(state, board)) return false;
        }
        return true;
    case E_EMIGRATE: return emigration_blocked(state, 0, emigration_price(state, 0, true));
    case E_EMIGRATE_AFTER_EXCHANGE:
        return emigration_blocked(state, 0, emigration_price(state, 0, true))
               && !can_exchange_boat(state);
    case E_SPECIAL_SALE:
        if (!state->knarrs) return true;
        for (int item = 0; item < N_TILES; item++)
            if (is_affordable_special(state, item, 0)) return false;
        return true;
    case E_FORGE: return !has(state, I_ORE);
    case E_NEEDS_KNARR: return !state->knarrs;
    case E_NEEDS_LONGSHIPS: return longships(state, effect->count) < effect->count;
    default: return false;
    }
}

static bool ore_is_next(const State *state) {
    for (int at = 0; at < state->n_strips; at++) {
        const OpenStrip *open = &state->strips[at];
        if (open->taken < STRIPS[open->strip].n_items && STRIPS[open->strip].items[open->taken].item == I_ORE) return true;
    }
    return false;
}

/* Whether an effect becomes possible by an ore from a strip. */
static bool ore_helps(const State *state, int number) {
    if (!ore_is_next(state)) return false;
    State after;
    copy_state(&after, state);
    add(&after, I_ORE, 1);
    return !effect_blocked(&after, number);
}

static bool can_make_fur(const State *state) { return has(state, I_GAME_MEAT) || has(state, I_SILK); }

static bool upgrades_or_fur(const State *state, int space) {
    return plays(state, C_FUR_MERCHANT) && (space == A_MOUNTAIN_1_UPGRADE_1 || space == A_MOUNTAIN_3_UPGRADE_1);
}

static bool item_before_ore(const State *state, int space) {
    return plays(state, C_FOREST_BLACKSMITH) && (space == A_FORGE || space == A_CRAFT_CHEST);
}

/* Whether an effect of a space that is not possible by itself is so through a card. */
static bool possible_by_card(const State *state, int space, int number) {
    switch (EFFECTS[number].kind) {
    case E_EXPLORE:
        return space == A_EXPLORE_1 && plays(state, C_ADVENTURER) && state->n_exploration
               && (state->n_boats || state->knarrs || state->n_longships);
    case E_UPGRADE: return upgrades_or_fur(state, space) && can_make_fur(state);
    case E_EITHER:
    case E_FORGE: return item_before_ore(state, space) && ore_helps(state, number);
    default: return false;
    }
}

static bool node_blocked(const State *state, const Node *node) {
    switch (node->kind) {
    case K_EFFECT: return effect_blocked(state, node->a);
    case K_UPGRADE:
        return !can_upgrade(state, node->b) && !(node->c & UPGRADE_OR_FUR && can_make_fur(state));
    case K_EMIGRATE:
        return emigration_blocked(state, 0, emigration_price(state, node->a, state->space != NONE));
    default: return false;
    }
}

/* Whether a space whose effects a card in play changes can be used; -1 if none does. */
static int changed_space(const State *state, int space) {
    if (space == A_RAIDING && plays(state, C_DORESTAD_TRAVELLER))
        return longships(state, 1) > 0 || can_upgrade(state, 1);
    if (space == A_BUILD_WHALING_BOAT && plays(state, C_KNARR_BUILDER))
        return (has(state, I_WOOD) >= 1 && free_berths(state, false) > 0)
               || (has(state, I_WOOD) >= 3 && free_berths(state, true) > 0);
    return -1;
}

static bool can_be_used(const State *state, int space) {
    if (!state->with_cards && items_for[space] & ~state->present) return false;
    /* An occupation is drawn before the action, so that there is one to be played. */
    if (space == A_PLAY_OCCUPATIONS_1_4 && state->with_cards && can_draw(state)) return true;
    int changed = state->with_cards ? changed_space(state, space) : -1;
    if (changed >= 0) return changed;
    Span effects = SPACES[space].effects;
    bool any = false;
    for (int at = 0; at < effects.count; at++) {
        int number = NODES[effects.start + at];
        bool blocked = effect_blocked(state, number);
        if (blocked && state->with_cards) blocked = !possible_by_card(state, space, number);
        if (blocked && !SPACES[space].any_one_will_do) return false;
        any |= !blocked;
    }
    return any;
}

/* Whether Vikings may be placed on a space: cards may give what it needs before its action. */
static bool can_be_entered(const State *state, int space) {
    if (can_be_used(state, space)) return true;
    if (!state->with_cards || !meets(&state->cards.played, &REACTING[EV_ACTION_STARTS])) return false;
    return can_be_used_with_an_item(state, space);
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
        if (!state->with_cards) return;
        node = (Node){.kind = K_PLAY_OCCUPATIONS, .a = effect->count, .b = effect->optional};
        break;
    case E_DRAW_OCCUPATIONS:
        if (!state->with_cards) return;
        node = (Node){.kind = K_DRAW_OCCUPATIONS, .a = effect->count};
        break;
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

static void first_roll(State *state, int action) {
    int ore = 0;
    if (DICE[action].ore_counts && state->n_longships) ore = state->longships[state->n_longships - 1];
    begin_dice(state, action, ore, 0);
}

static void run_effect(State *state, int number) {
    const Effect *effect = &EFFECTS[number];
    switch (effect->kind) {
    case E_EXCHANGE:
        if (effect_blocked(state, number)) return;
        for (int at = 0; at < effect->pays.count; at++) {
            Pair pair = PAIRS[effect->pays.start + at];
            pay_in_action(state, pair.item, cost_of(state, number, pair));
        }
        gain_pairs(state, effect->takes);
        if (number == NODES[SPACES[A_WOOD_PER_PLAYER_AND_ORE].effects.start]) gain(state, I_WOOD, state->players - 1);
        gained(state, SOURCE_ACTION);
        for (int at = 0; state->with_cards && at < effect->takes.count; at++) {
            int item = PAIRS[effect->takes.start + at].item;
            if (item >= G_WHALING_BOAT)
                emit(state, (Event){EV_ITEM_BUILT, (uint8_t)(item - G_WHALING_BOAT)});
        }
        push_effects(state, effect->nodes);
        return;
    case E_PER_ANIMAL: {
        int count = animals(state, effect->animal);
        gain(state, effect->item, count < effect->count ? count : effect->count);
        gained(state, SOURCE_ACTION);
        return;
    }
    case E_IF_ANIMAL:
        if (animals(state, effect->animal)) gain_pairs(state, effect->takes);
        gained(state, SOURCE_ACTION);
        return;
    case E_DICE:
        if (state->with_cards) { /* questions of cards come before the first roll */
            push(state, (Node){.kind = K_FIRST_ROLL, .a = effect->item});
            emit(state, (Event){EV_DICE_STARTS, effect->item});
        } else {
            first_roll(state, effect->item);
        }
        return;
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

/* Ask for an item of a strip before ore is paid; needed if there is no ore. */
static void ask_item_before(State *state, bool needed) {
    push(state, (Node){.kind = K_STRIP_ITEMS, .a = 1, .b = needed ? 4 : 15, .c = !needed, .more = {NONE, 1}});
}

/* Let cards change the effects of a space, which have just been pushed. */
static void change_effects(State *state, int space, int below) {
    for (int at = below; at < state->n_nodes; at++) {
        Node *node = &state->stack[at];
        if (node->kind == K_EXPLORE && space == A_EXPLORE_1) node->b = plays(state, C_ADVENTURER);
        if (node->kind == K_EITHER) node->b = item_before_ore(state, space);
        if (node->kind != K_UPGRADE) continue;
        bool several = space == A_UPGRADE_3 || space == A_UPGRADE_4 || space == A_UPGRADE_3_WEAPONS_4;
        if (upgrades_or_fur(state, space)) node->c |= UPGRADE_OR_FUR;
        if (several && plays(state, C_MERCHANT)) node->c |= UPGRADE_ONE_TWICE;
    }
    if (space == A_FORGE && item_before_ore(state, space)) ask_item_before(state, !has(state, I_ORE));
}

/* Use a space, unless something in between has made it impossible. */
static void start_action(State *state, Node node) {
    if (node.n) { /* cards played since then hear of it now */
        push(state, (Node){.kind = K_START_ACTION, .a = node.a});
        Mask late = {{0}};
        for (int at = 0; at < node.n; at++) late.word[node.more[at] >> 6] |= 1ull << (node.more[at] & 63);
        if (meets(&late, &REACTING[EV_ACTION_STARTS])) notify(state, late, (Event){EV_ACTION_STARTS, node.a});
        return;
    }
    if (state->with_cards && !can_be_used(state, node.a)) return; /* without cards nothing is in between */
    if (state->with_cards && changed_space(state, node.a) >= 0) {
        int card = node.a == A_RAIDING ? C_DORESTAD_TRAVELLER : C_KNARR_BUILDER;
        push(state, (Node){.kind = K_CHOOSE, .a = (uint8_t)card, .b = node.a});
        return;
    }
    int below = state->n_nodes;
    push_effects(state, SPACES[node.a].effects);
    if (state->with_cards) change_effects(state, node.a, below);
}

/* Remove empty strips, unless strips are still in use: they keep their numbers. */
static void clear_strips(State *state) {
    int kept = 0;
    OpenStrip left[N_STRIPS] = {0}; /* states are compared byte by byte */
    for (int at = 0; at < state->n_strips; at++)
        if (state->strips[at].taken < STRIPS[state->strips[at].strip].n_items) left[kept++] = state->strips[at];
    if (kept == state->n_strips) return;
    for (int at = 0; at < state->n_nodes; at++)
        if (state->stack[at].kind == K_MOUNTAIN) return;
    state->n_strips = (uint8_t)kept;
    memcpy(state->strips, left, sizeof left);
}

/* --- moves of decisions --- */

#define MOVE(...) (out[count++] = (Move){__VA_ARGS__})

/* Whether an option of craft chest pays ore. */
static bool takes_ore(Span option) {
    Span pays = EFFECTS[NODES[option.start]].pays;
    return pays.count && PAIRS[pays.start].item == I_ORE;
}

static int option_moves(const State *state, const Node *node, Move *out) {
    const Effect *effect = &EFFECTS[node->a];
    int count = 0;
    if (node->kind == K_OFFER) {
        if (!any_blocked(state, effect->nodes)) MOVE(M_OPTION, node->a);
        MOVE(M_SKIP);
        return count;
    }
    for (int at = 0; at < effect->options.count; at++) {
        Span option = OPTIONS[effect->options.start + at];
        if (!any_blocked(state, option) || (node->b && takes_ore(option) && ore_helps(state, NODES[option.start])))
            MOVE(M_OPTION, node->a, (uint8_t)at);
    }
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

/* Items paid for a dice action: weapon, resource, and spears where a card allows it. */
enum { N_PAID = 3 };

typedef struct {
    uint8_t item[N_PAID], worth[N_PAID];
} Payment;

static Payment payment_of(const State *state, int action) {
    Payment found = {{DICE[action].weapon, DICE[action].resource, I_SPEAR}, {1, 1, 0}};
    if (!state->with_cards) return found;
    Mask cards = both(&state->cards.played, &WITH_WORTH);
    for (EACH_CARD(card, cards))
        for (int paid = 0; paid < N_PAID; paid++)
            if (CARDS[card].worth[action][paid]) found.worth[paid] = CARDS[card].worth[action][paid];
    return found;
}

static bool is_printed(const Payment *payment) {
    return payment->worth[0] == 1 && payment->worth[1] == 1 && !payment->worth[2];
}

static int payable(const State *state, int action) {
    Payment payment = payment_of(state, action);
    int most = 0;
    for (int at = 0; at < N_PAID; at++) most += payment.worth[at] * has(state, payment.item[at]);
    return most;
}

/* Loot of a raid or pillage: one tile, or two with a card. */
enum { MOST_LOOT = 512 }; /* 15 special tiles and 16 goods, alone or two of them */

typedef struct {
    uint8_t tile, other, sword;
} Loot;

static int list_loot(const State *state, Loot *out) {
    int count = 0;
    for (int tile = 0; tile < N_TILES; tile++)
        if (ITEMS[tile].sword != NONE && is_takeable(state, tile))
            out[count++] = (Loot){(uint8_t)tile, NONE, ITEMS[tile].sword};
    if (!state->with_cards) return count;
    if (plays(state, C_LOOT_HUNTER)) {
        int top = 0;
        for (int at = 0; at < count; at++)
            if (ITEMS[out[at].tile].kind == ITEM_SPECIAL && out[at].sword > top) top = out[at].sword;
        for (int at = 0; at < count; at++)
            if (ITEMS[out[at].tile].kind == ITEM_SPECIAL && out[at].sword == top) out[at].sword--;
    }
    if (plays(state, C_ROBBER))
        for (int tile = 0; tile < N_TILES; tile++)
            if (ITEMS[tile].kind == ITEM_GOOD && ITEMS[tile].color == COLOR_GREEN
                && ITEMS[ITEMS[tile].upgrades_to].sword != NONE)
                out[count++] =
                    (Loot){(uint8_t)tile, NONE, (uint8_t)(ITEMS[ITEMS[tile].upgrades_to].sword - 1)};
    if (plays(state, C_RAIDER)) {
        int single = count;
        for (int at = 0; at < single; at++)
            for (int with = at; with < single && count < MOST_LOOT; with++)
                if (with > at || ITEMS[out[at].tile].kind != ITEM_SPECIAL)
                    out[count++] = (Loot){out[at].tile, out[with].tile,
                                          (uint8_t)(out[at].sword + out[with].sword)};
    }
    return count;
}

static int needed_for(const Loot *loot) {
    return loot->sword > LEAST_TO_WIN ? loot->sword : LEAST_TO_WIN;
}

static int rolls_allowed(const State *state) {
    return plays(state, C_PROFICIENT_HUNTER) ? 4 : ROLLS;
}

/* The result of a roll: cards, then ore. */
static int result_of(const State *state, const Node *action, int side) {
    if (state->with_cards) {
        Mask cards = both(&state->cards.played, &WITH_ROLLS);
        for (EACH_CARD(card, cards)) side += CARDS[card].rolls[action->a];
        side += state->cards.action.more_by_ore;
        if (side < 0) side = 0;
    }
    int result = side + (DICE[action->a].high ? action->b : -action->b);
    return result > 0 ? result : 0;
}

static int dice_moves(const State *state, const Node *node, Move *out) {
    const DiceInfo *dice = &DICE[node->a];
    int rolls = node->more[0], result = node->more[1], count = 0;
    if (!dice->high && !result) {
        MOVE(M_SUCCEED);
        return count;
    }
    if (rolls < rolls_allowed(state)) MOVE(M_REROLL);
    int most = payable(state, node->a);
    if (dice->high) {
        Loot loot[MOST_LOOT];
        int n_loot = list_loot(state, loot);
        for (int at = 0; at < n_loot; at++)
            if (needed_for(&loot[at]) <= result + most)
                MOVE(M_LOOT, loot[at].tile, loot[at].other, loot[at].sword);
    } else if (result <= most) {
        MOVE(M_SUCCEED);
    }
    MOVE(M_FAIL);
    return count;
}

static int payment_moves(const State *state, const Node *node, Move *out) {
    int count = 0, amount = node->b;
    Payment payment = payment_of(state, node->a);
    if (!is_printed(&payment)) {
        /* Any items whose values suffice, of which none could be left out. */
        const uint8_t *worth = payment.worth;
        for (int first = has(state, payment.item[0]); first >= 0; first--)
            for (int second = has(state, payment.item[1]); second >= 0; second--)
                for (int third = has(state, payment.item[2]); third >= 0; third--) {
                    int over = first * worth[0] + second * worth[1] + third * worth[2] - amount;
                    if (over < 0 || (first && over >= worth[0]) || (second && over >= worth[1])
                        || (third && over >= worth[2]) || count == MOST_MOVES / 2)
                        continue;
                    MOVE(M_PAY, (uint8_t)first, (uint8_t)second, node->a, {(uint8_t)third});
                }
        return count;
    }
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

static int emigration_moves(const State *state, const Node *node, Move *out) {
    int count = 0;
    if (node_blocked(state, node)) return 0;
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
            if (node->b ? state->n_boats || state->knarrs || state->n_longships
                        : BOARDS[board].action == EFFECTS[node->a].item && reaches(state, board))
                MOVE(M_EXPLORE, (uint8_t)board);
        }
        return count;
    case K_FORGE:
        for (int tile = 0; tile < N_TILES && has(state, I_ORE); tile++)
            if (ITEMS[tile].tongs && is_takeable(state, tile)) MOVE(M_FORGE, (uint8_t)tile);
        return count;
    case K_MOUNTAIN: return mountain_moves(state, node, out);
    case K_UPGRADE:
        for (uint64_t left = state->present & upgradable[node->b]; left; left &= left - 1)
            MOVE(M_UPGRADE, (uint8_t)__builtin_ctzll(left), node->b > 1);
        if (node->c & UPGRADE_ONE_TWICE)
            for (uint64_t left = state->present & upgradable[2]; left; left &= left - 1)
                MOVE(M_UPGRADE, (uint8_t)__builtin_ctzll(left), 1);
        if (node->c & UPGRADE_OR_FUR && !node->n) {
            Span deals = CARDS[C_FUR_MERCHANT].deals;
            for (int number = deals.start; number < deals.start + deals.count; number++)
                if (can_pay_pairs(state, DEALS[number].pays))
                    MOVE(M_DEAL, C_FUR_MERCHANT, .more = {(uint8_t)(number & 255), (uint8_t)(number >> 8)});
        }
        if (node->n || node->c & UPGRADE_OPTIONAL) MOVE(M_DONE);
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
    case K_EMIGRATE: return emigration_moves(state, node, out);
    case K_BOAT_TO_KNARR:
        for (int at = 0; at < state->n_boats && can_exchange_boat(state); at++)
            if (!at || state->boats[at] != state->boats[at - 1])
                MOVE(M_GIVE_SHIP, 0, state->boats[at]);
        if (!node_blocked(state, node - 1)) MOVE(M_SKIP);
        return count;
    case K_SPECIAL_SALE:
        for (int item = 0; item < N_TILES; item++)
            if (is_affordable_special(state, item, node->c)) MOVE(M_SALE, (uint8_t)item);
        if (node->b) MOVE(M_DONE);
        return count;
    default: return card_moves(state, node, out);
    }
}

/* --- making moves --- */

/* The kind of an item on a strip: wood, stone, ore, two silver. */
static int strip_kind(int item) {
    return item == I_WOOD ? 0 : item == I_STONE ? 1 : item == I_ORE ? 2 : 3;
}

static void take_items(State *state, int at, int count, int source) {
    OpenStrip *open = &state->strips[at];
    const Pair *items = STRIPS[open->strip].items + open->taken;
    open->taken = (uint8_t)(open->taken + count);
    if (state->with_cards) {
        Event taken = {EV_STRIP_ITEMS_TAKEN, .other = (uint8_t)source};
        for (int each = 0; each < count; each++) taken.more[strip_kind(items[each].item)]++;
        taken.key = (uint8_t)strip_kind(items[count - 1].item);          /* the last one */
        taken.count = open->taken == STRIPS[open->strip].n_items; /* emptied */
        emit(state, taken);
    }
    for (int each = 0; each < count; each++) gain(state, items[each].item, items[each].count);
    gained(state, source);
}

static void do_mountain(State *state, Node node, const Move *move) {
    if (move->kind == M_SKIP) {
        /* One effect of a space must be used (rules, 4). */
        if (!node.c && top(state)->kind == K_UPGRADE) top(state)->c &= (uint8_t)~UPGRADE_OPTIONAL;
    } else {
        node.c |= (uint8_t)(1 << (move->a - 1));
        take_items(state, move->a - 1, move->b, SOURCE_NOTED);
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
    if (move->kind == M_DEAL) {
        make_deal(state, move->more[0] | move->more[1] << 8, 0);
        return;
    }
    if (move->kind == M_UPGRADE) {
        add(state, move->a, -1);
        node.more[node.n++] = upgrades[1 + move->b][move->a];
        if (move->b) node.c &= (uint8_t)~UPGRADE_ONE_TWICE;
        if (node.a-- > 1 && can_upgrade(state, node.b)) {
            push(state, node);
            return;
        }
    }
    for (int at = 0; at < node.n; at++) gain(state, node.more[at], 1);
    gained(state, node.c & UPGRADE_BY_CARD ? SOURCE_SWAP : SOURCE_UPGRADE);
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
    for (int at = 0; at < node.n; at++) gain(state, upgrades[1][node.more[at]], 1);
    gained(state, SOURCE_NOTED);
}

static void do_dice(State *state, Node node, const Move *move) {
    const DiceInfo *dice = &DICE[node.a];
    int result = node.more[1], amount = result, loot = NONE, other = NONE;
    if (move->kind == M_REROLL) {
        push(state, node);
        push(state, (Node){.kind = K_ROLL, .a = node.a});
        return;
    }
    if (move->kind == M_FAIL) {
        gain(state, dice->resource, 1);
        gain(state, dice->weapon, 1);
        if (state->with_cards) {
            gained(state, SOURCE_NOTED);
            if (!state->cards.action.without_vikings && dice->returned && state->space != NONE)
                return_vikings(state, 1ull << state->space, dice->returned, false);
            emit(state, (Event){EV_DICE_FAILED, node.a, node.more[0]});
            return;
        }
        /* No more Vikings come back than were placed, so a space stays occupied. */
        state->vikings = (uint8_t)(state->vikings + dice->returned);
        return;
    }
    if (move->kind == M_LOOT) {
        Loot chosen = {move->a, move->b, move->c};
        loot = move->a;
        other = move->b;
        amount = needed_for(&chosen) > result ? needed_for(&chosen) - result : 0;
    }
    push(state, (Node){.kind = K_PAY_DICE, .a = node.a, .b = (uint8_t)amount, .c = (uint8_t)loot,
                       .n = node.c, .more = {(uint8_t)other}});
}

static void do_payment(State *state, Node node, const Move *move) {
    const DiceInfo *dice = &DICE[node.a];
    if (move->a) pay_in_action(state, dice->weapon, move->a);
    if (move->b) pay_in_action(state, dice->resource, move->b);
    if (move->more[0]) pay_in_action(state, I_SPEAR, move->more[0]);
    if (node.c == NONE)
        gain_pairs(state, dice->reward);
    else
        gain(state, node.c, 1);
    if (node.c != NONE && node.more[0] != NONE) gain(state, node.more[0], 1);
    gained(state, SOURCE_NOTED);
    emit(state, (Event){EV_DICE_SUCCEEDED, node.a, node.n, .more = {move->a, move->b}});
}

static void do_explore(State *state, int board) {
    int at = 0;
    while (state->exploration[at].board != board) at++;
    int silver = state->exploration[at].silver;
    for (state->n_exploration--; at < state->n_exploration; at++)
        state->exploration[at] = state->exploration[at + 1];
    state->boards[state->n_boards++] = new_board(board);
    gain(state, I_SILVER, silver);
    gained(state, SOURCE_NOTED);
    emit(state, (Event){EV_BOARD_EXPLORED, (uint8_t)board});
}

static void do_action_move(State *state, Node node, const Move *move) {
    switch (node.kind) {
    case K_OFFER:
        if (move->kind != M_SKIP) push_effects(state, EFFECTS[node.a].nodes);
        return;
    case K_EITHER: {
        Span option = OPTIONS[EFFECTS[node.a].options.start + move->b];
        push_effects(state, option);
        if (node.b && takes_ore(option)) ask_item_before(state, any_blocked(state, option));
        return;
    }
    case K_SAIL: {
        int ore = 0;
        for (int at = 0; at < move->a; at++) ore += move->more[at];
        begin_dice(state, WHALING, ore, move->a);
        return;
    }
    case K_EXPLORE: do_explore(state, move->a); return;
    case K_FORGE:
        pay_in_action(state, I_ORE, 1);
        gain(state, move->a, 1);
        gained(state, SOURCE_ACTION);
        return;
    case K_MOUNTAIN: do_mountain(state, node, move); return;
    case K_UPGRADE: do_upgrade(state, node, move); return;
    case K_TRADE: do_trade(state, node, move); return;
    case K_DICE_ACTION: do_dice(state, node, move); return;
    case K_PAY_DICE: do_payment(state, node, move); return;
    case K_EMIGRATE:
        pay(state, I_SILVER, emigration_price(state, node.a, state->space != NONE));
        remove_ship(state, move->a, move->b);
        state->emigrated[move->a]++;
        emit(state, (Event){EV_SHIP_EMIGRATED, move->a});
        return;
    case K_BOAT_TO_KNARR:
        if (move->kind == M_GIVE_SHIP) {
            remove_ship(state, move->a, move->b);
            gain(state, G_KNARR, 1);
            gained(state, SOURCE_ACTION);
        }
        return;
    case K_SPECIAL_SALE:
        if (move->kind != M_SALE) return;
        pay(state, I_SILVER, sale_price(state, move->a, node.c));
        gain(state, move->a, 1);
        gained(state, SOURCE_NOTED);
        if (node.a > 1)
            push(state, (Node){.kind = K_SPECIAL_SALE, .a = (uint8_t)(node.a - 1), .b = (uint8_t)(node.b + 1),
                               .c = state->with_cards ? (uint8_t)(node.c + ITEMS[move->a].price) : 0});
        return;
    default: do_card_move(state, node, move);
    }
}
