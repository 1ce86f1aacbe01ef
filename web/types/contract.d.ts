/** What the server takes and gives: made by `python -m tests.web.contract`. */
import type { BoardChanges, PositionDocument, SpaceChanges, TableDocument } from "./documents";

interface PlainGets {
  "/api/challenges": ChallengesView;
  "/api/components": ComponentsView;
  "/api/games": GameList;
  "/api/games/boards": Record<string, string>;
  "/api/games/choices": NewGameChoices;
  "/api/games/parts": TableParts;
  "/api/graenaland": MapBeginning;
  "/api/puzzles/aims": Aims;
  "/api/puzzles/lists": PuzzleLists;
  "/api/questions": QuestionForms;
  "/api/scores": ScoresView;
  "/api/vikings": VikingsBeginning;
}

export type Gets<Path> = Path extends keyof PlainGets
  ? PlainGets[Path]
  : Path extends `/api/game/seats/${string}`
  ? SeatsView
  : Path extends `/api/games/${string}`
  ? GameView
  : never;

interface PlainPosts {
  "/api/challenges/game": { asked: ParGameAsked; answered: GameMade };
  "/api/challenges/par": { asked: ChallengeAsked; answered: SearchBegun };
  "/api/challenges/result": { asked: ResultAsked; answered: ChallengeResults };
  "/api/challenges/start": { asked: ChallengeAsked; answered: GameMade };
  "/api/game/agree": { asked: UndoAnswer; answered: SeatsView };
  "/api/game/coach": { asked: CoachAsked; answered: SearchBegun };
  "/api/game/feast": { asked: FeastLaid; answered: FeastView };
  "/api/game/fill": { asked: FillAsked; answered: SearchBegun };
  "/api/game/move": { asked: MovesMade; answered: GameView | GameChanges };
  "/api/game/places": { asked: TileTaken; answered: PlacesView };
  "/api/game/redo": { asked: Rewound; answered: GameView | GameChanges };
  "/api/game/review": { asked: ReviewAsked; answered: SearchBegun };
  "/api/game/seat": { asked: SeatWanted; answered: SeatsView };
  "/api/game/undo": { asked: Rewound; answered: GameView | GameChanges };
  "/api/games/again": { asked: PlayedAgain; answered: GameMade };
  "/api/games/delete": { asked: AboutGame; answered: Done };
  "/api/games/import": { asked: GameText; answered: GameMade };
  "/api/games/new": { asked: NewGame; answered: GameView };
  "/api/games/rename": { asked: GameTitle; answered: GameRow };
  "/api/games/table/advice": { asked: TableAsked; answered: SearchBegun };
  "/api/games/table/check": { asked: AboutTable; answered: TableChecked };
  "/api/games/table/open": { asked: TableText; answered: TableOpened };
  "/api/games/table/play": { asked: AboutTable; answered: GameMade };
  "/api/graenaland/open": { asked: FileText; answered: FileData };
  "/api/graenaland/profile": { asked: AboutProfile; answered: ProfileView };
  "/api/graenaland/profile/save": { asked: KeepProfile; answered: ProfileKept };
  "/api/graenaland/view": { asked: AboutMap; answered: MapView };
  "/api/guests/invite": { asked: NothingAsked; answered: GuestInvitation };
  "/api/guests/may": { asked: GuestsMay; answered: GuestsMay };
  "/api/kept": { asked: KeptChanges; answered: Done };
  "/api/position": { asked: AboutPosition; answered: PositionView };
  "/api/position/change": { asked: ChangeRequest; answered: PositionView };
  "/api/position/example": { asked: FromExample; answered: PositionView };
  "/api/position/places": { asked: PlacesRequest; answered: PlacesView };
  "/api/position/text": { asked: FromText; answered: PositionView };
  "/api/puzzles/booklet": { asked: BookletRequest; answered: SearchBegun };
  "/api/puzzles/check": { asked: PuzzlePlayRequest; answered: PuzzleChecked };
  "/api/puzzles/find": { asked: OpenPuzzleRequest; answered: SearchBegun };
  "/api/puzzles/forget": { asked: PuzzleNamed; answered: PuzzleEntry[] };
  "/api/puzzles/help": { asked: HelpAsked; answered: HelpGiven };
  "/api/puzzles/hint": { asked: PuzzleHintRequest; answered: PuzzleHinted };
  "/api/puzzles/new": { asked: NewPuzzlesRequest; answered: SearchBegun };
  "/api/puzzles/open": { asked: OpenPuzzleRequest; answered: PuzzleOpened };
  "/api/puzzles/places": { asked: PuzzlePlacesRequest; answered: PlacesView };
  "/api/puzzles/play": { asked: PuzzlePlayRequest; answered: PuzzlePlayed };
  "/api/puzzles/solution": { asked: PuzzlePlayRequest; answered: PuzzleSolution };
  "/api/puzzles/summary": { asked: PuzzleNamed; answered: PuzzleEntry };
  "/api/puzzles/title": { asked: TitleRequest; answered: PuzzleEntry };
  "/api/puzzles/view": { asked: PuzzleViewRequest; answered: PuzzleView | PlayView | GameMade };
  "/api/questions/analyse": { asked: PositionAnalysis; answered: SearchBegun };
  "/api/questions/count": { asked: PositionCount; answered: SearchBegun };
  "/api/questions/feast": { asked: PositionFeast; answered: SearchBegun };
  "/api/questions/game/place": { asked: GamePlace; answered: SearchBegun };
  "/api/questions/game/review": { asked: GameReview; answered: SearchBegun };
  "/api/questions/game/start": { asked: GameStart; answered: SearchBegun };
  "/api/questions/graenaland/build": { asked: GraenalandBuild; answered: SearchBegun };
  "/api/questions/graenaland/keep": { asked: GraenalandKeep; answered: SearchBegun };
  "/api/questions/graenaland/move": { asked: GraenalandMove; answered: SearchBegun };
  "/api/questions/graenaland/plan": { asked: GraenalandPlan; answered: SearchBegun };
  "/api/questions/graenaland/propose": { asked: GraenalandPropose; answered: SearchBegun };
  "/api/questions/graenaland/reach": { asked: GraenalandReach; answered: SearchBegun };
  "/api/questions/graenaland/supply": { asked: GraenalandSupply; answered: SearchBegun };
  "/api/questions/graenaland/votes": { asked: GraenalandVotes; answered: SearchBegun };
  "/api/questions/graenaland/win": { asked: GraenalandWin; answered: SearchBegun };
  "/api/questions/hint": { asked: PositionHint; answered: SearchBegun };
  "/api/questions/plan": { asked: GamePlan; answered: SearchBegun };
  "/api/questions/puzzle/change": { asked: PuzzleChange; answered: SearchBegun };
  "/api/questions/puzzle/check": { asked: PuzzleCheck; answered: SearchBegun };
  "/api/questions/puzzle/family": { asked: PuzzleFamily; answered: SearchBegun };
  "/api/questions/puzzle/grade": { asked: PuzzleGrade; answered: SearchBegun };
  "/api/questions/puzzle/solve": { asked: PuzzleSolve; answered: SearchBegun };
  "/api/questions/score/stats": { asked: ScoreStats; answered: Answer };
  "/api/questions/solve": { asked: PositionSolve; answered: SearchBegun };
  "/api/questions/vikings/advise": { asked: VikingsAdvise; answered: SearchBegun };
  "/api/questions/vikings/build": { asked: VikingsBuild; answered: SearchBegun };
  "/api/questions/vikings/buy": { asked: VikingsBuy; answered: SearchBegun };
  "/api/questions/vikings/ferry": { asked: VikingsFerry; answered: SearchBegun };
  "/api/questions/vikings/score": { asked: VikingsScore; answered: SearchBegun };
  "/api/questions/vikings/simulate": { asked: VikingsSimulate; answered: SearchBegun };
  "/api/scores/add": { asked: ScoreAdded; answered: ScoresView };
  "/api/scores/import": { asked: ScoreText; answered: ScoresView };
  "/api/scores/open": { asked: ScoreOpened; answered: Record<string, any> };
  "/api/scores/remove": { asked: ScoreRemoved; answered: ScoresView };
  "/api/vikings/change": { asked: VikingsChange; answered: VikingsView };
  "/api/vikings/check": { asked: VikingsAnswer; answered: VikingsFaults };
  "/api/vikings/move": { asked: VikingsTurn; answered: VikingsGameView };
  "/api/vikings/open": { asked: VikingsText; answered: VikingsView };
  "/api/vikings/play": { asked: VikingsBegin; answered: VikingsGameView };
  "/api/vikings/replay": { asked: VikingsReplay; answered: VikingsGameView };
  "/api/vikings/view": { asked: VikingsAsked; answered: VikingsView };
}

