/* What is special about single occupations (odin_solver/game/cards): effects that depend on the
   state. Constant ones are in the tables. */
#include "engine.h"

/* --- what cards count --- */

static int least(int first, int second) { return first < second ? first : second; }

static int houses(const State *state) {
    return buildings(state, B_STONE_HOUSE) + buildings(state, B_LONG_HOUSE);
}

static bool is_house(int board) { return board == B_STONE_HOUSE || board == B_LONG_HOUSE; }

static int large_ships(const State *state) { return state->knarrs + state->n_longships; }

/* Special tiles in the supply and on boards: those that are neither to be had nor lost. */
static int special_tiles(const State *state) {
    int count = 0;
    for (int item = 0; item < N_TILES; item++)
        if (ITEMS[item].kind == ITEM_SPECIAL) count += has(state, item);
    for (int at = 0; at < state->n_boards; at++) count += state->boards[at].n_specials;
    return count;
}

static int vikings_on(const State *state, int column) {
    int count = 0;
    for (uint64_t left = state->placed; left; left &= left - 1)
        if (SPACES[__builtin_ctzll(left)].column == column) count += state->cards.on[__builtin_ctzll(left)];
    return count;
}

static bool is_raid(int action) { return action == DICE_RAIDING || action == DICE_PILLAGING; }

/* The value of the highest step that a number reaches, of steps one apart from the first one on. */
static int reached(int count, int first, int n_steps, const uint8_t *values) {
    if (count < first) return 0;
    return values[least(count - first, n_steps - 1)];
}
#define REACHED(count, first, ...) \
    reached(count, first, sizeof((uint8_t[]){__VA_ARGS__}), (uint8_t[]){__VA_ARGS__})

static void draw_weapons(State *state, int count) {
    while (count-- > 0) push_kind(state, K_DRAW_WEAPON);
}

static void choose(State *state, int card, int number) {
    push(state, (Node){.kind = K_CHOOSE, .a = (uint8_t)card, .b = (uint8_t)number});
}

/* Maid: silverware instead of the only good that a house gives. */
static void offer_instead(State *state, int board, int won) {
    if (!is_house(board) || __builtin_popcount(won) != 1) return;
    Span gives = BOARDS[board].bonuses[__builtin_ctz(won)].gives;
    offer_some(state, C_MAID, deal_for(C_MAID, PAIRS[gives.start].item));
}

/* --- when played --- */

