/**
 * What the server sends and takes for solo games.
 *
 * All requests are POST with JSON and answer with JSON; errors are `{"error": text}` with 422 (against
 * the rules, or bad input), 404 (no such game) or 409.
 *
 * /api/games               GET   GameList
 * /api/games/choices       GET   NewGameChoices
 * /api/games/boards        GET   pictures of the empty exploration boards by id
 * /api/games/new                 NewGame -> GameView
 * /api/games/import              {text, name?} -> {game}
 * /api/games/parts         GET   TableParts: what can lie on a table
 * /api/games/table/open          {text, name?} -> {table: TableDocument, strips}: items left by number of strip
 * /api/games/table/check         {table} -> {faults, defaults: TableDefaults | null}: each fault begins with its field
 * /api/games/table/play          {table} -> {game}: goes on with it, with real dice
 * /api/games/rename              {game, name} -> GameRow
 * /api/games/delete              {game} -> {}; the log goes to a trash folder
 * /api/games/{game}        GET   GameView; `?at=N` the state after N moves, to look at only
 * /api/games/{game}/log    GET   the log, as a download
 *
 * /api/game/move                 MoveAsked -> GameView
 * /api/game/undo                 {game, seen, to?} -> GameView; to: moves left, by default one decision back
 * /api/game/redo                 {game, seen, to?} -> GameView; by default one decision
 * /api/game/places               {game, seen, board, tile} -> Places (the ones of the position page)
 * /api/game/feast                {game, seen, dishes?, keep?} -> FeastView; without dishes the best one
 *
 * Searches (answer {search}, then `follow`):
 * /api/game/coach                {game, seen, seconds?, workers?}: incumbent CoachAdvice*, result CoachAdvice
 * /api/games/table/advice        {table, seconds?, playouts?, workers?}: the same
 * /api/game/fill                 {game, seen, seconds?, workers?}:
 *                                incumbent Incumbent*, result FillResult
 * /api/game/review               {game, seconds?, workers?}: part ReviewedMove*, result ReviewResult
 *
 * `seen` is the number of moves of the game that the page has seen (`GameView.seen`), `stamp` (move, undo,
 * redo; may be left out) tells moves of the same number apart. If the game has others meanwhile (another tab, the command line), the answer has the status 409 and is
 * `{"error": text, "game": GameView}`; nothing has been done.
 */

import type { BoardView, Cell, Incumbent, Numbers, Orientation, Places, PositionDocument } from "../types";
export type { BoardView, Cell, Incumbent, Orientation, Places };

/* --- the list of games --- */

export interface GameRow {
  game: string;
  name: string;
  /** Why the log cannot be read; the other fields are empty then. */
  broken: string | null;
  length: "long" | "short";
  /** null: chance is entered. */
  seed: number | null;
  occupations: boolean;
  round: number;
  rounds: number;
  phase: string;
  over: boolean;
  score: number;
  moves: number;
  /** Seconds since 1970 of the last change. */
  changed: number;
}

export interface GameStatistics {
  length: "long" | "short";
  occupations: boolean;
  /** Finished games only. */
  games: number;
  average: number;
  best: number;
  best_game: string;
  worst: number;
}

export interface GameList {
  /** Last changed first. */
  games: GameRow[];
  /** Logs that are not read yet; ask again for them. */
  pending: number;
  statistics: GameStatistics[];
  /** The folder with the logs. */
  folder: string;
}

export interface NewGameChoices {
  lengths: { id: "long" | "short"; rounds: number }[];
  decks: ("A" | "B" | "C")[];
  starting: CardText[];
  rulings: { name: string; section: string; text: string; cards: number[] }[];
  largest_seed: number;
}

/** All fields may be left out. */
export interface NewGame {
  name?: string;
  length?: "long" | "short";
  /** Random by default. */
  seed?: number | null;
  /** Beside a real table: no seed, chance is entered. */
  ask_chance?: boolean;
  islands?: boolean;
  harvest?: boolean;
  /** Decks, by default all; [] for a game without occupations. */
  decks?: ("A" | "B" | "C")[];
  starting?: "random" | "choose" | number;
  rulings?: string[];
}

