/** What the server sends for the page of Graenaland. */

/** Plain data of a file, right or wrong. */
export type Data = any;

export type Named = { name: string; value: any };

export interface Field {
  kind: string;
  path: (string | number)[];
  label: string;
  of: Named[];
  /** What no value stands for. */
  usual?: any;
  least?: number;
  most?: number;
  /** Whether the value may be missing, or is missing at first; or a field that goes with it. */
  empty?: boolean | string;
  blank?: boolean;
  /** Whether cards without any count as missing. */
  drop?: boolean;
  /** What an `add` adds, and under which name. */
  value?: unknown;
  key?: string;
}

export interface Section {
  title: string;
  fields: Field[];
  help?: string;
  /** A section of one tile of the map. */
  tile?: string;
  /** Only its fields, without a panel. */
  bare?: boolean;
  /** Closed at first. */
  more?: boolean;
}

export interface FormView {
  problems: string[];
  form: Section[];
}

export interface FieldProps {
  field: Field;
  label: string;
  value: any;
  set: (value: any) => void;
}

export interface Said {
  text: string;
  cards: string[][];
  level: string;
}

export interface Step {
  what: string;
  paid: [string, string[], string[]][];
}

export type Part = Partial<Said> & {
  steps?: Step[];
  /** Name, value, levels, how many of them are met. */
  goals?: [string, number, string, number][];
  table?: (string | number)[][];
  shares?: string;
  of?: [string, string[] | number][];
  fold?: Said;
  parts?: Part[];
};
