/* Occupations: drawing and playing them, their reactions, questions and deals
   (odin_solver/game/kernel/cards.py, kernel/order.py, actions/occupations.py, cards/blocks). What
   is special about a card is in effects.c. */
#include "engine.h"

/* effects.c */
static void when_played(State *state, int card);
static void react(State *state, int card, Event event);
static int choice_moves(const State *state, const Node *node, Move *out);
static void do_choice(State *state, Node node, const Move *move);
static bool herbs_are_for_sale(const State *state);
static int other_anytime_moves(const State *state, Move *out);
static void use_card(State *state, const Move *move);
static int least(int first, int second);
static bool is_house(int board);

static void put(Mask *set, int card) { set->word[card >> 6] |= 1ull << (card & 63); }
static void drop(Mask *set, int card) { set->word[card >> 6] &= ~(1ull << (card & 63)); }

/* --- gains --- */

static int watched(int what) {
    switch (what) {
    case I_SILVER: return W_SILVER;
    case I_WOOD: return W_WOOD;
    case I_STONE: return W_STONE;
    case I_STOCKFISH: return W_STOCKFISH;
    default: return W_OTHER;
    }
}

static void note_gain(State *state, int what, int count) {
    uint8_t *got = state->cards.got;
    int which = watched(what);
    got[which] = (uint8_t)(got[which] + count);
    switch (what) {
    case I_SALT_MEAT: got[W_SALT_MEAT] = (uint8_t)(got[W_SALT_MEAT] + count); return;
    case I_CHEST:
    case I_TREASURE_CHEST: got[W_CHEST] = (uint8_t)(got[W_CHEST] + count); return;
    case I_CATTLE:
    case I_PREGNANT_CATTLE: got[W_CATTLE] = (uint8_t)(got[W_CATTLE] + count); return;
    case G_KNARR: got[W_KNARR] = (uint8_t)(got[W_KNARR] + count); return;
    case I_SPICES: got[W_SPICES] = (uint8_t)(got[W_SPICES] + count); return;
    default: return;
    }
}

/* Tell the cards what has been gained together. */
static void tell_gain(State *state, int source) {
    Cards *cards = &state->cards;
    Event event = {EV_ITEMS_GAINED, .other = (uint8_t)source};
    memcpy(event.more, cards->got, sizeof cards->got);
    memset(cards->got, 0, sizeof cards->got);
    int any = 0;
    for (int at = 0; at < N_GIVEN; at++) any |= event.more[at];
    if (!any) return;
    if (source <= SOURCE_NOTED && state->space != NONE && cards->n_hand + cards->n_played)
        for (int at = 0; at < N_GIVEN; at++)
            cards->action.gave[at] = (uint8_t)(cards->action.gave[at] + event.more[at]);
    emit(state, event);
}

/* Take items from a card. */
static void take(State *state, int what, int count) {
    if (count <= 0) return;
    gain(state, what, count);
    gained(state, SOURCE_CARD);
}

/* --- deals and other questions --- */

/* Offer those deals of a card that a bit set names. */
static void offer_some(State *state, int card, uint64_t offered) {
    Span deals = CARDS[card].deals;
    Node node = {.kind = K_DEALS, .a = (uint8_t)card, .b = 1, .c = 1,
                 .more = {(uint8_t)(deals.start & 255), (uint8_t)(deals.start >> 8), (uint8_t)deals.count}};
    for (int at = 0; at < 6; at++) node.more[4 + at] = (uint8_t)(offered >> 8 * at);
    if (offered) push(state, node);
}

/* The deal of a card that pays an item, as a bit; 0 if there is none. */
static uint64_t deal_for(int card, int item) {
    Span deals = CARDS[card].deals;
    for (int at = 0; at < deals.count; at++)
        if (PAIRS[DEALS[deals.start + at].pays.start].item == item) return 1ull << at;
    return 0;
}

static Node deals_node(int card, Span deals, int left, bool optional) {
    return (Node){.kind = K_DEALS, .a = (uint8_t)card, .b = (uint8_t)left, .c = optional,
                  .more = {(uint8_t)(deals.start & 255), (uint8_t)(deals.start >> 8), (uint8_t)deals.count}};
}

