/** Values of columns known ahead by the number of a period. */
import { bisectRight } from "../../numeric/bisect.js";
import { seriesCode } from "../../numeric/series/series-places.js";
import type { NumberColumn } from "../tables/table.js";
import { lastObservation } from "./lags.js";
import { entryOf, type Periods } from "./periods.js";

/** Returns the columns at the periods of these numbers, one row a period. */
export type PeriodValues = (numbers: Float64Array) => NumberColumn[];

type NamedPeriods = Pick<Periods, "index" | "columns">;

/** The values in the table; NaN for a period without one. */
export function periodValues({ index, columns }: NamedPeriods, names: readonly string[]): PeriodValues {
  return (numbers) =>
    pick(columns, names).map((column) => ({
      ...column,
      values: numbers.map((number) => column.values[entryOf({ index }, number)] ?? Number.NaN),
    }));
}

/** The values in the table; for a period without one, the last one before it in its series. */
export function lastPeriodValues({ index, columns }: NamedPeriods, names: readonly string[]): PeriodValues {
  const lastEntryAt = (number: number) => {
    const entry = bisectRight(index, number) - 1;
    return seriesCode(index[entry] ?? Number.NaN) === seriesCode(number) ? entry : -1;
  };
  return (numbers) =>
    pick(columns, names).map((column) => ({
      ...column,
      values: numbers.map((number) => lastObservation(index, column.values, lastEntryAt(number), number)),
    }));
}

function pick(columns: readonly NumberColumn[], names: readonly string[]): NumberColumn[] {
  return names.flatMap((name) => columns.filter((column) => column.name === name));
}