export type Posts<Path> = Path extends keyof PlainPosts
  ? PlainPosts[Path]
  : Path extends `/api/searches/${string}/stop`
  ? { asked: NothingAsked; answered: Done }
  : never;

interface PlainSearches {
  "/api/challenges/par": { asked: ChallengeAsked; incumbent: null; part: null; result: ChallengePar };
  "/api/game/coach": { asked: CoachAsked; incumbent: CoachAdvice; part: null; result: CoachAdvice };
  "/api/game/fill": { asked: FillAsked; incumbent: Filled; part: null; result: FillResult };
  "/api/game/review": { asked: ReviewAsked; incumbent: null; part: ReviewedDecision; result: ReviewResult };
  "/api/games/table/advice": { asked: TableAsked; incumbent: CoachAdvice; part: null; result: CoachAdvice };
  "/api/puzzles/booklet": { asked: BookletRequest; incumbent: null; part: null; result: BookletPrinted };
  "/api/puzzles/find": { asked: OpenPuzzleRequest; incumbent: null; part: null; result: PuzzleNamed };
  "/api/puzzles/new": { asked: NewPuzzlesRequest; incumbent: AttemptsSoFar; part: PuzzleEntry; result: PuzzlesMade };
  "/api/questions/analyse": { asked: PositionAnalysis; incumbent: AnswerSoFar; part: null; result: Answer };
  "/api/questions/count": { asked: PositionCount; incumbent: AnswerSoFar; part: null; result: Answer };
  "/api/questions/feast": { asked: PositionFeast; incumbent: AnswerSoFar; part: null; result: Answer };
  "/api/questions/game/place": { asked: GamePlace; incumbent: AnswerSoFar; part: null; result: Answer };
  "/api/questions/game/review": { asked: GameReview; incumbent: AnswerSoFar; part: null; result: Answer };
  "/api/questions/game/start": { asked: GameStart; incumbent: AnswerSoFar; part: null; result: Answer };
  "/api/questions/graenaland/build": { asked: GraenalandBuild; incumbent: AnswerSoFar; part: null; result: Answer };
  "/api/questions/graenaland/keep": { asked: GraenalandKeep; incumbent: AnswerSoFar; part: null; result: Answer };
  "/api/questions/graenaland/move": { asked: GraenalandMove; incumbent: AnswerSoFar; part: null; result: Answer };
  "/api/questions/graenaland/plan": { asked: GraenalandPlan; incumbent: AnswerSoFar; part: null; result: Answer };
  "/api/questions/graenaland/propose": { asked: GraenalandPropose; incumbent: AnswerSoFar; part: null; result: Answer };
  "/api/questions/graenaland/reach": { asked: GraenalandReach; incumbent: AnswerSoFar; part: null; result: Answer };
  "/api/questions/graenaland/supply": { asked: GraenalandSupply; incumbent: AnswerSoFar; part: null; result: Answer };
  "/api/questions/graenaland/votes": { asked: GraenalandVotes; incumbent: AnswerSoFar; part: null; result: Answer };
  "/api/questions/graenaland/win": { asked: GraenalandWin; incumbent: AnswerSoFar; part: null; result: Answer };
  "/api/questions/hint": { asked: PositionHint; incumbent: AnswerSoFar; part: null; result: Answer };
  "/api/questions/plan": { asked: GamePlan; incumbent: AnswerSoFar; part: null; result: Answer };
  "/api/questions/puzzle/change": { asked: PuzzleChange; incumbent: AnswerSoFar; part: null; result: Answer };
  "/api/questions/puzzle/check": { asked: PuzzleCheck; incumbent: AnswerSoFar; part: null; result: Answer };
  "/api/questions/puzzle/family": { asked: PuzzleFamily; incumbent: AnswerSoFar; part: null; result: Answer };
  "/api/questions/puzzle/grade": { asked: PuzzleGrade; incumbent: AnswerSoFar; part: null; result: Answer };
  "/api/questions/puzzle/solve": { asked: PuzzleSolve; incumbent: AnswerSoFar; part: null; result: Answer };
  "/api/questions/solve": { asked: PositionSolve; incumbent: AnswerSoFar; part: null; result: Answer };
  "/api/questions/vikings/advise": { asked: VikingsAdvise; incumbent: AnswerSoFar; part: null; result: Answer };
  "/api/questions/vikings/build": { asked: VikingsBuild; incumbent: AnswerSoFar; part: null; result: Answer };
  "/api/questions/vikings/buy": { asked: VikingsBuy; incumbent: AnswerSoFar; part: null; result: Answer };
  "/api/questions/vikings/ferry": { asked: VikingsFerry; incumbent: AnswerSoFar; part: null; result: Answer };
  "/api/questions/vikings/score": { asked: VikingsScore; incumbent: AnswerSoFar; part: null; result: Answer };
  "/api/questions/vikings/simulate": { asked: VikingsSimulate; incumbent: AnswerSoFar; part: null; result: Answer };
}

export type Searches<Path> = Path extends keyof PlainSearches
  ? PlainSearches[Path]
  : never;

export interface AboutGame {
  game: string;
  at?: number | null;
}

export interface AboutMap {
  position: Record<string, any>;
}

export interface AboutPosition {
  position: Partial<PositionDocument>;
}

export interface AboutProfile {
  profile: Record<string, any>;
}

/** A table, as the data of its file. */
export interface AboutTable {
  table: Partial<TableDocument>;
}

export interface AddBoard {
  kind: "add_board";
  board: string | CustomBoard;
}

/** Add a tile of one's own, and one of it to the supply. */
export interface AddOwnTile {
  kind: "own_tile";
  id: string;
  tile: OwnTile;
}

/** What can be wanted of new puzzles besides kind, difficulty and board. */
export interface Aims {
  fields: FormField[];
}