/* Offer the deals of a card; the price in silver may differ from the printed one. */
static void offer(State *state, int card, int left, bool optional) {
    if (left) push(state, deals_node(card, CARDS[card].deals, left, optional));
}

static void offer_at(State *state, int card, int silver) {
    Node node = deals_node(card, CARDS[card].deals, 1, true);
    node.more[3] = (uint8_t)(silver + 1);
    push(state, node);
}

/* Whether a deal turns an animal over: it becomes pregnant, or ceases to be. */
static bool turns_an_animal(Span pays, Span takes) {
    if (pays.count != 1 || takes.count != 1) return false;
    int from = PAIRS[pays.start].item, to = PAIRS[takes.start].item;
    return from == I_PREGNANT_SHEEP || from == I_PREGNANT_CATTLE || to == I_PREGNANT_SHEEP || to == I_PREGNANT_CATTLE;
}

static bool can_deal(const State *state, Span pays, Span takes, int price) {
    if (turns_an_animal(pays, takes)) return has(state, PAIRS[pays.start].item);
    for (int at = 0; at < pays.count; at++) {
        Pair pair = PAIRS[pays.start + at];
        if (held(state, pair.item) < (price && pair.item == I_SILVER ? price - 1 : pair.count)) return false;
    }
    return has_room(state, takes);
}

static void make_deal(State *state, int number, int price) {
    Span pays = DEALS[number].pays, takes = DEALS[number].takes;
    if (turns_an_animal(pays, takes)) { /* nothing is gained */
        add(state, PAIRS[pays.start].item, -1);
        add(state, PAIRS[takes.start].item, 1);
        return;
    }
    for (int at = 0; at < pays.count; at++) {
        Pair pair = PAIRS[pays.start + at];
        pay(state, pair.item, price && pair.item == I_SILVER ? price - 1 : pair.count);
    }
    gain_pairs(state, takes);
    gained(state, pays.count ? SOURCE_SWAP : SOURCE_CARD);
}

static bool is_deal_possible(const State *state, const Node *node, int number) {
    const Deal *deal = &DEALS[number];
    if (!can_deal(state, deal->pays, deal->takes, node->more[3])) return false;
    if (!node->more[10]) return true;
    State after;
    copy_state(&after, state);
    for (int side = 0; side < 2; side++) {
        Span span = side ? deal->takes : deal->pays;
        for (int at = 0; at < span.count; at++)
            add(&after, PAIRS[span.start + at].item, side ? PAIRS[span.start + at].count : -PAIRS[span.start + at].count);
    }
    return can_be_used(&after, node->more[10] - 1);
}

static void run_ops(State *state, int card, Span ops, int space) {
    for (int at = 0; at < ops.count; at++) {
        const Op *op = &OPS[ops.start + at];
        switch (op->kind) {
        case O_GAIN:
            gain_pairs(state, op->span);
            gained(state, SOURCE_CARD);
            break;
        case O_DRAW_WEAPONS:
            for (int count = op->count; count; count--) push_kind(state, K_DRAW_WEAPON);
            break;
        case O_DEALS: push(state, deals_node(card, op->span, op->count, op->optional)); break;
        case O_UPGRADE:
            push(state, (Node){.kind = K_UPGRADE, .a = op->count, .b = 1, .c = (uint8_t)(2 + op->optional)});
            break;
        default:
            push(state, (Node){.kind = K_STRIP_ITEMS, .a = op->count, .b = op->kinds, .c = op->optional,
                               .more = {op->before ? (uint8_t)space : NONE, op->least}});
        }
    }
}

/* --- reactions --- */

/* Tell cards about an event. What they give comes at once, their questions afterwards: what is drawn
   first, then card by card in the order of their numbers. */
static void notify(State *state, Mask cards, Event event) {
    Node asked[MOST_NODES], drawn[MOST_NODES];
    int n_asked = 0, n_drawn = 0, asking = 0, below = state->n_nodes;
    Mask reacting = both(&cards, &REACTING[event.kind]);
    for (EACH_CARD(card, reacting)) {
        react(state, card, event);
        int more = state->n_nodes - below;
        if (!more) continue;
        bool draws = true;
        for (int at = below; at < state->n_nodes; at++) draws &= !is_decision(state->stack[at].kind);
        Node *to = draws ? drawn : asked;
        int *n = draws ? &n_drawn : &n_asked;
        if (*n + more <= MOST_NODES) { /* in front of those of the cards before it */
            memmove(to + more, to, (size_t)*n * sizeof(Node));
            memcpy(to, state->stack + below, (size_t)more * sizeof(Node));
            *n += more;
        }
        asking += !draws;
        state->n_nodes = (uint8_t)below;
    }
    if (asking > 1) state->cards.contested = 1;
    for (int at = 0; at < n_asked; at++) push(state, asked[at]);
    for (int at = 0; at < n_drawn; at++) push(state, drawn[at]);
}