static void when_played(State *state, int card) {
    int knarrs = state->knarrs, boats = state->n_boats, ships = state->n_longships;
    switch (card) {
    case C_CHIEF:
        push_kind(state, K_AFTER_FEAST);
        push_kind(state, K_SERVE_FEAST);
        emit(state, (Event){EV_FEAST_STARTS});
        return;
    case C_MINEWORKER: take(state, I_SILVER, state->players - 1); return;
    case C_MILKER: {
        int kinds = (animals(state, I_SHEEP) > 0) + (animals(state, I_CATTLE) > 0);
        take(state, I_MILK, kinds);
        take(state, I_SILVER, kinds);
        return;
    }
    case C_SHIP_OWNER: take(state, I_WHALE_MEAT, least(2, least(boats, least(knarrs, ships)))); return;
    case C_COTTAGER: take(state, I_MEAD, 2 * houses(state)); return;
    case C_CAPTAIN: {
        int ore = 0;
        for (int at = 0; at < boats; at++) ore += state->boats[at];
        for (int at = 0; at < ships; at++) ore += state->longships[at];
        take(state, I_SILVER, REACHED(ore, 4, 2, 3, 4, 5));
        return;
    }
    case C_FIGHTER: {
        static const uint8_t prizes[] = {I_SILK, I_JEWELRY, I_SILVER_HOARD};
        int armed = 0;
        for (int at = 0; at < ships; at++) armed += state->longships[at] >= 2;
        if (armed) take(state, prizes[least(armed, 3) - 1], 1);
        return;
    }
    case C_HOST: {
        static const uint8_t prizes[] = {I_SILK, I_SPICES, I_JEWELRY};
        int count = special_tiles(state);
        if (count >= 3) take(state, prizes[least(count, 5) - 3], 1);
        return;
    }
    case C_BUILDER: give_bonuses(state, B_STONE_HOUSE, B_LONG_HOUSE); return;
    case C_COLLECTOR: give_bonuses(state, B_HOME, B_HOME); return;
    case C_MINER:
        take(state, I_ORE, ships);
        take(state, I_STONE, ships);
        take(state, I_SILVER, ships);
        return;
    case C_CUSTODIAN: take(state, I_SILVER, 2 * houses(state)); return;
    case C_WHALING_EQUIPPER:
        take(state, I_OIL, knarrs);
        take(state, I_WOOD, boats);
        return;
    case C_MEAT_TRADER: take(state, I_SALT_MEAT, knarrs); return;
    case C_MEAT_INSPECTOR: {
        int kinds = 0;
        for (int item = 0; item < N_TILES; item++)
            kinds += ITEMS[item].color == COLOR_RED
                     && (ITEMS[item].kind == ITEM_ANIMAL ? animals(state, item) : has(state, item)) > 0;
        take(state, I_SILVER, kinds);
        return;
    }
    case C_FISHERMAN: take(state, I_STOCKFISH, boats); return;
    case C_MEAT_PRESERVER: take(state, I_SALT_MEAT, least(has(state, I_GAME_MEAT), has(state, I_WHALE_MEAT))); return;
    case C_SILK_MERCHANT: take(state, I_SILVER, REACHED(has(state, I_SILK), 1, 1, 3, 6)); return;
    case C_STOREMAN: {
        Span deals = CARDS[card].deals;
        uint64_t offered = 0;
        for (int at = 0; at < deals.count; at++)
            if (has(state, PAIRS[DEALS[deals.start + at].takes.start].item) == 3) offered |= 1ull << at;
        offer_some(state, card, offered);
        return;
    }
    case C_WHOLESALER:
        push(state, deals_node(card, plays(state, C_MERCHANT) ? CARDS[card].more_deals : CARDS[card].deals, 1, true));
        return;
    case C_HORNBLOWER: /* the hunt first */
        choose(state, card, 1);
        choose(state, card, 0);
        return;
    case C_COURIER:
    case C_INNKEEPER:
    case C_WHARF_OWNER:
    case C_SHIP_BUILDER: choose(state, card, 0); return;
    case C_WEAPONS_SUPPLIER: draw_weapons(state, REACHED(ships, 1, 2, 5, 10)); return;
    case C_SHEEP_SHEARER: take(state, I_WOOL, REACHED(animals(state, I_SHEEP), 3, 1, 2, 2, 3)); return;
    case C_SHEPHERD: {
        int sheep = animals(state, I_SHEEP);
        take(state, I_MILK, sheep >= 2);
        take(state, I_WOOL, (sheep >= 2) + (sheep >= 4));
        return;
    }
    case C_CATTLE_BREEDER: breed_all(state); return;
    case C_INSPECTOR:
        push(state, (Node){.kind = K_RETURN_VIKING, .c = 1, .more = {NONE}});
        return;
    case C_EQUIPMENT_SUPPLIER:
        for (int item = I_BOW; item < I_BOW + N_WEAPONS; item++) take(state, item, 2 - has(state, item));
        return;
    case C_EARL: offer_at(state, card, state->round); return;
    case C_HOMECOMER: {
        uint64_t spaces = 0;
        for (int space = 0; space < N_SPACES; space++)
            if (SPACES[space].column == 4) spaces |= 1ull << space;
        return_vikings(state, spaces & state->placed, 1, false);
        return;
    }
    case C_FOLLOWER: push_kind(state, K_FOLLOWER); return;
    case C_TRAVELING_MERCHANT: {
        bool animals_too = ruled(state, R_MERCHANT_TURNS_ANIMALS);
        Span deals = animals_too ? CARDS[card].more_deals : CARDS[card].deals;
        if (knarrs) push(state, deals_node(card, deals, REACHED(knarrs, 1, 2, 4, 6, 7), true));
        return;
    }
    case C_QUARTERMASTER: {
        int halves = 16 - 2 * has(state, I_LONG_SWORD) - has(state, I_SPEAR) - has(state, I_BOW);
        offer_at(state, card, halves > 0 ? halves / 2 : 0);
        return;
    }
    case C_LONGSHIP_BUILDER: {
        static const uint8_t prices[] = {8, 6, 3, 1};
        offer_at(state, card, prices[least(knarrs, 3)]);
        return;
    }
    case C_HARBOR_GUARD: choose(state, card, large_ships(state)); return;
    case C_PREACHER:
    case C_BREEDER:
    case C_SPONSOR: choose(state, card, 0); return;
    case C_WEAPONS_WARDEN:
        for (uint64_t left = state->placed; left; left &= left - 1)
            if (SPACES[__builtin_ctzll(left)].column == 2) state->cards.warden_round = state->round;
        return;
    case C_GRAIN_DELIVERYMAN: {
        static const uint8_t goods[] = {I_PEAS, I_FLAX, I_BEANS, I_GRAIN, I_CABBAGE, I_FRUITS};
        for (int at = 0; knarrs && at < least(knarrs + 2, 6); at++) take(state, goods[at], 1);
        return;
    }
    default: run_ops(state, card, CARDS[card].played, 0);
    }
}