/** The report of an answer, and its data, as ``--json`` prints them. */
export interface Answer {
  report: (Line | Table | BoardPicture | Fold | SolutionView)[];
  data: Record<string, any>;
}

/** How far a search is, and what it has found, if that is an answer. */
export interface AnswerSoFar {
  now: string;
  report: (Line | Table | BoardPicture | Fold | SolutionView)[] | null;
  data: Record<string, any> | null;
}

/** What a move loses against the best one. */
export interface AskedMove {
  move: string;
  label: string;
  loses: string;
  why: string;
  aim: string;
  plan: PlannedRound[];
}

export interface AttemptsSoFar {
  tried: number;
  made: number;
}

/** The banquet table; `feast` is the best one, if one is to be served. */
export interface BanquetView {
  cells: number;
  covered: number;
  servings: ServingView[];
  feast: FeastView | null;
}

export interface BayView {
  small: BerthsView;
  large: BerthsView;
  emigrated: EmigratedShip[];
}

/** A puzzle that is being played. */
export interface BegunPuzzle {
  pieces: string[];
  seconds: number;
  hints: number;
  nudges: number;
}

export interface BerthCounts {
  small: number;
  large: number;
}

export interface BerthsView {
  berths: number;
  ships: ShipView[];
}

export interface BoardInfo {
  id: string;
  name: string;
  kind: string;
  points: number;
  copies: number;
}

/** A drawn position, and the data of its file. */
export interface BoardPicture {
  part: "board";
  picture: string;
  position: Record<string, any>;
}

export interface BonusView {
  gives: [string, number][];
  won: boolean;
  lost: boolean;
}

/** A PDF document in base 64, None if printing was stopped; which letters it does not show. */
export interface BookletPrinted {
  pdf: string | null;
  warning: string | null;
}

export interface BookletRequest {
  title?: string;
  paper?: "a4" | "letter";
  per_page?: 1 | 2 | 4 | null;
  author?: string;
  foreword?: string;
  light?: boolean;
  part?: "all" | "puzzles" | "solutions";
  puzzles: string[];
}

/** What is printed on a card; `id` with the letter of its variant. */
export interface CardText {
  number: number;
  id: string;
  name: string;
  kind: string;
  points: number;
  text: string;
  note: string;
}

/** A card of the player; `now` says when it can be played or used, or why not now. */
export interface CardView {
  number: number;
  id: string;
  name: string;
  kind: string;
  points: number;
  text: string;
  note: string;
  where: string;
  now: string;
}

export interface ChallengeAsked {
  challenge: string;
}

/** The scores to be reached. */
export interface ChallengePar {
  bronze: number;
  silver?: number | null;
  gold?: number | null;
}

/** A game of the player; score and medal are those of its present state. */
export interface ChallengePlayed {
  game: string;
  over: boolean;
  score: number;
  medal: string | null;
}

/** The result of a game, beside those of friends. */
export interface ChallengeResults {
  challenge: ChallengeView;
  par_games: ("bronze" | "gold" | "silver")[];
  score: number;
  medal: string | null;
  card: string[];
  picture: string;
  beside: (Line | Table | BoardPicture | Fold)[];
}

/** A challenge. */
export interface ChallengeView {
  id: string;
  title: string;
  length: "long" | "short";
  rules: string[];
  par: ChallengePar | null;
  best: ChallengePlayed | null;
  begun: ChallengePlayed | null;
}

export interface ChallengesView {
  day: DayView;
  included: ChallengeView[];
}

/** What chance can bring: an outcome is entered as a move. */
export interface ChanceView {
  kind: string;
  outcomes: OutcomeView[];
}

export interface ChangeRequest {
  position: Partial<PositionDocument>;
  change: LayPiece | LiftPiece | ErasePiece | SetCount | AddOwnTile | AddBoard | RemoveBoard | SetFacts;
}

/** A short text on a colour, as the sign of a tile. */
export interface Chip {
  cell: "chip";
  text: string;
  ink: string;
  paint: string;
}

/** Lines for the next decision. */
export interface CoachAdvice {
  forced: string | null;
  equal: boolean;
  lines: CoachLine[];
  others: CoachNumber[];
  legend: string;
  effort: string;
  taken: string;
  seconds: number;
  words?: string;
  plan?: PlannedRound[];
  asked?: AskedMove;
}

/** Advice for the next move; with `move` also what that loses, and why. */
export interface CoachAsked {
  seconds?: number | null;
  playouts?: number | null;
  workers?: number;
  game: string;
  seen: number;
  move?: string | TileOnCells | null;
}

/** A move with the rest of its action. */
export interface CoachLine {
  move: string;
  group: string;
  target: string | null;
  best: boolean;
  loss: number;
  loss_stderr: number | null;
  sign: string;
  playouts: number;
  moves: string[];
  label: string;
  words: string;
  expects: string;
  loses: string;
  aim: string | null;
}

/** What a move loses against the best line, in points; `group` and `target` as of `MoveView`. */
export interface CoachNumber {
  move: string;
  group: string;
  target: string | null;
  best: boolean;
  loss: number;
  loss_stderr: number | null;
  sign: string;
  playouts: number;
}

/** Everything printed that the page needs; `names` are those of what bonuses give. */
export interface ComponentsView {
  cell: number;
  defs: string;
  rounds: Record<string, number>;
  tiles: TileInfo[];
  boards: BoardInfo[];
  names: Record<string, string>;
}

/** A board of one's own, drawn as in the component file, the top row first. */
export interface CustomBoard {
  map: string[];
  name?: string;
  kind?: "building" | "exploration";
  income?: DiagonalEntry[];
  bonuses?: SymbolEntry[];
}

/** The game of the day; `kept` is the first result, `streak` counts days in a row. */
export interface DayView {
  id: string;
  title: string;
  length: "long" | "short";
  rules: string[];
  par: ChallengePar | null;
  best: ChallengePlayed | null;
  begun: ChallengePlayed | null;
  day: string;
  streak: number;
  kept: number | null;
}

/** An income diagonal: its cells from the lower left, and the values of 0, 1, ... covered. */
export interface DiagonalEntry {
  cells: string;
  values: number[];
}

/** A dice action under way. */
export interface DiceView {
  name: string;
  die: string;
  roll: number | null;
  result: number | null;
  rolls: number;
  rolls_allowed: number;
  meanings: RollMeaning[];
}

/** It is done, and there is nothing to say. */
export interface Done {

}

export interface EmigratedShip {
  kind: string;
  name: string;
  points: number | null;
}

/** Take a piece away: it does not go into the supply. */
export interface ErasePiece {
  kind: "erase";
  board: number;
  piece: number;
}

export interface ExplorationView {
  board: string;
  name: string;
  points: number;
  silver: number;
  text: string;
}

export interface Fault {
  error: string;
}

/** Dishes from the left; without them the best feast, perhaps without food to keep. */
export interface FeastLaid {
  game: string;
  seen: number;
  dishes?: (LaidDish | null)[] | null;
  keep?: string[];
}

/** A feast. */
export interface FeastView {
  cells: number;
  covered: number;
  dishes: (LaidDish | null)[];
  servings: ServingView[];
  empty: number;
  penalties: string;
  problems: string[];
  foods: FoodView[];
  move: string | null;
}