/* --- a game on one screen --- */

export interface Item {
  /** `silver`, `robe`, `bow`, `pregnant_sheep` ... */
  item: string;
  name: string;
  count: number;
  /** Id of the tile with the picture; null for weapons and ships. */
  tile: string | null;
}

export interface SupplyItem extends Item {
  kind: "good" | "special" | "filler" | "resource" | "animal" | "weapon";
  color: string;
  /** Whether it may be taken in hand now; if not, why. */
  placeable: boolean;
  reason: string | null;
}

export interface CardText {
  number: number;
  /** As printed: 52a. */
  id: string;
  name: string;
  kind: string;
  points: number;
  text: string;
  note: string | null;
}

export interface CardView extends CardText {
  where: "hand" | "played" | "asking";
  /** When it can be played or used, or why not now. */
  now: string;
  /** Whether a legal move plays or uses it now. */
  usable: boolean;
}

/**
 * A legal move. `target` says what to touch for it, by group:
 *
 * space: action space (`SpaceView.id`)  · card: number of the card · strip: number of the strip (1 ...)
 * supply: item · special: special tile or good to be bought, forged, looted (tile id)
 * exploration: board id · ship: kind of ship · cells: `board` and `cells` below
 * dice, pay, plain: none: a button
 */
export interface MoveView {
  /** Post this. */
  text: string;
  /** Short key of the command line; "" if it has none. */
  key: string;
  /** On a button. */
  label: string;
  /** What it does; "" if the label says it all. */
  meaning: string;
  /** What a screen reader says. */
  spoken: string;
  group:
    | "space" | "card" | "strip" | "supply" | "special" | "exploration" | "ship" | "cells"
    | "dice" | "pay" | "plain";
  target: string | null;
  /** Possible at any time, besides the question. */
  anytime: boolean;
  /** Number taken from a strip. */
  count: number | null;
  board: number | null;
  cells: Cell[] | null;
  /** Does something else than a move of a game. */
  act?: () => void;
}

export interface SpaceView {
  id: string;
  key: string;
  name: string;
  title: string;
  /** 1 to 4. */
  column: number;
  group: string;
  group_name: string;
  groups: string[];
  /** Costs and gains in a few characters, `$` is silver. */
  short: string;
  /** Costs and gains as items and signs: `ActionSpace.icons`. */
  icons: string;
  text: string;
  /** What your cards change; "" if nothing. */
  discount: string;
  vikings: number;
  dice: "d8" | "d12" | null;
  /** Vikings that stand here in this round. */
  placed: number;
  /** Occupied since the previous round. */
  blocked: boolean;
  /** The action under way. */
  active: boolean;
  usable: boolean;
  /** Why it cannot be used now; null if usable. */
  reason: string | null;
  /** Who stands here; "" if nobody. */
  mark?: string;
}

export interface ShipView {
  kind: string;
  name: string;
  /** Ore that counts, printed ore included. */
  ore: number;
  /** Free slots for ore. */
  slots: number;
}

export interface BayView {
  small: { berths: number; ships: ShipView[] };
  large: { berths: number; ships: ShipView[] };
  emigrated: { kind: string; name: string; points: number }[];
}

export interface StripView {
  number: number;
  items: { item: string; count: number }[];
  text: string;
}

export interface ExplorationView {
  board: string;
  name: string;
  points: number;
  silver: number;
  /** Space that explores it, and the ships for it. */
  space: string;
  ships: string[];
  /** Its picture is in /api/games/boards. */
  text: string;
}

/** A board of the player; `name` is the printed one, `board_name` the one in moves. */
export interface GameBoard extends BoardView {
  board_name: string;
}

/** What a result of a die means. */
export interface RollMeaning {
  roll: number;
  result: number;
  success: boolean;
  text: string;
}