/* --- events --- */

static void run_triggers(State *state, int card, Event event) {
    Span triggers = CARDS[card].triggers;
    for (int at = 0; at < triggers.count; at++) {
        const Trigger *trigger = &TRIGGERS[triggers.start + at];
        if (trigger->event == event.kind && trigger->keys >> event.key & 1)
            run_ops(state, card, trigger->ops, event.key);
    }
}

/* The end of an action: what it gave and spent is still known. */
static void react_to_action(State *state, int card, int space) {
    Action action = state->cards.action;
    bool counts = !action.without_vikings || !ruled(state, R_PLACED_VIKINGS_ONLY); /* for cards that say so */
    switch (card) {
    case C_FURRIER: take(state, I_SNARE, action.gave[W_SILVER] == 1); return;
    case C_LABORER: offer(state, card, action.gave[W_SILVER] == 2, true); return;
    case C_WOODCUTTER: take(state, I_SILVER, counts && action.gave[W_WOOD] >= 2); return;
    case C_COOPER: offer(state, card, counts && action.gave[W_WOOD] >= 2, true); return;
    case C_STONE_CRUSHER: take(state, I_SILVER, counts && action.gave[W_STONE] >= 1); return;
    case C_CODLIVER_OIL_PRESSER: offer(state, card, action.gave[W_STOCKFISH] >= 1, true); return;
    case C_HELMSMAN:
        for (int at = 0; at < N_GIVEN; at++)
            if (space == A_PLUNDERING && state->n_longships && action.gave[at]) {
                draw_weapons(state, 1);
                return;
            }
        return;
    case C_MASTER_COUNT: take(state, I_SILVER, space == A_OVERSEAS_TRADING_2 ? state->knarrs : 0); return;
    case C_ARTIST:
        if (SPACES[space].is_crafting) take(state, I_SILVER, __builtin_popcount(action.spent));
        return;
    case C_IRONSMITH:
        if (SPACES[space].is_crafting && action.spent & 1)
            push(state, (Node){.kind = K_RETURN_VIKING, .a = I_SILVER, .b = 1, .more = {(uint8_t)space}});
        return;
    case C_MOUNTAIN_GUARD: {
        static const uint8_t prizes[] = {I_MEAD, I_HIDE, I_CHEST};
        int kinds = __builtin_popcount(action.kinds);
        state->cards.action.kinds = 0;
        if (kinds >= 2) take(state, prizes[kinds - 2], 1);
        return;
    }
    case C_MIDDLEMAN:
        if (SPACES[space].is_weekly_market) choose(state, card, 0);
        return;
    case C_BIRKA_SETTLER:
        if (space == A_OVERSEAS_TRADING_2) choose(state, card, 0);
        return;
    default: run_triggers(state, card, (Event){EV_ACTION_ENDED, (uint8_t)space});
    }
}

static void react_to_gain(State *state, int card, Event event) {
    const uint8_t *got = event.more;
    switch (card) {
    case C_MEAT_BUYER:
        if (event.other == SOURCE_NOTED || event.other == SOURCE_OTHER) return;
        if (got[W_STOCKFISH] == 2) offer_some(state, card, deal_for(card, I_STOCKFISH));
        if (got[W_SALT_MEAT] == 2) offer_some(state, card, deal_for(card, I_SALT_MEAT));
        return;
    case C_LOCKSMITH: offer(state, card, got[W_CHEST], true); return;
    case C_BOSPORUS_TRAVELER: offer(state, card, got[W_CATTLE], true); return;
    case C_BOSPORUS_MERCHANT: take(state, I_OIL, got[W_SPICES]); return;
    case C_CODLIVER_OIL_PRESSER:
        if (event.other == SOURCE_SWAP || (event.other == SOURCE_CARD && !ruled(state, R_PRESSER_NO_GIFTS)))
            offer(state, card, got[W_STOCKFISH] > 0, true);
        return;
    case C_CUTTER_OPERATOR:
        if (!got[W_KNARR] || state->cards.done & D_CUTTER) return;
        state->cards.done |= D_CUTTER;
        take(state, I_STOCKFISH, state->knarrs);
        take(state, I_SILVER, state->knarrs);
        return;
    default: return;
    }
}