/** The data of a file, which need not be right, and what they are. */
export interface FileData {
  kind: "position" | "profile";
  data: Record<string, any>;
}

/** The text of a file, or the name of an example. */
export interface FileText {
  text?: string;
  name?: string;
  example?: string;
}

/** The best placement of the supply. */
export interface FillAsked {
  objective?: string | null;
  silver?: number | null;
  ore?: number | null;
  keep?: string;
  seconds?: number;
  workers?: number;
  seed?: number;
  game: string;
  seen: number;
}

/** The best placement of the supply. */
export interface FillResult {
  pictures: string[];
  moves: string[];
  steps: TileOnCells[];
  proof: string;
  expected: number | null;
  income: [number, number];
}

/** The best placement so far: pictures of the new tiles on each board. */
export interface Filled {
  pictures: string[];
}

/** Parts below a title; a page shows them on demand, and a note while they are hidden. */
export interface Fold {
  part: "fold";
  title: string;
  parts: (Line | Table)[];
  note: string;
  open: boolean;
  details: boolean;
}

/** Food of the supply. */
export interface FoodView {
  item: string;
  name: string;
  left: number;
  width: number;
  length: number;
  next: string | null;
  next_lengthwise: string | null;
}

/** A field of a question or of a file. */
export interface FormField {
  name: string;
  option: string;
  metavar: string;
  kind: "check" | "choice" | "data" | "file" | "group" | "list" | "number" | "table" | "text" | "whole";
  label: string;
  help: string;
  required: boolean;
  default: any;
  least: number | null;
  most: number | null;
  choices: Record<string, string>;
  begins: string[];
  among: string;
  entries: FormField[];
  room: number | null;
  whole: boolean;
  unique: boolean;
  usual: number;
  more: boolean;
}

export interface FriendLog {
  name: string;
  text: string;
}

export interface FromExample {
  name: string;
}

/** The text of a file with a position, puzzle or game, a share code, or a list of goods. */
export interface FromText {
  text: string;
  name?: string;
  position?: Partial<PositionDocument> | null;
}

/** The challenge or puzzle of a game. */
export interface GameChallenge {
  id: string;
  title: string;
  rules: string[];
  luck: string[];
  puzzle: GamePuzzle | null;
}

/** A game, with the changed fields of boards and spaces only. */
export interface GameChanges {
  round: number;
  rounds: number;
  phase: string;
  over: boolean;
  decides: string | null;
  question: string;
  asking: number | null;
  vikings: number;
  vikings_of_round: number;
  income: number;
  penalties: number;
  supply: SupplyView[];
  bay: BayView;
  strips: StripView[];
  hidden_strips: number;
  harvest: string[];
  exploration: ExplorationView[];
  specials: ItemView[];
  hand: CardView[];
  played: CardView[];
  banquet: BanquetView;
  chance: ChanceView | null;
  score: number;
  seat: number;
  seats: SeatView[];
  shared: boolean;
  coached: boolean;
  sheet: ScoreEntry[];
  moves: MoveView[];
  game: string;
  name: string;
  seen: number;
  stamp: string;
  moves_made: number;
  past: boolean;
  redo: number;
  can_undo: boolean;
  length: "long" | "short";
  seed: number | null;
  rulings: string[];
  challenge: GameChallenge | null;
  dice: DiceView | null;
  history: HistoryView;
  changes: ["boards", "spaces"];
  spaces: SpaceChanges;
  boards: BoardChanges;
}

/** All games, the last changed one first; `pending` logs are not read yet. */
export interface GameList {
  games: GameRow[];
  pending: number;
  statistics: GameStatistics[];
  folder: string;
}

export interface GameMade {
  game: string;
}

/** Find the best placement of the supply of a game, as moves. */
export interface GamePlace {
  file: string | Record<string, any>;
  verbose?: boolean;
  objective?: string | null;
  silver?: number | null;
  ore?: number | null;
  keep?: string;
  seconds?: number;
  workers?: number;
  seed?: number;
}

/** Recommend a move in a solo game, and plan the rest of it. */
export interface GamePlan {
  file: string | Record<string, any>;
  lines?: number;
  seed?: number;
  move?: string | null;
  details?: boolean;
  secret?: boolean;
  seconds?: number | null;
  playouts?: number | null;
  workers?: number;
}

/** What a puzzle asks; when its game is over also how it ended, and the next unsolved one. */
export interface GamePuzzle {
  question: string;
  verdict: string;
  next: string;
}

/** Review a game: the expected loss of every decision, and the costliest mistakes. */
export interface GameReview {
  file: string | Record<string, any>;
  seed?: number;
  seconds?: number | null;
  playouts?: number | null;
  workers?: number;
}

/** A game in the list. */
export interface GameRow {
  game: string;
  name: string;
  changed: number;
  broken: string | null;
  length: "long" | "short";
  seed: number | null;
  seats: string[];
  occupations: boolean;
  round: number;
  rounds: number;
  over: boolean;
  score: number;
  moves: number;
}

/** Rank the starting occupations of a new game. */
export interface GameStart {
  seconds?: number | null;
  length?: "long" | "short";
  occupations?: string;
  rulings?: string[];
  playouts?: number | null;
  workers?: number;
}

/** Scores of the finished games of a kind. */
export interface GameStatistics {
  length: "long" | "short";
  occupations: boolean;
  games: number;
  average: number;
  best: number;
  best_game: string;
}

export interface GameText {
  text: string;
  name?: string;
}

export interface GameTitle {
  game: string;
  name: string;
}

export interface GameView {
  round: number;
  rounds: number;
  phase: string;
  over: boolean;
  decides: string | null;
  question: string;
  asking: number | null;
  vikings: number;
  vikings_of_round: number;
  income: number;
  penalties: number;
  supply: SupplyView[];
  bay: BayView;
  strips: StripView[];
  hidden_strips: number;
  harvest: string[];
  exploration: ExplorationView[];
  specials: ItemView[];
  hand: CardView[];
  played: CardView[];
  banquet: BanquetView;
  chance: ChanceView | null;
  score: number;
  seat: number;
  seats: SeatView[];
  shared: boolean;
  coached: boolean;
  sheet: ScoreEntry[];
  moves: MoveView[];
  game: string;
  name: string;
  seen: number;
  stamp: string;
  moves_made: number;
  past: boolean;
  redo: number;
  can_undo: boolean;
  length: "long" | "short";
  seed: number | null;
  rulings: string[];
  challenge: GameChallenge | null;
  dice: DiceView | null;
  history: HistoryView;
  spaces: SpaceView[];
  boards: NamedBoard[];
}

/** Find most goals or points in this phase, then fewest cards; gold and supply are dearest. */
export interface GraenalandBuild {
  position: Record<string, any>;
  seconds?: number;
  workers?: number;
  seed?: number;
  most?: "areas" | "army" | "buildings" | "largest_area" | "settlements" | null;
  keep?: Record<string, number>;
}

/** Which of the dealt point cards to keep: with which the fewest cards bring 6 points? */
export interface GraenalandKeep {
  position: Record<string, any>;
  seconds?: number;
  workers?: number;
  seed?: number;
  dealt?: string[];
}

