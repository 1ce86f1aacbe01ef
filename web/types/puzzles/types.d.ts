/** What the server sends about puzzles. */

import type { BoardView, Cell, Tile } from "../types.js";

export interface Entry {
  puzzle: string;
  title: string;
  kind: string;
  difficulty: number | null;
  solved: boolean;
  best: number | null;
  stars: number;
  begun: boolean;
}

export interface Pack {
  name: string;
  theme: string;
  puzzles: Entry[];
}

export interface Day {
  puzzle: string;
  date: string;
  kind: string;
  difficulty: number;
  solved: boolean;
}

export interface Lists {
  packs: Pack[];
  mine: Entry[];
  days: Day[];
  kinds: Record<string, string[]>;
  unread: string;
}

export interface Begun {
  pieces: string[];
  seconds: number;
  hints: number;
  nudges: number;
}

export interface Saved {
  solved?: number;
  best?: number | null;
  stars?: number;
  begun?: Begun | null;
}

export interface PuzzleBoard extends BoardView {
  clues: number;
  hidden: boolean;
}

export interface Standing {
  what: string;
  have: number;
  want: number;
}

export interface PlayView {
  pieces: string[];
  boards: PuzzleBoard[];
  left: Record<string, number>;
  own_tiles: Tile[];
  standing: Standing[];
  solved: boolean;
  fault: string;
}

export interface PuzzleView extends PlayView {
  puzzle: string;
  title: string;
  kind: string;
  difficulty: number | null;
  question: string;
  code: string;
  begun: Begun;
  record: Saved;
  unsaved: string;
}

export interface Marked {
  board: number;
  cells: Cell[];
}

export interface Hint {
  text: string;
  command?: string;
  marked?: Marked | null;
}

export interface Checked {
  wrong: Marked[];
  laid: number;
  total: number;
}
