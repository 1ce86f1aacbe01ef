/** Data of files and of the command line, which the server passes on, and what is no class of its own there. */

import type { MoveView, NamedBoard, SpaceView } from "./contract";
export type { TableDocument } from "./games/types";

export interface PositionDocument {
  schema: number;
  title?: string;
  game: string;
  round: number;
  supply: Record<string, number>;
  boards: { board: unknown; placed?: unknown[] }[];
  [more: string]: unknown;
}

/** Answers of `odin solve --json`. */
export interface SolutionDocument {
  status: string;
  objective: Record<string, any>;
  seconds: number;
  [more: string]: unknown;
}

export interface ScoreDocument {
  date: string;
  players: Record<string, any>[];
  [more: string]: any;
}

/** Changed fields, in the order of the list. */
export type SpaceChanges = Partial<SpaceView>[];
export type BoardChanges = Partial<NamedBoard>[];

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
  cells: [number, number][] | null;
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
