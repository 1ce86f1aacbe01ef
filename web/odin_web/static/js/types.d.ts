/** What the server sends. */

export type Cell = [number, number];

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
}

export interface PieceView {
  tile: string;
  cells: Cell[];
  text: string;
}

export interface BoardView {
  label: string;
  id: string;
  name: string;
  kind: string;
  points: number;
  width: number;
  height: number;
  svg: string;
  income: number;
  uncovered: number;
  bonuses: { gives: string; won: boolean; lost: boolean }[];
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

export interface PositionView {
  position: PositionDocument;
  boards: BoardView[];
  score: number;
  income: number;
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
  bonuses: string;
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

export interface SolveResult {
  solution: { status: string; objective: Record<string, any>; seconds: number };
  stopped: boolean;
  view: PositionView;
  steps: Step[][];
  pictures: string[];
  numbers: Numbers;
}
