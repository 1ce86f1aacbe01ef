/** Names for what the server says of Graenaland, and what the page adds. */

import type { FormField, FormPart } from "../contract";

export type { FormField as Field } from "../contract";

export interface Section extends Omit<FormPart, "fields"> {
  fields: FormField[];
  /** Only its fields, without a panel. */
  bare?: boolean;
}

export interface FieldProps {
  field: FormField;
  label: string;
  value: any;
  set: (value: any) => void;
}
