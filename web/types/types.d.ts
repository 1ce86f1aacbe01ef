/** What scripts share: names for the types of the server (`contract.d.ts`), and those of the page alone. */

import type * as server from "./contract";

export type {
  BoardInfo,
  ComponentsView as Components,
  LayoutNumbers as Numbers,
  OrientationView as Orientation,
  PieceView,
  PlacesView as Places,
  PositionView,
  SolutionView as Layout,
  TileInfo as Tile,
  TileOnCells as Step,
} from "./contract";
export type { PositionDocument } from "./documents";

export type Cell = [number, number];

/** Items with their counts. */
export type Items = [string, number][];

/** A board of any page. */
export interface BoardView extends Omit<server.LabelledBoard, "number"> {
  /** Which of several boards of its kind it is, from 1; 0 if there is only one. */
  number?: number;
  /** Columns and rows of the part that is shown, if not all: from left and top to right and bottom. */
  part?: [number, number, number, number] | null;
}

/** Cells of a board. */
export interface Cells {
  board_number: number;
  cells: Cell[];
}

/** A hint, as `odin hint --json` prints it, and its layout. */
export interface Hint {
  level: number;
  short: string;
  why: string;
  proven: boolean;
  tile: string | null;
  placement: Cells | null;
  area: Cells[];
  layout: server.SolutionView | null;
}

/** How far a search is, and the numbers of a layout that it found. */
export interface Incumbent {
  seconds: number;
  level: number;
  value: number | null;
  bound: number | null;
  gap: number | null;
  numbers?: server.LayoutNumbers;
}

/** A solution, as `odin solve --json` prints it. */
export interface Solution {
  objective: { levels: { value_before: number; gain: number }[] };
  counts: string;
  proof: string;
}

/** What a tile is worth by objective levels, as `odin analyse --json` prints it. */
export interface Worth {
  levels: number[];
  proven: boolean;
}

/** What a move loses, as `odin analyse --json` prints it; no levels if it is not legal. */
export interface MoveLoss {
  reason: string | null;
  levels: { loss: number }[] | null;
  proven: boolean;
}

/** The request and the answer of a path, the request of a search. */
export type Asked<Path> = server.Posts<Path> extends { asked: infer Given } ? Given : never;
export type Answered<Path> = server.Posts<Path> extends { answered: infer Given } ? Given : never;
export type Wanted<Path> = server.Searches<Path> extends { asked: infer Given } ? Given : never;

/** What is done with the events of a search. */
export type Handlers<Path> =
  server.Searches<Path> extends { incumbent: infer Incumbent; part: infer Part; result: infer Result }
    ? { incumbent?: (data: Incumbent) => void; part?: (data: Part) => void; result?: (data: Result) => void }
    : never;

/** Those of any search, and of what happens to it. */
export interface AnyHandlers {
  waiting?: (data: server.PlaceInLine) => void;
  running?: () => void;
  incumbent?: (data: any) => void;
  part?: (data: any) => void;
  result?: (data: any) => void;
  failed?: (data: server.Fault) => void;
  stopped?: () => void;
}
