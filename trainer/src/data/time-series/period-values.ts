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
 * The values in the table; for a period without one, an assumed one. That is the last value before it, the median of the latest
 * seasons at its place, or the median of its series: whichever came nearest to the known values of the column.
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
  const rules = [last, ...seasons.map((season) => medianOfSeasons(index, column, season)), medianOfSeries(index, column)];
  const differences = rules.map((rule) => meanDifference(index, column, rule));
  const least = Math.min(...differences.filter((difference) => !Number.isNaN(difference)));
  return rules[differences.indexOf(least)] ?? last;
}

/** Returns the mean absolute difference of a rule's values from the known ones; NaN if it has values for less than half. */
function meanDifference(index: Float64Array, { values }: NumberColumn, rule: Rule): number {
  // A rule looks back over a gap, so it is asked at known values alone.
  const differences = values
    .map((value, entry) => (Number.isNaN(value) ? value : Math.abs(value - rule(index[entry]))))
    .filter((difference) => !Number.isNaN(difference));
  const known = values.filter((value) => !Number.isNaN(value)).length;
  return 2 * differences.length < known ? Number.NaN : differences.reduce((sum, difference) => sum + difference, 0) / differences.length;
}

/** Seasons whose values at the same place are looked at: one of them may have had a holiday there, or no row. */
const SEASONS_BACK = 3;

/** Takes the median of the latest seasons that are before the period as a whole. */
function medianOfSeasons(index: Float64Array, column: NumberColumn, season: number): Rule {
  return (number) => {
    const entry = entryBefore(index, number);
    if (entry < 0) return Number.NaN;
    const latest = number - season * Math.ceil((number - index[entry]) / season);
    return lowerMedian(Float64Array.from({ length: SEASONS_BACK }, (_, back) => valueAt(index, column, latest - back * season)));
  };
}

function medianOfSeries(index: Float64Array, { values }: NumberColumn): Rule {
  const medians = new Map(entriesOfSeries(index).map(({ code, from, to }) => [code, lowerMedian(values.subarray(from, to))]));
  return (number) => medians.get(seriesCode(number)) ?? Number.NaN;
}

/** Returns the median of the known values, of two in the middle the lower: a column of 0 and 1 has no 0.5. NaN without any. */
function lowerMedian(values: Float64Array): number {
  const known = values.filter((value) => !Number.isNaN(value));
  return known.length > 0 ? middleValues(known)[0] : Number.NaN;
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
