/** What the server sends. */

export type Cell = [number, number];

/** Items with their counts. */
export type Items = [string, number][];

export interface Tile {
  id: string;
  name: string;
  sign: string;
  kind: "good" | "animal" | "special" | "filler" | "resource";
  color: string;
  paint: string;
  ink: string;
  shape: string[];
  copies: number | null;
  svg: string;
}

export interface BoardInfo {
  id: string;
  name: string;
  kind: string;
  points: number;
}

export interface Components {
  cell: number;
  rim: number;
  defs: string;
  rounds: Record<string, number>;
  tiles: Tile[];
  boards: BoardInfo[];
  /** Printed names of what bonuses give. */
  names: Record<string, string>;
}

export interface PieceView {
  tile: string;
  cells: Cell[];
  text: string;
}

export interface BoardView {
  label: string;
  /** Which of several boards of its kind it is, from 1; 0 if there is only one. */
  number?: number;
  id: string;
  name: string;
  kind: string;
  points: number;
  width: number;
  height: number;
  svg: string;
  income: number;
  uncovered: number;
  bonuses: { gives: Items; won: boolean; lost: boolean }[];
  pieces: PieceView[];
  slots: { item: string; count: number; open: number }[];
  /** Columns and rows of the part that is shown, if not all: from left and top to right and bottom. */
  part?: [number, number, number, number];
}

export interface PositionDocument {
  schema: number;
  title?: string;
  game: string;
  round: number;
  supply: Record<string, number>;
  boards: { board: unknown; placed: unknown[] }[];
  [more: string]: unknown;
}

export interface PositionView extends Numbers {
  position: PositionDocument;
  own_tiles: Tile[];
  boards: BoardView[];
  rounds_left: number;
  objective: { name: string; own_weights: boolean };
  violations: { board: number | null; message: string; cells: Cell[] }[];
}

export interface Orientation {
  cells: Cell[];
  turned: number;
  flipped: number;
  /** By row and column of the top left corner: -1 if legal, else the number of the reason. */
  at: number[][];
}

export interface Places {
  orientations: Orientation[];
  reasons: string[];
  /** Whether the tile stands on the lower edge, as on the banquet table. */
  edge?: boolean;
}

export interface Numbers {
  score: number;
  income: number;
  uncovered: number;
  bonuses: Items;
}

export interface Incumbent {
  seconds: number;
  level: number;
  value: number | null;
  bound: number | null;
  gap: number | null;
  pictures?: string[];
  numbers?: Numbers;
}

export interface Step {
  board: number;
  tile: string;
  cells: Cell[];
}

/** A layout: what is new on the boards, in the order of laying. */
export interface Layout {
  position: PositionDocument;
  steps: Step[][];
  pictures: string[];
  numbers: Numbers;
}

export interface Place {
  board: number;
  cells: string;
}

export interface Hint {
  level: number;
  text: string;
  proven: boolean;
  tile: string | null;
  placement: { board: number; cells: Cell[] } | null;
  area: { board: number; cells: Cell[] }[];
  layout: Layout | null;
}

/** A loss at the first level of the objective that differs, from 0. */
export interface Loss {
  loss: number;
  level: number;
  proven: boolean;
  at_least: number | null;
}

export interface TileLoss extends Loss {
  count: number;
}

export interface MoveLoss extends Loss {
  legal: boolean;
  reason?: string;
}

export interface Line extends Loss {
  value: number;
  next_best: boolean;
  more: Items;
  fewer: Items;
  layout: Layout;
}

export interface SolveResult extends Layout {
  solution: { status: string; objective: Record<string, any>; seconds: number };
  /** What its value counts, and how sure it is, in words. */
  counted: string;
  proof: string;
  /** What became of the pieces that were lifted before. */
  moved: { same: number; moved: { tile: string; old: Place | null; new: Place | null }[] } | null;
}
