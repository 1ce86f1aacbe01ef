/** Names for what the server says of puzzles. */

import type { PuzzlePlayRequest } from "../contract";

export type {
  MarkedCells as Marked,
  PuzzleChecked as Checked,
  PuzzleDay as Day,
  PuzzleEntry as Entry,
  PuzzleHint as Hint,
  PuzzleLists as Lists,
  PuzzlePack as Pack,
  PuzzleView,
} from "../contract";

export type PuzzleChange = NonNullable<PuzzlePlayRequest["change"]> | null;