/** Where to send a hero: what each move brings in the proposals of this round. */
export interface GraenalandMove {
  position: Record<string, any>;
  samples?: number;
  seed?: number;
}

/** Plan several own building phases; an estimate, since income and opponents are guesses. */
export interface GraenalandPlan {
  position: Record<string, any>;
  seconds?: number;
  workers?: number;
  seed?: number;
  rounds?: number;
  scenarios?: number;
}

/** What to propose to whom, and who would vote for it, by search over votes. */
export interface GraenalandPropose {
  position: Record<string, any>;
}

/** Find the fewest cards that reach all goals, from the hand or from nothing. */
export interface GraenalandReach {
  position: Record<string, any>;
  seconds?: number;
  workers?: number;
  seed?: number;
  goals?: string[];
  from_nothing?: boolean;
}

/** Which of the offered supply cards helps most? */
export interface GraenalandSupply {
  position: Record<string, any>;
  seconds?: number;
  workers?: number;
  seed?: number;
}

/** Show votes, smallest winning coalitions and power on each tile; suggest proposals. */
export interface GraenalandVotes {
  position: Record<string, any>;
  tile?: string | null;
  proposer?: string | null;
  reserves?: Record<string, number>;
  values?: Record<string, number>;
}

/** Can I win now? Shows what to build and how to pay, or proves that I cannot. */
export interface GraenalandWin {
  position: Record<string, any>;
  seconds?: number;
  workers?: number;
  seed?: number;
}

/** Where cells are in the picture. */
export interface GridView {
  columns: number;
  left: number;
  top: number;
  cell: number;
  width: number;
  height: number;
}

/** An address with a new token, its QR code, and what guests may do. */
export interface GuestInvitation {
  address: string;
  picture: string;
  may: "change" | "look";
}

/** What guests may do from now on. */
export interface GuestsMay {
  may: "change" | "look";
}

/** The game of a puzzle, and what the player wants: where to look, a space, or the solution. */
export interface HelpAsked {
  game: string;
  want?: "hint" | "nudge" | "solution";
}

/** Help in words, or the moves of the solution. */
export interface HelpGiven {
  lines: string[];
}

export interface HintFollowed {
  kind: "command";
  text: string;
}

/** The moves made, from a number on. */
export interface HistoryView {
  from: number;
  lines: MoveMadeView[];
}

export interface ItemView {
  item: string;
  name: string;
}

/** A profile to be saved, and the digest of the one that it replaces. */
export interface KeepProfile {
  profile: Record<string, any>;
  seen?: string | null;
}

/** Texts by their keys; None takes one away. */
export interface KeptChanges {
  changes: Record<string, string | null>;
}

/** A game of the archive: the names of its winners, and the data of its file. */
export interface KeptScore {
  id: string;
  winners: string[];
  data: Record<string, any>;
}

/** A board of a position; `number` counts those of its kind from 1, 0 if it is the only one. */
export interface LabelledBoard {
  id: string;
  name: string;
  kind: string;
  points: number;
  width: number;
  height: number;
  svg: string;
  income: number;
  uncovered: number;
  bonuses: BonusView[];
  pieces: PieceView[];
  slots: SlotView[];
  label: string;
  number: number;
}

/** Food on the banquet table. */
export interface LaidDish {
  item: string;
  lengthwise: boolean;
}

/** Lay a tile from the supply, or from the box. */
export interface LayPiece {
  kind: "lay";
  board: number;
  tile: string;
  cells: [number, number][];
}

export interface LayoutNumbers {
  score: number;
  income: number;
  uncovered: number;
  bonuses: [string, number][];
}

export interface LengthChoice {
  id: "long" | "short";
  rounds: number;
}

export interface LiftPiece {
  kind: "lift";
  board: number;
  piece: number;
}

/** A sentence, perhaps with signs `HERE`; of strong ones the first is the answer in short. */
export interface Line {
  part: "line";
  text: string;
  style: "" | "bad" | "best" | "code" | "dim" | "good" | "strong" | "title" | "unsure";
  signs: Signs | null;
  most: number;
}

/** A text that leads to an address on a page. */
export interface Link {
  cell: "link";
  text: string;
  to: string;
}

/** Titles of examples by name; the profile that is saved, or why it cannot be read. */
export interface MapBeginning {
  examples: Record<string, string>;
  form: FormField[];
  profile_form: FormField[];
  names: Record<string, string>;
  pictures: Record<string, string>;
  colours: string[];
  profile: any;
  seen: string | null;
  file: string;
  error: string | null;
}

/** What is wrong with a position; its map and goals if it can be read. */
export interface MapView {
  problems: string[];
  lacking?: string[];
  picture?: string;
  score?: (Line | Table | BoardPicture | Fold)[];
  names?: Record<string, Record<string, string>>;
  made_up?: string;
  title?: string;
  round?: RoundView | null;
}

export interface MarkedCells {
  board: number;
  cells: [number, number][];
}

/** A costly decision by its number, in words. */
export interface MistakeView {
  number: number;
  text: string;
}

/** A move made, as the log has it and in words; `number` counts from 1. */
export interface MoveMadeView {
  number: number;
  round: number;
  text: string;
  words: string;
  chance: boolean;
  changes: PhaseChanges[];
}

/** A legal move; `target` says what to touch for it, by group. */
export interface MoveView {
  text: string;
  key: string;
  label: string;
  meaning: string;
  spoken: string;
  anytime: boolean;
  count: number | null;
  group: string;
  target: string | null;
}

/** Moves, made all or none. */
export interface MovesMade {
  game: string;
  seen: number;
  moves: (string | TileOnCells)[];
  stamp?: string | null;
  only_changes?: boolean;
}

/** A board of the player: `name` is the printed one, `board_name` the one in moves. */
export interface NamedBoard {
  id: string;
  name: string;
  kind: string;
  points: number;
  width: number;
  height: number;
  svg: string;
  income: number;
  uncovered: number;
  bonuses: BonusView[];
  pieces: PieceView[];
  slots: SlotView[];
  label: string;
  board_name: string;
}

export interface NewGame {
  name?: string;
  length?: "long" | "short";
  seed?: number | null;
  ask_chance?: boolean;
  islands?: boolean;
  harvest?: boolean;
  decks?: ("A" | "B" | "C")[];
  people?: string[];
  bots?: number[];
  starting?: "choose" | "random" | number;
  rulings?: string[];
}

export interface NewGameChoices {
  lengths: LengthChoice[];
  decks: ("A" | "B" | "C")[];
  starting: CardText[];
  rulings: RulingChoice[];
  harvest: string;
}

/** Puzzles to be made; a position gives a board and tiles of one's own. */
export interface NewPuzzlesRequest {
  position?: Partial<PositionDocument> | null;
  kind?: string;
  difficulty?: number | null;
  board?: string | null;
  minimal?: boolean;
  pieces?: number | null;
  cells?: number | null;
  symmetric?: boolean;
  needs?: string | null;
  count?: number;
  seed?: number | null;
  tries?: number | null;
}

/** A request that says nothing but its address. */
export interface NothingAsked {

}

export interface ObjectiveView {
  name: string;
  own_weights: boolean;
}

/** The text of a puzzle file, or a share code. */
export interface OpenPuzzleRequest {
  text: string;
  name?: string;
}

