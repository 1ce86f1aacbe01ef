/** Data of files and of the command line, which the server passes on, and what is no class of its own there. */

import type { NamedBoard, SpaceView } from "./contract";
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

/** Changed fields, in the order of the list. */
export type SpaceChanges = Partial<SpaceView>[];
export type BoardChanges = Partial<NamedBoard>[];
