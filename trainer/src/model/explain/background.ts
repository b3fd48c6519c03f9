import type { ModelInput } from "@agatha/contracts";
import { type Column, findColumn, missingColumn, type Table, takeRows } from "../../data/tables/table.js";

/** Training rows that a row is mixed with: more of them make explanations truer to all training rows, and dearer. */
const BACKGROUND_ROWS = 32;

/** The first rows of a model's sample, which are in random order. */
export function backgroundRows(sample: Table): Table {
  return takeRows(
    sample,
    Int32Array.from({ length: Math.min(BACKGROUND_ROWS, sample.nrow) }, (_, i) => i),
  );
}

/** The inputs of a model in their order, text by the inputs' levels and one more for all others: as a sample has it. */
export function alignToInputs(inputs: readonly ModelInput[], table: Table): Table {
  return { nrow: table.nrow, columns: inputs.map((input) => alignColumn(input, findColumn(table, input.name), table.nrow)) };
}

function alignColumn({ name, type, levels }: ModelInput, column: Column | undefined, nrow: number): Column {
  const found = column ?? missingColumn(name, type, nrow);
  if (found.type !== "s") return found;
  const known = new Map(levels.map((level, code) => [level, code]));
  const position = found.levels.map((level) => known.get(level) ?? levels.length);
  return { name, type: "s", levels: [...levels, "\u0000unseen"], codes: found.codes.map((code) => (code < 0 ? -1 : position[code])) };
}

/**
 * Rows that have some cells of one row and all others of a background row: mixture m has column j of the first where
 * `takes(m, j)`. Both tables are aligned to the same inputs.
 */
export function mixWithBackground(
  first: { table: Table; row: number },
  background: { table: Table; row: number },
  count: number,
  takes: (mixture: number, column: number) => boolean,
): Table {
  const columns = first.table.columns.map((column, j): Column => {
    const other = background.table.columns[j];
    if (column.type === "s" && other.type === "s") {
      const [own, others] = [column.codes[first.row], other.codes[background.row]];
      return { ...column, codes: Int32Array.from({ length: count }, (_, m) => (takes(m, j) ? own : others)) };
    }
    if (column.type === "s" || other.type === "s") throw new Error(`column ${column.name} is text in one table only`);
    const [own, others] = [column.values[first.row], other.values[background.row]];
    const values = new Float64Array(count);
    for (let m = 0; m < count; m++) values[m] = takes(m, j) ? own : others;
    return { ...column, values };
  });
  return { nrow: count, columns };
}