export interface DiceView {
  action: string;
  name: string;
  die: "d8" | "d12";
  sides: number;
  /** Whether a high result is wanted. */
  high: boolean;
  ore: number;
  /** What the die shows; null before the first roll. */
  roll: number | null;
  /** The roll with ore and cards; null before the first roll. */
  result: number | null;
  rolls: number;
  rolls_allowed: number;
  /** What the next roll would mean; empty if there is none. */
  meanings: RollMeaning[];
}

/** Chance is entered: POST the outcome as a move. */
export interface ChanceView {
  kind: "weapon" | "strip" | "occupation" | "starting occupation" | "die";
  outcomes: {
    outcome: string;
    label: string;
    meaning: string;
    probability: number;
    /** Items of a strip. */
    items: { item: string; count: number }[] | null;
    /** Number of a card. */
    card: number | null;
  }[];
}

export interface Dish {
  item: string;
  lengthwise: boolean;
}

export interface FoodView extends Item {
  color: string;
  /** Cells along the edge, upright and lengthwise. */
  width: number;
  length: number;
  /** Left after the dishes of this feast. */
  left: number;
  /** Why it may not come next; null if it may. */
  next: string | null;
  next_lengthwise: string | null;
}

export interface FeastView {
  /** Cells to be filled, and cells under emigrated ships at the left. */
  cells: number;
  covered: number;
  dishes: (Dish | null)[];
  /** What lies where. */
  servings: { item: string; tile: string; start: number; width: number; lengthwise: boolean }[];
  /** Cells that would stay empty, a Thing penalty each. */
  empty: number;
  penalties: string;
  problems: string[];
  eaten: string;
  foods: FoodView[];
  /** The move that serves it; null if there are problems. */
  move: string | null;
}

export interface BanquetView {
  /** Cells to be filled this round. */
  cells: number;
  covered: number;
  /** On the table since the last feast. */
  servings: { item: string; tile: string; start: number; width: number; lengthwise: boolean }[];
  /** At the feast: the best one proposed. */
  feast: FeastView | null;
}

export interface ScoreEntry {
  id: string;
  name: string;
  points: number;
  /** Whether it is among the losses. */
  loss: boolean;
}

export interface HistoryLine {
  /** Number of the move, from 1. */
  number: number;
  round: number;
  phase: string;
  /** Round and phase in words. */
  where: string;
  /** As in the log. */
  text: string;
  words: string;
  chance: boolean;
  changes: { phase: string; text: string }[];
}

export interface GameView {
  game: string;
  name: string;
  seen: number;
  /** Of all moves of the game; send it back. */
  stamp: string;
  /** Moves of the game; more than `seen` if an earlier state is shown. */
  moves_made: number;
  /** An earlier state, to look at only. */
  past: boolean;
  /** Moves that can be done again. */
  redo: number;
  can_undo: boolean;
  length: "long" | "short";
  seed: number | null;
  rulings: string[];
  round: number;
  rounds: number;
  phase: string;
  over: boolean;
  decides: "player" | "chance" | null;
  question: string;
  /** The card that asks. */
  asking: number | null;
  vikings: number;
  /** Vikings of the whole round. */
  vikings_of_round: number;
  income: number;
  penalties: number;
  spaces: SpaceView[];
  boards: GameBoard[];
  supply: SupplyItem[];
  bay: BayView;
  strips: StripView[];
  hidden_strips: number;
  exploration: ExplorationView[];
  /** Special tiles that are not taken. */
  specials: Item[];
  hand: CardView[];
  played: CardView[];
  deck: number;
  weapons: Item[];
  banquet: BanquetView;
  dice: DiceView | null;
  chance: ChanceView | null;
  score: number;
  sheet: ScoreEntry[];
  moves: MoveView[];
  /** Whether all legal moves are listed, placements aside. */
  complete: boolean;
  /** The lines from number `from` on: keep your first `from` lines and append these. */
  history: { from: number; lines: HistoryLine[] };
}