/** A tile turned and flipped somehow. */
export interface OrientationView {
  cells: [number, number][];
  turned: number;
  flipped: number;
  at: number[][];
}

/** An outcome of chance; `items` are those of a strip, `card` is the number of one. */
export interface OutcomeView {
  outcome: string;
  label: string;
  meaning: string;
  items: StripItem[] | null;
  card: number | null;
}

/** A tile of one's own: rows of X for its cells and . for others, the top row first. */
export interface OwnTile {
  cells: string[];
  color?: "blue" | "green" | "none" | "orange" | "red";
  name?: string;
  turn?: boolean;
  flip?: boolean;
  at_least?: number;
  twin?: string;
  loose?: boolean;
}

/** The game that set the par of an included challenge. */
export interface ParGameAsked {
  challenge: string;
  medal: "bronze" | "gold" | "silver";
}

/** What a move changes in a phase, in words. */
export interface PhaseChanges {
  phase: string;
  text: string;
}

/** A piece on a board, and what a screen reader says of it. */
export interface PieceView {
  tile: string;
  cells: [number, number][];
  text: string;
}

/** How many searches come before. */
export interface PlaceInLine {
  place: number;
}

export interface PlacesRequest {
  position: Partial<PositionDocument>;
  board: number;
  tile: string;
}

/** Where a tile may lie on a board; `edge` if it stands on the lower one, as in a banquet. */
export interface PlacesView {
  orientations: OrientationView[];
  reasons: string[];
  edge?: boolean;
}

/** Round of a plan. */
export interface PlannedRound {
  round: number;
  steps: string[];
}

export interface PlayView {
  pieces: string[];
  boards: PuzzleBoard[];
  left: Record<string, number>;
  own_tiles: TileInfo[];
  standing: StandingView[];
  solved: boolean;
  fault: string;
}

/** A game, and the number of its moves to begin with. */
export interface PlayedAgain {
  game: string;
  at: number;
}

/** Compare the best placement with others: lines, a move, more or fewer tiles. */
export interface PositionAnalysis {
  position: string | Record<string, any>;
  objective?: string | null;
  weights?: string[];
  rounds_left?: number | null;
  seconds?: number;
  workers?: number;
  seed?: number;
  verbose?: boolean;
  no_cache?: boolean;
  lines?: number | null;
  move?: string | null;
  values?: boolean;
  next?: boolean;
}

/** Count the layouts that use all tiles of a position's supply. */
export interface PositionCount {
  position: string | Record<string, any>;
  up_to_symmetry?: boolean;
  seconds?: number;
  workers?: number;
}

/** Find the feast of the smallest loss: the value of the food, 3 points per empty cell. */
export interface PositionFeast {
  position?: string | Record<string, any> | null;
  cells?: number | null;
  food?: string | null;
  emigrated?: number;
  values?: string[];
}

/** Give a hint about the best placement, as little or as much as you like. */
export interface PositionHint {
  position: string | Record<string, any>;
  objective?: string | null;
  weights?: string[];
  rounds_left?: number | null;
  seconds?: number;
  workers?: number;
  seed?: number;
  verbose?: boolean;
  no_cache?: boolean;
  level?: number;
}

/** Find the provably optimal placement of a position's supply on its boards. */
export interface PositionSolve {
  position: string | Record<string, any>;
  objective?: string | null;
  weights?: string[];
  rounds_left?: number | null;
  seconds?: number;
  workers?: number;
  seed?: number;
  verbose?: boolean;
  start?: string | Record<string, any> | null;
  lift?: [number, number][];
}

/** A position; `heard` says what a list of goods was understood to mean. */
export interface PositionView {
  score: number;
  income: number;
  uncovered: number;
  bonuses: [string, number][];
  heard: string;
  position: PositionDocument;
  own_tiles: TileInfo[];
  boards: LabelledBoard[];
  rounds_left: number;
  objective: ObjectiveView;
  violations: ViolationView[];
}

/** Digest and file of the profile that was saved. */
export interface ProfileKept {
  seen: string | null;
  file: string;
}

/** What is wrong with a profile, and what is still to be copied. */
export interface ProfileView {
  problems: string[];
  items: number;
  entered: number;
  left: string[];
}

/** A board of a puzzle. */
export interface PuzzleBoard {
  id: string;
  name: string;
  kind: string;
  points: number;
  width: number;
  height: number;
  svg: string;
  income: number;
  uncovered: number;
  bonuses: BonusView[];
  pieces: PieceView[];
  slots: SlotView[];
  label: string;
  part: [number, number, number, number] | null;
  clues: number;
  hidden: boolean;
}

/** Change a puzzle; the new one has one solution, proven by two engines, and is graded. */
export interface PuzzleChange {
  puzzle: string | Record<string, any>;
  to: "easier" | "fewest-clues" | "harder";
  seed?: number;
}

/** Check an answer; without one, check that the puzzle is sound. */
export interface PuzzleCheck {
  puzzle: string | Record<string, any>;
  seconds?: number;
  solution?: string | Record<string, any> | null;
}

/** The pieces that do not belong to the solution, how many lie, how many will. */
export interface PuzzleChecked {
  wrong: MarkedCells[];
  laid: number;
  total: number;
}

export interface PuzzleDay {
  puzzle: string;
  date: string;
  kind: string;
  difficulty: number | null;
  solved: boolean;
}

/** A puzzle in a list, with the player's progress. */
export interface PuzzleEntry {
  puzzle: string;
  title: string;
  kind: string;
  difficulty: number | null;
  solved: boolean;
  best: number | null;
  stars: number;
  begun: boolean;
}

/** Count, grade and list all puzzles of a board, by the cells that stay free. */
export interface PuzzleFamily {
  position: string | Record<string, any>;
  free?: string[];
}

/** Grade a puzzle by solving it as people do. */
export interface PuzzleGrade {
  puzzle: string | Record<string, any>;
  steps?: boolean;
  near?: boolean;
}

/** Where to look; or what to do and why, and the command that does it. */
export interface PuzzleHint {
  text: string;
  command?: string | null;
  marked?: MarkedCells | null;
}

/** A game, and whether the player wants to know what to do, not only where to look. */
export interface PuzzleHintRequest {
  puzzle: string;
  begun: BegunPuzzle;
  whole?: boolean;
}

/** A hint, which is counted. */
export interface PuzzleHinted {
  record: PuzzleRecord;
  unsaved: string;
  hint: PuzzleHint;
  begun: BegunPuzzle;
}

/** All packs, the player's own puzzles, the days of the last week. */
export interface PuzzleLists {
  packs: PuzzlePack[];
  mine: PuzzleEntry[];
  days: PuzzleDay[];
  streak: number;
  kinds: Record<string, string[]>;
  unread: string;
}

export interface PuzzleNamed {
  puzzle: string;
}

/** The name of a puzzle, which is kept; None if its solution has to be searched for. */
export interface PuzzleOpened {
  puzzle: string | null;
}

export interface PuzzlePack {
  name: string;
  theme: string;
  puzzles: PuzzleEntry[];
}

export interface PuzzlePlacesRequest {
  puzzle: string;
  pieces: string[];
  board: number;
  tile: string;
}

/** A game as the page has it, and a change. */
export interface PuzzlePlayRequest {
  puzzle: string;
  begun: BegunPuzzle;
  change?: LayPiece | TakePieceBack | HintFollowed | null;
}