/* Tiles on boards, and boards. */
static uint8_t lying(const State *state) {
    int count = state->n_boards;
    for (int at = 0; at < state->n_boards; at++) count += state->boards[at].touched;
    return (uint8_t)count;
}

/* Whether cards have changed the boards or the supply, and a tile can be placed. */
static bool can_place_more(const State *state, const Node *pause) {
    bool changed = lying(state) != pause->b;
    for (uint64_t left = state->present & ((1ull << N_TILES) - 1); left; left &= left - 1) {
        int tile = __builtin_ctzll(left);
        if (!is_placeable(tile) || (!changed && has(state, tile) <= state->cards.before[pause->a][tile])) continue;
        for (int at = 0; at < state->n_boards; at++)
            if (has_spot(&state->boards[at], tile)) return true;
    }
    return false;
}

/* Tell cards about an event, then pause if tiles can be placed that they gave. */
static void emit_and_pause(State *state, Event event) {
    if (!meets(&state->cards.played, &REACTING[event.kind])) return;
    Node pause = {.kind = K_PAUSE_IF_CHANGED, .b = lying(state)};
    for (int at = 0; at < state->n_nodes; at++) pause.a += state->stack[at].kind == K_PAUSE_IF_CHANGED;
    if (pause.a < MOST_PAUSES) {
        for (int tile = 0; tile < N_TILES; tile++)
            state->cards.before[pause.a][tile] = (uint8_t)least(255, has(state, tile));
        push(state, pause);
    }
    emit(state, event);
}

/* --- playing cards --- */

/* Note that a card has been played before an action to come. */
static void note_late(Node *node, int card) {
    if (node->n == sizeof node->more) return;
    int at = node->n++;
    for (; at && node->more[at - 1] > card; at--) node->more[at] = node->more[at - 1];
    node->more[at] = (uint8_t)card;
}

static void play_card(State *state, int card, bool first) {
    Cards *cards = &state->cards;
    for (int at = state->n_nodes - 1; at >= 0; at--) {
        Node *node = &state->stack[at];
        if (node->kind == K_START_ACTION || node->kind == K_FOURTH_COLUMN) note_late(node, card);
    }
    drop(&cards->hand, card);
    put(&cards->played, card);
    cards->n_hand--;
    cards->n_played++;
    cards->points = (int16_t)(cards->points + CARDS[card].points);
    when_played(state, card);
    emit(state, (Event){EV_CARD_PLAYED, (uint8_t)card, first});
    as_soon_as(state);
}

/* Vikings come back, perhaps together with those that came just before. */
static void return_vikings(State *state, uint64_t spaces, int most, bool together) {
    int total = 0;
    for (; spaces; spaces &= spaces - 1) {
        int space = __builtin_ctzll(spaces);
        uint8_t *on = &state->cards.on[space];
        int back = most < *on ? most : *on;
        *on = (uint8_t)(*on - back);
        if (!*on) state->placed &= ~(1ull << space);
        total += back;
    }
    if (!total) return;
    state->vikings = (uint8_t)(state->vikings + total);
    emit(state, (Event){EV_VIKINGS_RETURNED, 0, (uint8_t)total, together});
}

/* --- nodes --- */

static int hand_moves(const State *state, bool only_dark, Move *out) {
    int count = 0;
    for (EACH_CARD(card, state->cards.hand))
        if (!only_dark || !holds(&STARTING, (unsigned)card)) out[count++] = (Move){M_PLAY_CARD, (uint8_t)card};
    return count;
}

/* Moves that keep one of the cards that have been drawn, if there are several. */
static int keep_moves(const State *state, const Node *node, Move *out) {
    int count = 0;
    for (EACH_CARD(card, state->cards.hand))
        if (holds(&STARTING, (unsigned)card) == node->a) out[count++] = (Move){M_KEEP, (uint8_t)card};
    return count > 1 ? count : 0;
}