/** Placing a tile of the supply: cells from the top left. */
export interface PlaceTile {
  board: number;
  tile: string;
  cells: Cell[];
}

export interface MoveAsked {
  game: string;
  seen: number;
  /** Made all or none: texts or keys of moves or outcomes, or tiles to be placed. */
  moves: (string | PlaceTile)[];
}

/* --- searches --- */

export interface CoachNumber {
  move: string;
  group: MoveView["group"];
  target: string | null;
  /** Against the best line, in points. */
  loss: number;
  loss_stderr: number | null;
  playouts: number;
}

export interface CoachLine extends CoachNumber {
  moves: string[];
  /** The move with the rest of its action. */
  label: string;
  words: string;
  /** Of a tile to be placed. */
  board: number | null;
  cells: Cell[] | null;
  expected: number;
  aim: string | null;
}

export interface CoachAdvice {
  /** The only legal move, if there is only one: then there are no lines. */
  forced: string | null;
  /** Whether all moves lead to the same: then there are no lines either. */
  equal: boolean;
  /** Best first. */
  lines: CoachLine[];
  /** Moves beyond those lines. */
  others: CoachNumber[];
  playouts: number;
  seconds: number;
  /** A forced move in words. */
  words?: string;
  /** In the result: how the game may go on; missing if the search was stopped. */
  plan?: { round: number; steps: string[] }[];
}

export interface FillResult {
  /** Texts of moves, to be posted together. */
  moves: string[];
  words: string[];
  /** The tiles placed, in order. */
  steps: PlaceTile[];
  proof: string;
  /** Final score that playouts expect; null where the price list alone decided. */
  expected: number | null;
  /** Before and after. */
  income: [number, number];
  pictures: string[];
  numbers: Numbers;
}

/** `part` has also the costliest mistakes so far. */
export interface ReviewedMove {
  number: number;
  round: number;
  kind: "vikings" | "choice" | "tiles";
  moves: string[];
  /** Empty: lay nothing yet. */
  best_moves: string[];
  move_label: string;
  best_label: string;
  expected: number;
  loss: number;
  loss_stderr: number | null;
  mistake: boolean;
  done: number;
  of: number;
  costliest: { number: number; text: string }[];
  /** The sum of the losses so far, in words. */
  total: string;
}

export interface ReviewResult {
  moves: ReviewedMove[];
  /** Numbers of the costliest mistakes, worst first, and sentences about them. */
  costliest: { number: number; text: string }[];
  total: string;
}

/* --- a table as it stands --- */

/** The data of a table file: docs/tables.md. */
export interface TableDocument extends PositionDocument {
  phase?: string;
  players?: number;
  occupations?: string | (number | string)[];
  vikings?: number;
  used?: string[];
  blocked?: string[];
  /** Vikings that the others have left. */
  others?: number;
  copy_tiles?: number[];
  copied?: number[];
  gone?: string[];
  /** Silver by board on offer. */
  exploration?: Record<string, number>;
  discards?: Record<string, number>;
  weapon_pile?: Record<string, number>;
  cards_gone?: (number | string)[];
  strips?: string[];
  hidden_strips?: number[];
  hand?: (number | string)[];
  played?: (number | string)[];
  penalties?: number;
}

export interface TableParts {
  spaces: SpaceView[];
  /** By length: the number of Vikings in each round. */
  vikings: Record<string, number[]>;
  phases: string[];
  strips: { item: string; count: number }[][];
  /** Weapons and pregnant animals. */
  held: string[];
  berths: { small: number; large: number };
  /** How much ore can be laid on a ship. */
  ore: Record<string, number>;
  weapons: string[];
  boards: { id: string; name: string }[];
  buildings: { id: string; name: string; copies: number }[];
  specials: string[];
  cards: CardText[];
  /** What a search assumes of the others. */
  others: string;
}

/** What the rules give where a table says nothing. */
export interface TableDefaults {
  /** Vikings that the others have left. */
  others: number;
  /** Silver on each board on offer. */
  exploration: Record<string, number>;
}