export interface PuzzlePlayed {
  pieces: string[];
  boards: PuzzleBoard[];
  left: Record<string, number>;
  own_tiles: TileInfo[];
  standing: StandingView[];
  solved: boolean;
  fault: string;
  begun: BegunPuzzle;
  stars: number;
  record: PuzzleRecord;
  unsaved: string;
}

/** Progress with one puzzle. */
export interface PuzzleRecord {
  solved?: number;
  best?: number | null;
  stars?: number;
  begun?: BegunPuzzle | null;
}

/** Commands of the solution that fits the player's pieces best. */
export interface PuzzleSolution {
  record: PuzzleRecord;
  unsaved: string;
  pieces: string[];
}

/** Find the solution of a puzzle, and whether it is unique. */
export interface PuzzleSolve {
  puzzle: string | Record<string, any>;
  seconds?: number;
  verbose?: boolean;
}

/** A puzzle as the player left it; `unsaved` says why progress is not kept, if so. */
export interface PuzzleView {
  pieces: string[];
  boards: PuzzleBoard[];
  left: Record<string, number>;
  own_tiles: TileInfo[];
  standing: StandingView[];
  solved: boolean;
  fault: string;
  puzzle: string;
  title: string;
  kind: string;
  difficulty: number | null;
  question: string;
  code: string;
  begun: BegunPuzzle;
  record: PuzzleRecord;
  unsaved: string;
}

/** A puzzle with certain pieces, or as the player left it. */
export interface PuzzleViewRequest {
  puzzle: string;
  pieces?: string[] | null;
}

/** Names of new puzzles, which are kept. */
export interface PuzzlesMade {
  made: string[];
  tried: number;
  wanted: number;
  seed: number;
}

/** How a question is asked: its command, its name, what it asks, its fields. */
export interface QuestionForm {
  command: string;
  title: string;
  about: string;
  fields: FormField[];
}

/** The forms of questions; others are asked by pages of their own. */
export interface QuestionForms {
  questions: QuestionForm[];
}

export interface RemoveBoard {
  kind: "remove_board";
  board: number;
}

/** The result of a finished game, beside those of friends. */
export interface ResultAsked {
  game: string;
  friends?: FriendLog[];
}

export interface ReviewAsked {
  seconds?: number | null;
  playouts?: number | null;
  workers?: number;
  game: string;
}

/** All decisions that were reviewed, the costliest mistakes, the sum in words. */
export interface ReviewResult {
  moves: ReviewedDecision[];
  costliest: MistakeView[];
  total: string;
}

/** A decision that was reviewed. */
export interface ReviewedDecision {
  number: number;
  round: number;
  kind: string;
  moves: string[];
  move_label: string;
  best_label: string;
  other_labels: string[];
  expected: number;
  loss: number;
  loss_stderr: number | null;
  loses: string;
  mistake: boolean;
  done: number;
  of: number;
  costliest: MistakeView[];
  total: string;
}

/** A number of moves to go back or forth to. */
export interface Rewound {
  game: string;
  seen: number;
  to?: number | null;
  stamp?: string | null;
  only_changes?: boolean;
}

export interface RollMeaning {
  roll: number;
  result: number;
  success: boolean;
  text: string;
}

/** A choice; those of a group are listed below its name. */
export interface RoundOption {
  text: string;
  group: string;
  moves: string[];
}

/** What is decided in a round, what may be done, and the position now without the round. */
export interface RoundView {
  report: (Line | Table | BoardPicture | Fold)[];
  choices: RoundOption[];
  position: Record<string, any>;
}

/** Another reading of a rule. */
export interface RulingChoice {
  name: string;
  text: string;
}

/** A game to keep, as the data of a score file; `instead` of the game with this id. */
export interface ScoreAdded {
  game: Record<string, any>;
  again?: boolean;
  instead?: string;
}

/** A line of the score sheet; `loss` is one that is taken off. */
export interface ScoreCategory {
  id: string;
  name: string;
  loss: boolean;
}

export interface ScoreEntry {
  id: string;
  name: string;
  points: number;
  loss: boolean;
}

/** The text of a file; `length` is that of the sheet into which a player's game is read. */
export interface ScoreOpened {
  text: string;
  name: string;
  length?: "long" | "short" | null;
}

export interface ScoreRemoved {
  id: string;
}

/** Print statistics of the archive: means, best results, categories. */
export interface ScoreStats {
  length?: "long" | "short" | null;
  cards?: string;
  player?: string;
}

export interface ScoreText {
  text: string;
  name: string;
}

/** All that the page shows: the games, the newest first, and how statistics are asked for. */
export interface ScoresView {
  today: string;
  file: string;
  categories: ScoreCategory[];
  games: KeptScore[];
  statistics: QuestionForm;
  problems: string[];
}

export interface SearchBegun {
  search: string;
}

export interface SeatLink {
  seat: number;
  address: string;
  picture: string;
}

/** A player at the table: a person, or a bot of some strength. */
export interface SeatView {
  name: string;
  bot: number;
  here: boolean;
  vikings: number;
  score: number;
  sheet: ScoreEntry[];
}

/** What becomes of a seat: a phone gets a link, the owner's screen gets it back; a bot or its */
export interface SeatWanted {
  game: string;
  seat: number;
  want: "bot" | "coach" | "no coach" | "person" | "phone" | "screen";
}

/** The people at a table; `stamp` tells whether the game has gone on. */
export interface SeatsView {
  stamp: string;
  seats: SharedSeatView[];
  undo: UndoView | null;
  link: SeatLink | null;
}

/** Food on the table: its first column, and how many it has. */
export interface ServingView {
  item: string;
  start: number;
  width: number;
}

export interface SetCount {
  kind: "count";
  tile: string;
  count: number;
}

export interface SetFacts {
  kind: "facts";
  title?: string | null;
  game?: "long" | "short" | null;
  round?: number | null;
  objective?: string | null;
}

/** A player's seat. */
export interface SharedSeatView {
  seat: number;
  name: string;
  phone: boolean;
  away: boolean;
  here: boolean;
  bot: boolean;
  coach: boolean;
}

/** A ship: ore that counts, the printed one included, and free slots for more. */
export interface ShipView {
  kind: string;
  name: string;
  ore: number;
  slots: number;
}

/** Things that a page draws, and a terminal names. */
export interface Signs {
  cell: "signs";
  words: string;
  of: string[][];
}

/** Places for an item beside the cells of a board. */
export interface SlotView {
  item: string;
  count: number;
  open: number;
}

/** A layout to be shown, played step by step, and accepted. */
export interface SolutionView {
  part: "layout";
  pictures: string[];
  numbers: LayoutNumbers;
  position: PositionDocument;
  steps: TileOnCells[][];
  base: string[] | null;
}

/** An action space in a state. */
export interface SpaceView {
  id: string;
  key: string;
  name: string;
  title: string;
  column: number;
  group: string;
  group_name: string;
  groups: string[];
  icons: string;
  text: string;
  dice: "d12" | "d8" | null;
  discount: string;
  vikings: number;
  placed: number;
  blocked: boolean;
  active: boolean;
  usable: boolean;
  reason: string | null;
}

