/** Values of columns known ahead by the number of a period. */
import { bisectLeft } from "../../numeric/bisect.js";
import { entriesOfSeries, seriesCode } from "../../numeric/series/series-places.js";
import { middleValues } from "../../numeric/statistics.js";
import type { NumberColumn } from "../tables/table.js";
import { lastObservation } from "./lags.js";
import { entryOf, type Periods } from "./periods.js";

/** Returns the columns at the periods of these numbers, one row a period. */
export type PeriodValues = (numbers: Float64Array) => NumberColumn[];

type NamedPeriods = Pick<Periods, "index" | "columns">;

/** The values in the table; NaN for a period without one. */
export function periodValues(periods: NamedPeriods, names: readonly string[]): PeriodValues {
  const columns = pick(periods.columns, names);
  return (numbers) => columns.map((column) => ({ ...column, values: numbers.map((number) => valueAt(periods.index, column, number)) }));
}

/**
 * The values in the table; for a period without one, an assumed one. That is the last value before it, the value of one of the seasons
 * before, or the median of its series: whichever came nearest to the known values of the column.
 */
export function assumedPeriodValues(periods: NamedPeriods, names: readonly string[], seasons: readonly number[]): PeriodValues {
  const columns = pick(periods.columns, names).map((column) => ({ column, assumed: nearestRule(periods.index, column, seasons) }));
  return (numbers) =>
    columns.map(({ column, assumed }) => ({
      ...column,
      values: numbers.map((number) => {
        const given = valueAt(periods.index, column, number);
        return Number.isNaN(given) ? assumed(number) : given;
      }),
    }));
}

/** Returns the value that is assumed at the period of a number by earlier periods; NaN if there is none. */
type Rule = (number: number) => number;

/** Returns the rule whose values differ least from the known ones on average; of equal ones the first, the last value. */
function nearestRule(index: Float64Array, column: NumberColumn, seasons: readonly number[]): Rule {
  const last: Rule = (number) => {
    const entry = entryBefore(index, number);
    return entry < 0 ? Number.NaN : lastObservation(index, column.values, entry, number);
  };
  const rules = [last, ...seasons.map((season) => seasonBefore(index, column, season)), medianOfSeries(index, column)];
  const differences = rules.map((rule) => meanDifference(index, column, rule));
  const least = Math.min(...differences.filter((difference) => !Number.isNaN(difference)));
  return rules[differences.indexOf(least)] ?? last;
}

/** Returns the mean absolute difference of a rule's values from the known ones, where both are there; NaN without any. */
function meanDifference(index: Float64Array, { values }: NumberColumn, rule: Rule): number {
  const differences = values.map((value, entry) => Math.abs(value - rule(index[entry]))).filter((difference) => !Number.isNaN(difference));
  return differences.reduce((sum, difference) => sum + difference, 0) / differences.length;
}

/** A season may have a gap at the place; the one before it has the value then. */
const MAX_SEASONS_BACK = 3;

/** Takes the value of the latest season that is before the period as a whole. */
function seasonBefore(index: Float64Array, column: NumberColumn, season: number): Rule {
  return (number) => {
    const entry = entryBefore(index, number);
    if (entry < 0) return Number.NaN;
    const latest = number - season * Math.ceil((number - index[entry]) / season);
    for (let back = 0; back < MAX_SEASONS_BACK; back++) {
      const value = valueAt(index, column, latest - back * season);
      if (!Number.isNaN(value)) return value;
    }
    return Number.NaN;
  };
}

/** The lower of two middle values: a column of 0 and 1 has no 0.5. */
function medianOfSeries(index: Float64Array, { values }: NumberColumn): Rule {
  const medians = new Map(
    entriesOfSeries(index).map(({ code, from, to }) => {
      const known = values.subarray(from, to).filter((value) => !Number.isNaN(value));
      return [code, known.length > 0 ? middleValues(known)[0] : Number.NaN];
    }),
  );
  return (number) => medians.get(seriesCode(number)) ?? Number.NaN;
}

/** Returns the last entry of the series before the period of a number, -1 without one. */
function entryBefore(index: Float64Array, number: number): number {
  const entry = bisectLeft(index, number) - 1;
  return entry >= 0 && seriesCode(index[entry]) === seriesCode(number) ? entry : -1;
}

const valueAt = (index: Float64Array, { values }: NumberColumn, number: number): number => values[entryOf({ index }, number)] ?? Number.NaN;

function pick(columns: readonly NumberColumn[], names: readonly string[]): NumberColumn[] {
  return names.flatMap((name) => columns.filter((column) => column.name === name));
}