static void react_to_dice(State *state, int card, Event event) {
    bool won = event.kind == EV_DICE_SUCCEEDED;
    switch (card) {
    case C_HELMSMAN:
        if (state->n_longships && is_raid(event.key)) draw_weapons(state, 1);
        return;
    case C_LONE_WOLF:
        if (is_raid(event.key)) take(state, I_LONG_SWORD, event.more[0] == 1);
        return;
    case C_WHALE_CATCHER:
        if (event.key == DICE_WHALING) take(state, I_SPEAR, event.more[0] == 1);
        return;
    case C_IVORY_SCULPTOR: {
        static const uint8_t foods[] = {I_CABBAGE, I_BEANS, I_PEAS};
        if (event.key == DICE_WHALING && !event.more[1] && event.count) take(state, foods[event.count - 1], 1);
        return;
    }
    case C_FARMHAND:
        if (event.key == DICE_HUNTING && state->space == A_HUNTING_GAME_2 && !state->cards.action.without_vikings) {
            take(state, I_HIDE, 1);
            take(state, I_SILVER, 1);
        }
        return;
    case C_SNARE_SPECIALIST:
        if (event.key == DICE_SNARE && state->space == A_LAYING_A_SNARE && !state->cards.action.without_vikings)
            push(state, (Node){.kind = K_RETURN_VIKING, .a = I_SNARE, .b = 2, .more = {A_LAYING_A_SNARE}});
        return;
    case C_DISHEARTENED_WARRIOR:
        if (!won && event.key == DICE_RAIDING && event.count <= 2) offer(state, card, 1, false);
        return;
    default: run_triggers(state, card, event);
    }
}