static bool can_be_used_after(const State *state, int space, int item, int count) {
    State after;
    copy_state(&after, state);
    add(&after, item, count);
    return can_be_used(&after, space);
}

static int strip_moves(const State *state, const Node *node, Move *out) {
    int count = 0, space = node->more[0];
    for (int at = 0; at < state->n_strips; at++) {
        const OpenStrip *open = &state->strips[at];
        const Pair *items = STRIPS[open->strip].items + open->taken;
        int left = STRIPS[open->strip].n_items - open->taken;
        int most = left < node->a ? left : node->a, alike = 0;
        while (alike < most && node->b >> strip_kind(items[alike].item) & 1) alike++;
        if (alike && space != NONE && !can_be_used_after(state, space, items[0].item, items[0].count)) continue;
        for (int taken = alike; taken >= node->more[1]; taken--)
            out[count++] = (Move){M_STRIP, (uint8_t)(at + 1), (uint8_t)taken};
    }
    if (node->c && (space == NONE || can_be_used(state, space))) out[count++] = (Move){M_SKIP};
    return count;
}

static int deal_moves(const State *state, const Node *node, Move *out) {
    int count = 0, first = node->more[0] | node->more[1] << 8;
    uint64_t offered = 0;
    for (int at = 0; at < 6; at++) offered |= (uint64_t)node->more[4 + at] << 8 * at;
    for (int number = first; number < first + node->more[2]; number++)
        if ((!offered || offered >> (number - first) & 1) && is_deal_possible(state, node, number))
            out[count++] = (Move){M_DEAL, node->a, 0, node->more[3], {(uint8_t)(number & 255), (uint8_t)(number >> 8)}};
    if (node->c) out[count++] = (Move){M_SKIP};
    return count;
}

/* Ways to place a tile of a card. */
static int lay_moves(const State *state, const Node *node, Move *out) {
    int count = 0;
    for (int at = 0; at < state->n_boards; at++) {
        const Board *board = &state->boards[at];
        if (node->c & LAY_ON_HOUSES ? !is_house(board->id) : BOARDS[board->id].kind == BOARD_BUILDING) continue;
        const Spots *spots = &all_spots[board->id][node->a];
        int apart = kept_apart(node->a, &BOARDS[board->id]);
        for (int spot = 0; spot < spots->count && count < MOST_LOOT - 1; spot++) {
            if (!is_legal(board, apart, &spots->spot[spot])) continue;
            out[count] = place_move(state, node->a, at, spot);
            out[count++].kind = M_LAY;
        }
    }
    if (node->c & LAY_OPTIONAL || (node->c & LAY_KEPT && !count)) out[count++] = (Move){M_SKIP};
    return count;
}

static void lay_on(State *state, const Move *move) {
    Board *board = &state->boards[move->b];
    lay(board, move->a, move->more[2] | move->more[3] << 8);
    emit(state, (Event){EV_TILE_PLACED, move->a, board->id});
}

/* Legal moves of a decision about occupations. */
static int card_moves(const State *state, const Node *node, Move *out) {
    int count = 0;
    switch (node->kind) {
    case K_PLAY_OCCUPATIONS:
        count = hand_moves(state, node->more[0], out);
        if (node->b || !count) out[count++] = (Move){M_SKIP};
        return count;
    case K_FOURTH_COLUMN:
        count = hand_moves(state, false, out);
        out[count++] = (Move){M_SKIP};
        return count;
    case K_DEALS: return deal_moves(state, node, out);
    case K_STRIP_ITEMS: return strip_moves(state, node, out);
    case K_RETURN_VIKING:
        if (!node->b || has(state, node->a) >= node->b)
            for (uint64_t left = state->placed; left; left &= left - 1) {
                int space = __builtin_ctzll(left);
                if (node->more[0] == NONE || node->more[0] == space)
                    out[count++] = (Move){M_TAKE_BACK, (uint8_t)space};
            }
        out[count++] = (Move){M_SKIP};
        return count;
    case K_FOLLOWER:
        for (uint64_t left = (state->placed | state->blocked) & ~state->closed; left; left &= left - 1) {
            int space = __builtin_ctzll(left);
            if (SPACES[space].column == 2 && can_be_entered(state, space))
                out[count++] = (Move){M_FOLLOW, (uint8_t)space};
        }
        out[count++] = (Move){M_SKIP};
        return count;
    case K_CHOOSE: return choice_moves(state, node, out);
    case K_LAY: return lay_moves(state, node, out);
    case K_KEEP: return keep_moves(state, node, out);
    case K_TAKE_TOKEN:
        for (int token = 0; token < N_TOKENS; token++)
            if (state->markers.free_tokens >> token & 1) out[count++] = (Move){M_TOKEN, (uint8_t)(token + 1)};
        return count;
    default: return 0;
    }
}