/** How much there is of what counts for the goal. */
export interface StandingView {
  what: string;
  have: number;
  want: number;
}

/** Items of a mountain strip of one kind, side by side. */
export interface StripItem {
  item: string;
  count: number;
}

export interface StripView {
  number: number;
  items: StripItem[];
  text: string;
}

/** Items of the supply; `reason` says why they may not be taken in hand now. */
export interface SupplyView {
  item: string;
  name: string;
  count: number;
  kind: string;
  color: string;
  placeable: boolean;
  reason: string | null;
}

/** A bonus symbol: the cells it stands on, and what it gives. */
export interface SymbolEntry {
  cells: string;
  gives: Record<string, number>;
}

/** A table. */
export interface Table {
  part: "table";
  heads: string[];
  kinds: ("label" | "left" | "right" | "whole")[];
  rows: ((string | Signs | Chip | Link)[])[];
  styles: ("" | "bad" | "best" | "code" | "dim" | "good" | "strong" | "title" | "unsure")[];
  most: number;
}

export interface TableAsked {
  seconds?: number | null;
  playouts?: number | null;
  workers?: number;
  table: Partial<TableDocument>;
}

/** What is wrong and what is missing, each with its field, or else the defaults. */
export interface TableChecked {
  faults: string[];
  defaults: TableDefaults | null;
  harvest: TableHarvest | null;
}

/** What the rules give where a table says nothing. */
export interface TableDefaults {
  others: number;
  exploration: Record<string, number>;
}

/** How Harvest is played at a table. */
export interface TableHarvest {
  note: string;
  markers: string[];
  tokens: string[];
}

/** A table, and what is left on its strips by their numbers. */
export interface TableOpened {
  table: TableDocument;
  strips: Record<string, number>;
}

/** What can lie on a table. */
export interface TableParts {
  spaces: TableSpace[];
  vikings: Record<string, number[]>;
  phases: string[];
  strips: StripItem[][];
  held: string[];
  berths: BerthCounts;
  ore: Record<string, number>;
  weapons: string[];
  cards: CardText[];
  others: string;
}

/** An action space, of which nothing is known but what is printed. */
export interface TableSpace {
  id: string;
  key: string;
  name: string;
  title: string;
  column: number;
  group: string;
  group_name: string;
  groups: string[];
  icons: string;
  text: string;
  dice: "d12" | "d8" | null;
  vikings: number;
  reason: null;
}

/** The text of a file with a table, game or position. */
export interface TableText {
  text: string;
  name?: string;
}

export interface TakePieceBack {
  kind: "take";
  board: number;
  cell: [number, number];
}

export interface TileInfo {
  id: string;
  name: string;
  sign: string;
  kind: string;
  color: string;
  paint: string;
  ink: string;
  shape: string[];
  svg: string;
}

/** A tile on cells of a board, counted from the top left. */
export interface TileOnCells {
  board: number;
  tile: string;
  cells: [number, number][];
}

/** A tile of the supply in hand. */
export interface TileTaken {
  game: string;
  seen: number;
  board: number;
  tile: string;
}

export interface TitleRequest {
  puzzle: string;
  title: string;
}

export interface UndoAnswer {
  game: string;
  yes: boolean;
}

/** A move to be taken back, and whether this screen is asked or has asked. */
export interface UndoView {
  words: string;
  asked: boolean;
  own: boolean;
}

/** Rate the moves of a game, of which LOG is the log, each with what it loses. */
export interface VikingsAdvise {
  log: string | Record<string, any>;
  samples?: number;
  seed?: number;
}

export interface VikingsAnswer {
  position: Record<string, any>;
  puzzle: string;
}

export interface VikingsAsked {
  position: Record<string, any>;
}

/** A new game; `keep` says whether the values of ships are kept for the next one. */
export interface VikingsBegin {
  players: string[];
  seed?: number;
  ship_values?: Record<string, any>;
  keep?: boolean;
  expert?: string[];
}

/** Titles of examples by name, puzzles, players by program, pictures of the parts by name. */
export interface VikingsBeginning {
  examples: Record<string, string>;
  puzzles: VikingsPuzzleEntry[];
  players: Record<string, string>;
  expert: Record<string, string>;
  ship_values: Record<string, string>;
  pictures: Record<string, string>;
}

/** Find the best archipelago from the free tiles, ships and figures of a position. */
export interface VikingsBuild {
  position: Record<string, any>;
  objective?: "final" | "income";
  seconds?: number;
  workers?: number;
  seed?: number;
  hindsight?: boolean;
}

/** Appraise the pairs on the wheel: price, best place, score gained, what waiting costs. */
export interface VikingsBuy {
  position: Record<string, any>;
  seed?: number;
  samples?: number;
  bid?: number;
}

/** A change at a cell: lay a tile or a ship, place the figure, or lift what lies on top. */
export interface VikingsChange {
  position: Record<string, any>;
  row: number;
  column: number;
  lay?: string;
  puzzle?: string;
}

/** A choice: a pair with its best place and all others, or another move. */
export interface VikingsChoice {
  move: string;
  text: string;
  tile: string;
  figure: string;
  price: number;
  gain: number;
  value: string;
  moves: Record<string, string>;
}

/** What is wrong with an answer; nothing if it solves the puzzle. */
export interface VikingsFaults {
  faults: string[];
}

/** Find the best use of the boatsmen before a large scoring, and the next best ways. */
export interface VikingsFerry {
  position: Record<string, any>;
  objective?: "final" | "income";
  seconds?: number;
  workers?: number;
  seed?: number;
  ways?: number;
}

/** A game at a step. */
export interface VikingsGameView {
  log: string;
  names: string[];
  player: number;
  waits: boolean;
  step: number;
  steps: number;
  asked: string;
  phase: string;
  drawn: string;
  known: string[];
  choices: VikingsChoice[];
  since: string[];
  mine: VikingsView;
  others: string[];
  report: (Line | Table | BoardPicture | Fold)[];
}

export interface VikingsPuzzleEntry {
  puzzle: string;
  title: string;
  difficulty: number | null;
  question: string;
}

/** A game after some of its moves; after all of them by default. */
export interface VikingsReplay {
  log: string;
  step?: number;
}

/** Score a position: all scorings from its round to the end, if nothing more changes. */
export interface VikingsScore {
  position: Record<string, any>;
  round?: number | null;
}

/** Estimate the final score of a position: sampled games of greedy players. */
export interface VikingsSimulate {
  position: Record<string, any>;
  seed?: number;
  games?: number;
}

/** The text of a file, or the name of an example or puzzle. */
export interface VikingsText {
  text?: string;
  name?: string;
  example?: string;
  puzzle?: string;
}

/** A move of a person as logs have it; without one the last is taken back. */
export interface VikingsTurn {
  log: string;
  move?: string;
}

/** A position with its picture. */
export interface VikingsView {
  position: Record<string, any>;
  text: string;
  picture: string;
  grid: GridView;
  tiles: Record<string, string>;
  ships: Record<string, string>;
  figures: string[];
  threats: Record<string, string>;
  places: Record<string, string[]>;
  violations: string[];
  score: (Line | Table | BoardPicture | Fold)[];
}

export interface ViolationView {
  board: number | null;
  message: string;
  cells: [number, number][];
}