/* Let a card in play react to an event. */
static void react(State *state, int card, Event event) {
    switch (event.kind) {
    case EV_ACTION_ENDED: react_to_action(state, card, event.key); return;
    case EV_ITEMS_GAINED: react_to_gain(state, card, event); return;
    case EV_DICE_SUCCEEDED:
    case EV_DICE_FAILED: react_to_dice(state, card, event); return;
    default: break;
    }
    switch (card) {
    case C_ARMED_FIGHTER: /* Plundering may take fewer Vikings */
        if (state->cards.on[event.key] >= 4) run_triggers(state, card, event);
        return;
    case C_STONECARVER: take(state, I_SILVER, event.more[1]); return;
    case C_MINEWORKER: take(state, I_SILVER, event.count && event.key == 3); return;
    case C_MOUNTAIN_GUARD:
        if (state->space != NONE && event.other == SOURCE_NOTED)
            for (int kind = 0; kind < 4; kind++)
                if (event.more[kind]) state->cards.action.kinds |= (uint8_t)(1 << kind);
        return;
    case C_PUNCHCUTTER: take(state, I_SILVER, event.more[2] + 2 * event.more[3]); return;
    case C_SWORD_FIGHTER:
        if (event.key == DICE_RAIDING) choose(state, card, 0);
        return;
    case C_BERSERKER:
        if (event.key == DICE_PILLAGING) choose(state, card, 0);
        return;
    case C_HELMSMAN:
        if (event.kind != EV_BOARD_EXPLORED)
            run_triggers(state, card, event);
        else if (state->n_longships && BOARDS[event.key].ships >> 2 & 1)
            draw_weapons(state, 1);
        return;
    case C_CLERK: {
        if (event.key != A_OVERSEAS_TRADING_1 && event.key != A_OVERSEAS_TRADING_2) return;
        if (!state->knarrs) return;
        Node node = deals_node(card, CARDS[card].deals, state->knarrs, true);
        node.more[10] = (uint8_t)(event.key + 1);
        push(state, node);
        return;
    }
    case C_UNDERTAKER:
        take(state, I_SILVER, event.key == I_RUNE_STONE && BOARDS[event.count].kind == BOARD_EXPLORATION);
        return;
    case C_JUDGE:
        if (event.key != I_RUNE_STONE || !is_house(event.count)) return;
        take(state, I_MEAD, 1);
        take(state, I_SILVER, 1);
        return;
    case C_NOBLEMAN:
        if (event.key == I_GRAIN && is_house(event.count)) offer(state, card, 1, true);
        return;
    case C_THING_SPOKESMAN: take(state, I_SILVER, event.count <= 2 && !event.other && !state->after_income); return;
    case C_EARL_OF_LADE: take(state, I_SILVER, event.count > 0 && state->vikings == 3); return;
    case C_WEAPONS_WARDEN:
        if (!event.count || SPACES[event.key].column != 2) return;
        if (state->cards.warden_round == state->round) draw_weapons(state, 1);
        state->cards.warden_round = state->round;
        return;
    case C_ETIQUETTE_TEACHER:
        if (event.count) state->cards.done &= (uint8_t)~D_TEACHER;
        if (event.key == card || state->cards.done & D_TEACHER) return;
        state->cards.done |= D_TEACHER;
        take(state, I_PEAS, 1);
        return;
    case C_CRAFT_LEADER: {
        int vikings = 0;
        for (uint64_t left = state->placed; left; left &= left - 1)
            if (SPACES[__builtin_ctzll(left)].is_crafting) vikings += state->cards.on[__builtin_ctzll(left)];
        take(state, I_OIL, vikings >= 5);
        return;
    }
    case C_ORE_BOATMAN:
        if (state->n_longships)
            push(state, (Node){.kind = K_LAY, .a = I_ORE, .b = state->n_longships,
                               .c = ruled(state, R_BOATMAN_KEEPS_ORE) ? LAY_KEPT : 0});
        return;
    case C_STEWARD:
    case C_LATECOMER: choose(state, card, 0); return;
    case C_FESTIVE_HUNTER:
        if (state->cards.on_table[0]) choose(state, card, 0);
        return;
    case C_FISH_COOK:
        if (state->cards.on_table[1])
            push(state, (Node){.kind = K_LAY, .a = I_STOCKFISH, .b = state->cards.on_table[1],
                               .c = LAY_OPTIONAL | LAY_ON_HOUSES});
        return;
    case C_SOWER: {
        int flax = has(state, I_FLAX) > 0, grain = has(state, I_GRAIN) > 0;
        if (flax && grain) {
            offer(state, card, true, false);
        } else {
            take(state, I_FLAX, flax);
            take(state, I_GRAIN, grain);
        }
        return;
    }
    case C_PEA_COUNTER: take(state, I_PEAS, least(has(state, I_PEAS), 8 - has(state, I_PEAS))); return;
    case C_SYMPATHETIC_SOUL: take(state, I_SILVER, REACHED(special_tiles(state), 3, 1, 2, 3)); return;
    case C_HELPER_IN_TIME_OF_NEED: {
        static const uint8_t foods[] = {I_BEANS, I_GRAIN, I_CABBAGE};
        if (state->n_boats) take(state, foods[state->n_boats - 1], 1);
        return;
    }
    case C_MILLER: take(state, I_SILVER, least(2, has(state, I_GRAIN))); return;
    case C_TASTER: take(state, I_SILVER, least(2, has(state, I_SPICES))); return;
    case C_VILLAGE_LEADER: take(state, I_SILVER, 2 * (has(state, I_CLOTHING) > 0)); return;
    case C_SKINNER: take(state, I_SKIN_AND_BONES, event.count); return;
    case C_BARBARIAN: draw_weapons(state, 3 * event.other); return;
    case C_WHALING_ASSISTANT: take(state, I_CABBAGE, vikings_on(state, 3) >= 7); return;
    case C_FLAX_FARMER: take(state, I_FLAX, vikings_on(state, 2) >= 7); return;
    case C_SEAFARER: {
        int boards = 0;
        for (int at = 0; at < state->n_boards; at++)
            boards += BOARDS[state->boards[at].id].kind == BOARD_EXPLORATION;
        take(state, I_SILVER, REACHED(boards, 2, 4, 9, 16));
        return;
    }
    default: run_triggers(state, card, event);
    }
}

