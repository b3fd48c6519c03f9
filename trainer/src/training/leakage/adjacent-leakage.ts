import type { Column } from "../../data/tables/table.js";
import { MAX_VALUES } from "./value-leakage.js";

/** Column of a run of neighbouring columns. */
export interface AdjacentColumn {
  name: string;
  /** Key of the column's type and values; undefined for a column that ends a run. */
  valueDomain: string | undefined;
  /** Whether the column's own values leak the target. */
  isLeak: boolean;
}

/**
 * Least number of leaks in a run. One or two leaks can be next to a harmless flag by chance; three indicate a block that was
 * recorded together.
 */
const MIN_LEAKS = 3;

/**
 * Returns the columns that are suspicious only by their neighbours, with the number of leaks around each. Such a column lies in
 * an unbroken run of columns of the same type and values, at least three and more than half of which leak the target. An example
 * is a flag for a rarely set cause of failure among the flags of the other causes. The rule requires more than half, so that
 * three leaks do not mark a hundred flags of another kind.
 */
export function columnsAmongLeaks(columns: readonly AdjacentColumn[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const run of runsOfSameDomain(columns)) {
    const leaks = run.filter(({ isLeak }) => isLeak).length;
    if (leaks < MIN_LEAKS || 2 * leaks <= run.length) continue;
    for (const { name, isLeak } of run) if (!isLeak) found.set(name, leaks);
  }
  return found;
}

function runsOfSameDomain(columns: readonly AdjacentColumn[]): AdjacentColumn[][] {
  const runs: AdjacentColumn[][] = [];
  let before: AdjacentColumn | undefined;
  for (const column of columns) {
    if (column.valueDomain !== undefined && column.valueDomain === before?.valueDomain) runs[runs.length - 1].push(column);
    else runs.push([column]);
    before = column;
  }
  return runs;
}

/**
 * Returns a key of the type and all values that occur, missing ones included. Returns undefined for a constant column, and for a
 * column with so many values that it is a measurement.
 */
export function valueDomainOf(column: Column): string | undefined {
  const cells: ArrayLike<number> = column.type === "s" ? column.codes : column.values;
  const seen = new Set<number>();
  for (let row = 0; row < cells.length; row++) {
    seen.add(cells[row]);
    if (seen.size > MAX_VALUES) return undefined;
  }
  if (seen.size < 2) return undefined;
  const values = Array.from(seen, (cell) => (column.type === "s" ? (column.levels[cell] ?? null) : cell));
  return JSON.stringify([column.type, ...values.map((value) => JSON.stringify(value)).sort()]);
}
