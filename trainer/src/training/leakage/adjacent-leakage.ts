import type { Column } from "../../data/tables/table.js";
import { MAX_VALUES } from "./value-leakage.js";

/** A column as its neighbours see it. */
export interface AdjacentColumn {
  name: string;
  /** Equal in columns of one type with the same values; undefined where a column ends a run. */
  valueDomain: string | undefined;
  /** Whether its own values give the answer away. */
  isLeak: boolean;
}

/** One or two leaks may stand beside an honest flag by chance; three make a block that was recorded at one time. */
const MIN_LEAKS = 3;

/**
 * Columns whose own values show nothing, but that stand in an unbroken run of columns of one form, at least three and more
 * than half of which give the answer away: with each how many do. So stands a flag of a cause of failure that was seldom set
 * among the flags of the other causes. More than half, lest three leaks condemn a hundred flags of another kind.
 */
export function columnsAmongLeaks(columns: readonly AdjacentColumn[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const run of runsOfSameDomain(columns)) {
    const leaks = run.filter(({ isLeak }) => isLeak).length;
    if (leaks < MIN_LEAKS || 2 * leaks <= run.length) continue;
    for (const { name, isLeak: tells } of run) if (!tells) found.set(name, leaks);
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

/** The type with all values that occur, missing ones too; undefined for a column of one value, or of so many that it measures. */
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