/* Cards that take effect once, as soon as a condition holds. */
static void as_soon_as(State *state) {
    Cards *cards = &state->cards;
    if (!meets(&cards->played, &REACTING[EV_STATE_CHANGED])) return;
    if (plays(state, C_BOAT_BUILDER) && !(cards->done & D_BOATS) && large_ships(state) == 4) {
        cards->done |= D_BOATS;
        take(state, G_WHALING_BOAT, least(2, free_berths(state, false)));
    }
    int now = income(state);
    if (plays(state, C_BEACH_RAIDER) && !(cards->done & D_RAIDERS) && state->n_longships >= 3) {
        cards->done |= D_RAIDERS;
        take(state, I_SILVERWARE, now <= 5 ? 4 : now <= 11 ? 3 : now <= 30 ? 2 : 0);
    }
    if (plays(state, C_SAIL_PATCHER) && !(cards->done & D_SAILS) && large_ships(state) >= 3) {
        cards->done |= D_SAILS;
        take(state, I_WOOL, now <= 4 ? 3 : now <= 9 ? 2 : now <= 30 ? 1 : 0);
    }
}

/* --- choices --- */

#define CHOICE(...) (out[count++] = (Move){M_CHOICE, node->a, __VA_ARGS__})
#define SKIPPING (out[count++] = (Move){M_SKIP})

/* Spaces of the first column next to one with a Viking, for 1 silver. */
static int latecomer_moves(const State *state, const Node *node, Move *out) {
    State paid;
    copy_state(&paid, state);
    add(&paid, I_SILVER, -1);
    int count = 0, before = NONE;
    for (int space = 0; space < N_SPACES; space++) {
        if (SPACES[space].column != 1) continue;
        int after = space + 1;
        while (after < N_SPACES && SPACES[after].column != 1) after++;
        bool beside = (before != NONE && state->placed >> before & 1) || (after < N_SPACES && state->placed >> after & 1);
        if (beside && !((state->placed | state->blocked) >> space & 1) && can_be_entered(&paid, space)) CHOICE((uint8_t)space);
        before = space;
    }
    return count;
}

/* The fewest items that Preacher takes. */
static uint8_t of_the_preacher(const State *state) { return ruled(state, R_PREACHER_EXACTLY_FOUR) ? 4 : 1; }

static int choice_moves(const State *state, const Node *node, Move *out) {
    int count = 0;
    switch (node->a) {
    case C_COURIER:
    case C_INNKEEPER: {
        int lying = state->others_pins;
        for (int at = 0; at < state->n_boards; at++) lying |= state->boards[at].pins;
        if (lying & (node->a == C_COURIER ? 1 : 2)) CHOICE(0);
        SKIPPING;
        return count;
    }
    case C_WHARF_OWNER:
    case C_SHIP_BUILDER: {
        bool sells = node->a == C_WHARF_OWNER;
        const uint8_t *loads = sells ? state->longships : state->boats;
        int ships = sells ? state->n_longships : has(state, I_SILVER) >= 2 && free_berths(state, true) ? state->n_boats : 0;
        for (int at = 0; at < ships; at++)
            if (!at || loads[at] != loads[at - 1]) out[count++] = (Move){M_GIVE_SHIP, sells ? 2 : 0, loads[at]};
        SKIPPING;
        return count;
    }
    case C_HORNBLOWER:
        if (has(state, I_SILVER) >= 1 + node->b) CHOICE(node->b);
        SKIPPING;
        return count;
    case C_FESTIVE_HUNTER:
        CHOICE(0);
        SKIPPING;
        return count;
    case C_STEWARD:
        for (int way = 0; way < 2; way++)
            for (int at = 0; at < state->n_boards && has(state, way ? I_STONE : I_WOOD); at++)
                if (state->boards[at].id == B_SHED && state->boards[at].open_slots[way]) {
                    CHOICE((uint8_t)way);
                    break;
                }
        SKIPPING;
        return count;
    case C_LATECOMER:
        if (has(state, I_SILVER)) count = latecomer_moves(state, node, out);
        SKIPPING;
        return count;
    case C_HARBOR_GUARD:
    case C_BIRKA_SETTLER: {
        bool by_space = state->space != NONE;
        if (!emigration_blocked(state, 0, emigration_price(state, node->b, by_space))) CHOICE(0);
        SKIPPING;
        return count;
    }
    case C_MIDDLEMAN:
        if (has(state, I_SILVER) && can_upgrade(state, 1)) CHOICE(0);
        SKIPPING;
        return count;
    case C_BREEDER:
        if (has(state, I_CATTLE)) CHOICE(0);
        SKIPPING;
        return count;
    case C_SPONSOR: /* the offer, then wood or silver */
        for (int way = 0; way < 2; way++) {
            bool possible = has(state, way ? I_SILVER : I_WOOD) >= (way ? 3 : 4) && has(state, I_ORE) >= 3
                            && free_berths(state, true) > 0;
            if (!possible) continue;
            if (node->b) {
                CHOICE((uint8_t)way, 1);
            } else {
                CHOICE(0);
                break;
            }
        }
        if (!node->b) SKIPPING;
        return count;
    case C_PREACHER:
        if (state->specials >> I_CRUCIFIX & 1) CHOICE(0);
        for (int at = 0; at < state->n_strips; at++)
            if (state->strips[at].taken + of_the_preacher(state) <= STRIPS[state->strips[at].strip].n_items) {
                CHOICE(1);
                break;
            }
        return count;
    case C_PEACEMAKER:
        for (int way = 0; way < 4; way++) CHOICE((uint8_t)way);
        return count;
    case C_PRECEPTOR:
        CHOICE(0);
        for (EACH_CARD(card, state->cards.hand)) out[count++] = (Move){M_CHOICE, node->a, 1, (uint8_t)card};
        return count;
    case C_SWORD_FIGHTER:
    case C_BERSERKER:
        for (int at = 0; at < state->n_longships; at++) {
            int load = state->longships[at];
            if (load && (node->a == C_SWORD_FIGHTER || at + 1 == state->n_longships)
                && (at + 1 == state->n_longships || state->longships[at + 1] != load))
                CHOICE(0, (uint8_t)load);
        }
        SKIPPING;
        return count;
    case C_DORESTAD_TRAVELLER:
        if (longships(state, 1)) CHOICE(0);
        if (can_upgrade(state, 1)) CHOICE(1);
        return count;
    case C_KNARR_BUILDER:
        if (has(state, I_WOOD) >= 1 && free_berths(state, false) > 0) CHOICE(0);
        if (has(state, I_WOOD) >= 3 && free_berths(state, true) > 0) CHOICE(1);
        return count;
    default: return 0;
    }
}

