/** Rows of a table of series as series of one value a period. */
import { fillGaps } from "../../numeric/series/fill-gaps.js";
import { seriesCode } from "../../numeric/series/series-places.js";
import { takeNumbers } from "../../numeric/take-numbers.js";
import { type ColumnEffects, fitColumnEffects, removeEffects } from "./column-effects.js";

/** One series: the number of its first period, its values from then on, and the effects of columns that they are without. */
interface SeriesByPeriod {
  first: number;
  /** NaN for a period without a value. */
  series: Float64Array;
  effects?: ColumnEffects | undefined;
}

/** Returns the values of each series by period, without the effects of columns, in the order of the series. */
export function separateSeries([periods, ...columns]: readonly Float64Array[], values: Float64Array, season: number): SeriesByPeriod[] {
  return [...groupBySeries(periods)]
    .sort(([a], [b]) => a - b)
    .map(([, own]) => {
      const [ownPeriods, ownValues] = [periods, values].map((list) => takeNumbers(list, own));
      if (columns.length === 0) return byPeriod(ownPeriods, ownValues);
      const ownColumns = columns.map((column) => takeNumbers(column, own));
      const { series } = byPeriod(ownPeriods, ownValues);
      const effects = fitColumnEffects(
        fillGaps(series),
        ownColumns.map((column) => byPeriod(ownPeriods, column).series),
        season,
      );
      const rest = ownValues.map((value, row) => removeEffects(value, ownColumns, row, effects));
      return { ...byPeriod(ownPeriods, rest), effects };
    });
}

/** Returns the rows of each series, by its code. */
export function groupBySeries(periods: Float64Array): Map<number, number[]> {
  const rows = new Map<number, number[]>();
  for (let row = 0; row < periods.length; row++) {
    const code = seriesCode(periods[row]);
    const own = rows.get(code);
    if (own) own.push(row);
    else rows.set(code, [row]);
  }
  return rows;
}

/** Returns the values by period; NaN for a period without one. */
export function byPeriod(periods: Float64Array, values: Float64Array): SeriesByPeriod {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let i = 0; i < periods.length; i++) {
    first = Math.min(first, periods[i]);
    last = Math.max(last, periods[i]);
  }
  const series = new Float64Array(last - first + 1).fill(Number.NaN);
  for (let i = 0; i < periods.length; i++) series[periods[i] - first] = values[i];
  return { first, series };
}