static void do_card_move(State *state, Node node, const Move *move) {
    switch (move->kind) {
    case M_PLAY_CARD:
        if (node.kind == K_FOURTH_COLUMN) {
            node.kind = K_START_ACTION;
            push(state, node);
        } else if (node.a > 1 && state->cards.n_hand > 1)
            push(state, (Node){.kind = K_PLAY_OCCUPATIONS, .a = (uint8_t)(node.a - 1), .b = 1, .c = 1});
        play_card(state, move->a, !node.c);
        return;
    case M_TOKEN:
        state->markers.tokens |= (uint16_t)(1 << (move->a - 1));
        state->markers.free_tokens &= (uint16_t)~(1 << (move->a - 1));
        return;
    case M_KEEP:
        for (EACH_CARD(card, state->cards.hand))
            if (holds(&STARTING, (unsigned)card) == node.a && card != move->a) {
                drop(&state->cards.hand, card);
                state->cards.n_hand--;
            }
        return;
    case M_SKIP:
        if (node.kind == K_LAY && node.c & LAY_KEPT) take(state, node.a, node.b);
        if (node.kind != K_FOURTH_COLUMN) return;
        if (!ruled(state, R_CARD_BEFORE_ONLY)) push(state, (Node){.kind = K_PLAY_OCCUPATIONS, .a = 1, .b = 1});
        node.kind = K_START_ACTION;
        push(state, node);
        return;
    case M_DEAL:
        if (node.b > 1) {
            node.b--;
            push(state, node);
        }
        make_deal(state, move->more[0] | move->more[1] << 8, move->c);
        return;
    case M_STRIP:
        take_items(state, move->a - 1, move->b, SOURCE_CARD);
        clear_strips(state);
        return;
    case M_TAKE_BACK:
        if (node.b) pay(state, node.a, node.b);
        if (node.c) /* Inspector: then another one from there, for silver */
            push(state, (Node){.kind = K_RETURN_VIKING, .a = I_SILVER, .b = state->round,
                               .more = {move->a, ruled(state, R_INSPECTOR_TOGETHER)}});
        return_vikings(state, 1ull << move->a, 1, node.more[1]);
        return;
    case M_FOLLOW: push(state, (Node){.kind = K_USE_SPACE, .a = move->a}); return;
    case M_GIVE_SHIP:
    case M_CHOICE: do_choice(state, node, move); return;
    case M_LAY:
        if (node.b-- > 1) push(state, node);
        lay_on(state, move);
        return;
    default: return;
    }
}

/* Resume the action under way after what comes now. */
static void push_resume(State *state) {
    Node resume = {.kind = K_RESUME, .a = state->space};
    memcpy(resume.more, &state->cards.action, sizeof(Action));
    push(state, resume);
}

/* Take a dice action without a space. */
static void free_dice(State *state, int action) {
    push_resume(state);
    state->cards.action = (Action){{0}};
    state->space = NONE;
    push(state, (Node){.kind = K_FIRST_ROLL, .a = (uint8_t)action});
    emit(state, (Event){EV_DICE_STARTS, (uint8_t)action});
}

/* Use a space without placing Vikings, during another action or after it. */
static void use_space(State *state, int space) {
    push_resume(state);
    push_kind(state, K_END_OF_ACTION);
    push(state, (Node){.kind = K_START_ACTION, .a = (uint8_t)space});
    state->cards.action = (Action){.without_vikings = 1};
    state->space = (uint8_t)space;
    emit(state, (Event){EV_ACTION_STARTS, (uint8_t)space, 0});
}