/* Take a special tile back from a board; two others cover its cells. Cards watch the rune stone alone. */
static void replace_tile(State *state, int pin, int tile) {
    int at = 0;
    if (state->others_pins & pin) { /* what lies there instead is not the player's */
        state->others_pins &= (uint8_t)~pin;
        add(state, tile, 1);
        return;
    }
    while (!(state->boards[at].pins & pin)) at++;
    Board *board = &state->boards[at];
    add(state, tile, 1);
    board->pins &= (uint8_t)~pin;
    board->n_specials--;
    board->touched++;
    emit(state, (Event){EV_TILE_PLACED, I_RUNE_STONE, board->id});
}

static void do_choice(State *state, Node node, const Move *move) {
    switch (node.a) {
    case C_COURIER: replace_tile(state, 1, I_CLOAKPIN); return;
    case C_INNKEEPER: replace_tile(state, 2, I_DRINKING_HORN); return;
    case C_WHARF_OWNER:
        remove_ship(state, move->a, move->b);
        take(state, I_SILVER, 8);
        return;
    case C_SHIP_BUILDER:
        remove_ship(state, move->a, move->b);
        pay(state, I_SILVER, 2);
        gain(state, G_LONGSHIP, 1);
        gained(state, SOURCE_SWAP);
        return;
    case C_HORNBLOWER:
        pay(state, I_SILVER, 1 + move->b);
        free_dice(state, move->b ? DICE_SNARE : DICE_HUNTING);
        return;
    case C_FESTIVE_HUNTER: free_dice(state, DICE_HUNTING); return;
    case C_STEWARD: {
        int at = 0;
        while (state->boards[at].id != B_SHED || !state->boards[at].open_slots[move->b]) at++;
        add(state, move->b ? I_STONE : I_WOOD, -1);
        state->boards[at].open_slots[move->b]--;
        state->boards[at].touched++;
        take(state, I_SILVER, 1);
        return;
    }
    case C_LATECOMER:
        pay(state, I_SILVER, 1);
        push(state, (Node){.kind = K_USE_SPACE, .a = move->b});
        return;
    case C_HARBOR_GUARD:
    case C_BIRKA_SETTLER: push(state, (Node){.kind = K_EMIGRATE, .a = node.b}); return;
    case C_MIDDLEMAN:
        pay(state, I_SILVER, 1);
        push(state, (Node){.kind = K_UPGRADE, .a = 1, .b = 1, .c = 2});
        return;
    case C_BREEDER:
        add(state, I_CATTLE, -1);
        add(state, I_PREGNANT_CATTLE, 1);
        return;
    case C_SPONSOR:
        if (!node.b) {
            choose(state, C_SPONSOR, 1);
            return;
        }
        pay(state, move->b ? I_SILVER : I_WOOD, move->b ? 3 : 4);
        pay(state, I_ORE, 3);
        insert_load(state->longships, &state->n_longships, 3);
        return;
    case C_PREACHER:
        if (move->b)
            push(state, (Node){.kind = K_STRIP_ITEMS, .a = 4, .b = 15, .more = {NONE, of_the_preacher(state)}});
        else
            take(state, I_CRUCIFIX, 1);
        return;
    case C_PEACEMAKER:
        if (move->b)
            take(state, move->b == 1 ? I_WOOD : move->b == 2 ? I_STONE : I_ORE, 1);
        else
            draw_weapons(state, 1);
        return;
    case C_PRECEPTOR:
        if (move->b)
            play_card(state, move->c, true);
        else
            push_kind(state, K_DRAW_OCCUPATION);
        return;
    case C_SWORD_FIGHTER:
    case C_BERSERKER: {
        remove_load(state->longships, &state->n_longships, move->c);
        insert_load(state->longships, &state->n_longships, move->c - 1);
        int more = node.a == C_SWORD_FIGHTER ? 2 : 3;
        if (node.a == C_BERSERKER && state->longships[state->n_longships - 1] == move->c) more--;
        state->cards.action.more_by_ore = (uint8_t)more;
        return;
    }
    case C_DORESTAD_TRAVELLER:
        if (move->b)
            push(state, (Node){.kind = K_UPGRADE, .a = 2, .b = 1});
        else
            push_effects(state, SPACES[A_RAIDING].effects);
        return;
    case C_KNARR_BUILDER:
        if (!move->b) {
            push_effects(state, SPACES[A_BUILD_WHALING_BOAT].effects);
            return;
        }
        pay_in_action(state, I_WOOD, 3);
        gain(state, G_KNARR, 1);
        gained(state, SOURCE_ACTION);
        emit(state, (Event){EV_ITEM_BUILT, G_KNARR - G_WHALING_BOAT});
        return;
    default: return;
    }
}

