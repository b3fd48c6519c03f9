import type { TableDescription } from "@agatha/contracts";
import type { DecimalMark } from "../formats/number-formats.js";

/** How the file of a dataset writes numbers and times. Clients send what they have, as it is in such a file. */
export interface TextFormats {
  /** With a comma, numbers in text may have either mark, except for those of a LENIENT column. */
  decimal?: DecimalMark | undefined;
  /** By column: formats of times, DURATIONS, or GROUPED or LENIENT and a mark (`TableColumn.written`). */
  written?: ReadonlyMap<string, readonly string[]>;
}

/** Returns how the file of a described table writes its columns. */
export function textFormatsOf({ decimal, columns }: Pick<TableDescription, "decimal" | "columns">): TextFormats {
  const written = columns.flatMap((column): [string, string[]][] => (column.written ? [[column.name, column.written]] : []));
  return { decimal: decimal ?? undefined, written: new Map(written) };
}