static void run_card_step(State *state, Node node) {
    switch (node.kind) {
    case K_DRAW_OCCUPATIONS:
        if (!can_draw(state)) return;
        if (plays(state, C_PRECEPTOR) && state->cards.n_hand)
            push(state, (Node){.kind = K_CHOOSE, .a = C_PRECEPTOR});
        else
            push_kind(state, K_DRAW_OCCUPATION);
        return;
    case K_USE_SPACE: use_space(state, node.a); return;
    case K_RESUME:
        state->space = node.a;
        memcpy(&state->cards.action, node.more, sizeof(Action));
        return;
    case K_AFTER_HARVEST: emit(state, (Event){EV_HARVEST_ENDED}); return;
    case K_NO_HARVEST: emit(state, (Event){EV_HARVEST_SKIPPED}); return;
    case K_AFTER_ACTIONS: emit(state, (Event){EV_ACTIONS_ENDED}); return;
    case K_AFTER_FEAST: emit_and_pause(state, (Event){EV_FEAST_ENDED}); return;
    case K_PAUSE_IF_CHANGED:
        if (can_place_more(state, &node)) push_kind(state, K_PAUSE);
        memset(state->cards.before[node.a], 0, N_TILES);
        return;
    case K_GIVE_BONUSES:
        give_bonuses(state, 0, N_BOARDS - 1);
        memset(state->cards.on_table, 0, sizeof state->cards.on_table);
        return;
    case K_AFTER_BONUSES: emit(state, (Event){EV_BONUSES_ENDED}); return;
    default: return;
    }
}

/* Whether a space can be used if a card gives the first item of a strip before its action. */
static bool can_be_used_with_an_item(const State *state, int space) {
    Mask reacting = both(&state->cards.played, &REACTING[EV_ACTION_STARTS]);
    for (EACH_CARD(card, reacting))
        for (int at = 0; at < CARDS[card].triggers.count; at++) {
            const Trigger *trigger = &TRIGGERS[CARDS[card].triggers.start + at];
            if (trigger->event != EV_ACTION_STARTS || !(trigger->keys >> space & 1)) continue;
            const Op *op = &OPS[trigger->ops.start];
            if (op->kind != O_STRIP || !op->before) continue;
            for (int strip = 0; strip < state->n_strips; strip++) {
                const OpenStrip *open = &state->strips[strip];
                if (open->taken == STRIPS[open->strip].n_items) continue;
                Pair pair = STRIPS[open->strip].items[open->taken];
                if (op->kinds >> strip_kind(pair.item) & 1
                    && can_be_used_after(state, space, pair.item, pair.count))
                    return true;
            }
        }
    return false;
}

/* --- at any time --- */

static int anytime_card_moves(const State *state, Move *out) {
    int count = 0;
    Mask with_deals = both(&state->cards.played, &WITH_DEALS);
    for (EACH_CARD(card, with_deals)) {
        if (card == C_HERB_GARDENER && !herbs_are_for_sale(state)) continue;
        Span deals = CARDS[card].anytime;
        for (int number = deals.start; number < deals.start + deals.count; number++)
            if (can_deal(state, DEALS[number].pays, DEALS[number].takes, 0))
                out[count++] = (Move){M_CARD_DEAL, (uint8_t)card, .more = {(uint8_t)(number & 255), (uint8_t)(number >> 8)}};
    }
    return count + other_anytime_moves(state, out + count);
}

static void do_anytime_card(State *state, const Move *move) {
    if (move->kind == M_CARD_USE) {
        use_card(state, move);
    } else {
        if (move->a == C_HERB_GARDENER) state->cards.done |= D_HERBS;
        make_deal(state, move->more[0] | move->more[1] << 8, 0);
    }
    as_soon_as(state);
}

/* Whether using a card first would give the decision on top of the stack a choice. */
static bool opens_more(const State *state) {
    Move moves[MOST_MOVES], then[MOST_MOVES];
    int count = anytime_card_moves(state, moves);
    for (int at = 0; at < count; at++) {
        State after;
        copy_state(&after, state);
        do_anytime_card(&after, &moves[at]);
        after.n_nodes = state->n_nodes;
        int found = node_moves(&after, top(&after), then);
        if (found > 1 || (found && then[0].kind != M_SKIP && then[0].kind != M_DONE)) return true;
    }
    return false;
}