/* --- at any time --- */

static bool herbs_are_for_sale(const State *state) {
    return !(state->cards.done & D_HERBS) && houses(state) >= 2;
}

/* Cards with other anytime effects than deals. */
static int other_anytime_moves(const State *state, Move *out) {
    int count = 0;
    if (plays(state, C_PLOWER) && animals(state, I_CATTLE)) out[count++] = (Move){M_CARD_USE, C_PLOWER};
    if (plays(state, C_TUTOR) && has(state, I_SILVER))
        for (EACH_CARD(card, state->cards.hand)) out[count++] = (Move){M_CARD_USE, C_TUTOR, 0, (uint8_t)card};
    if (plays(state, C_MODIFIER))
        for (int ship = 0; ship < N_SHIPS; ship += 2) {
            const uint8_t *loads = ship ? state->longships : state->boats;
            for (int at = 0; at < (ship ? state->n_longships : state->n_boats); at++)
                if (loads[at] && (!at || loads[at] != loads[at - 1]))
                    out[count++] = (Move){M_CARD_USE, C_MODIFIER, (uint8_t)ship, loads[at]};
        }
    if (plays(state, C_MASTER_JOINER) && has(state, I_WOOD)) {
        Node houses = {.a = I_SILVER, .c = LAY_ON_HOUSES};
        for (int last = count + lay_moves(state, &houses, out + count); count < last; count++) {
            out[count].kind = M_CARD_USE;
            out[count].a = C_MASTER_JOINER;
        }
    }
    return count;
}

static void use_card(State *state, const Move *move) {
    switch (move->a) {
    case C_PLOWER:
        pay(state, I_CATTLE, 1);
        hold_harvest(state, 3);
        return;
    case C_MODIFIER: {
        uint8_t *loads = move->b ? state->longships : state->boats;
        uint8_t *count = move->b ? &state->n_longships : &state->n_boats;
        remove_load(loads, count, move->c);
        insert_load(loads, count, move->c - 1);
        add(state, I_ORE, 1);
        return;
    }
    case C_MASTER_JOINER: {
        Move silver = *move;
        silver.a = I_SILVER;
        pay(state, I_WOOD, 1);
        lay_on(state, &silver);
        return;
    }
    default:
        pay(state, I_SILVER, 1);
        play_card(state, move->c, true);
    }
}
