import type { Column } from "../../data/tables/table.js";
import { MOST_VALUES } from "./giveaway.js";

/** A column as its neighbours see it. */
export interface Neighbour {
  name: string;
  /** Equal in columns of one type with the same values; undefined where a column ends a run. */
  form: string | undefined;
  /** Whether its own values give the answer away. */
  tells: boolean;
}

/** One or two leaks may stand beside an honest flag by chance; three make a block that was recorded at one time. */
const FEWEST_LEAKS = 3;

/**
 * Columns whose own values show nothing, but that stand in an unbroken run of columns of one form, at least three and more
 * than half of which give the answer away: with each how many do. So stands a flag of a cause of failure that was seldom set
 * among the flags of the other causes. More than half, lest three leaks condemn a hundred flags of another kind.
 */
export function standingAmongLeaks(columns: readonly Neighbour[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const run of runsOf(columns)) {
    const leaks = run.filter(({ tells }) => tells).length;
    if (leaks < FEWEST_LEAKS || 2 * leaks <= run.length) continue;
    for (const { name, tells } of run) if (!tells) found.set(name, leaks);
  }
  return found;
}

function runsOf(columns: readonly Neighbour[]): Neighbour[][] {
  const runs: Neighbour[][] = [];
  let before: Neighbour | undefined;
  for (const column of columns) {
    if (column.form !== undefined && column.form === before?.form) runs[runs.length - 1].push(column);
    else runs.push([column]);
    before = column;
  }
  return runs;
}

/** The type with all values that occur, missing ones too; undefined for a column of one value, or of so many that it measures. */
export function formOf(column: Column): string | undefined {
  const cells: ArrayLike<number> = column.type === "s" ? column.codes : column.values;
  const seen = new Set<number>();
  for (let row = 0; row < cells.length; row++) {
    seen.add(cells[row]);
    if (seen.size > MOST_VALUES) return undefined;
  }
  if (seen.size < 2) return undefined;
  const values = Array.from(seen, (cell) => (column.type === "s" ? (column.levels[cell] ?? null) : cell));
  return JSON.stringify([column.type, ...values.map((value) => JSON.stringify(value)).sort()]);
}
