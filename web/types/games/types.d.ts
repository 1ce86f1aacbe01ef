/** Names for what the server says of games, and what the page adds. */

import type * as server from "../contract";
import type { PositionDocument } from "../types";

export type {
  AskedMove,
  CardText,
  CardView,
  CoachAdvice,
  CoachLine,
  CoachNumber,
  FeastView,
  FillResult,
  FoodView,
  GameList,
  GameRow,
  LaidDish as Dish,
  MoveMadeView as HistoryLine,
  NewGameChoices,
  ReviewedDecision as ReviewedMove,
  ReviewResult,
  SupplyView as SupplyItem,
  TableDefaults,
  TableHarvest,
  TileOnCells as PlaceTile,
} from "../contract";

export interface MoveView extends server.MoveView {
  /** Does something else than a move of a game. */
  act?: () => void;
}

/** An action space; of a table as it stands only what is printed is known. */
export interface SpaceView extends Omit<server.SpaceView, "discount" | "active" | "usable"> {
  discount?: string;
  active?: boolean;
  usable?: boolean;
  /** Who stands here; "" if nobody. */
  mark?: string;
}

export interface GameView extends server.GameView {
  moves: MoveView[];
}

export type TableParts = server.TableParts;

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
