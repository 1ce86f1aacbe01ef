/** What scripts share: names for the types of the server (`contract.d.ts`), and those of the page alone. */

import type * as server from "./contract";

export type {
  BoardInfo,
  ComponentsView as Components,
  HintView as Hint,
  LayoutNumbers as Numbers,
  LayoutProgress as Incumbent,
  LineFound as Line,
  NamedPlace as Place,
  OrientationView as Orientation,
  PieceView,
  PlacesView as Places,
  PositionView,
  SolutionView as Layout,
  SolveResult,
  TileInfo as Tile,
  TileLaid as Step,
  TileLoss,
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

/** A loss at the first level of the objective that differs, from 0. */
export type Loss = Omit<server.TileLoss, "count">;

export type MoveLoss = server.LegalMove | server.IllegalMove;

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
