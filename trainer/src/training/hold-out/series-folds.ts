/**
 * Periods of a time series at which models are judged. Forecasters and models of lags that see further back share them. Models of the
 * recent lags alone are judged at their own rows.
 */
import { requireNumbers } from "../../data/tables/table.js";
import { type Fold, LEAVE_ONE_OUT_BELOW, type Split } from "../../numeric/assign-folds.js";
import { rowsWhere } from "../../numeric/rows-where.js";
import { inOrderOfTime, seriesCode } from "../../numeric/series/series-places.js";
import { splitTimeSeries, withLongPast } from "../../numeric/time-ordered-folds.js";
import { MIN_TRAINING_ROWS } from "../plan/require-variation.js";
import type { SeriesTrainingSet } from "../plan/training-set.js";

/** From this number of rows on, the parts of a lag model's own rows are about the same as those of all periods. */
const MANY_ROWS = 100_000;

/**
 * Splits the periods that forecasts begin at, whatever the model learns from. A model whose inputs reach far back has no rows of the
 * first periods, and begins with fewer training rows than a forecaster. One that sees the last periods alone has nearly all rows, and
 * splits its own, and so does one for which too few rows remain to learn from.
 */
export function splitSeries(series: SeriesTrainingSet): Split {
  const { entries, forecasts, proposed } = series;
  const ownRows = () => splitWithLongPast(entries.length);
  if (!forecasts && (!proposed || entries.length >= MANY_ROWS)) return ownRows();
  const judged = judgedEntries(series);
  const { method, folds } = splitWithLongPast(judged.length);
  const rowOf = new Int32Array(series.periods.index.length).fill(-1);
  for (const [row, entry] of entries.entries()) rowOf[entry] = row;
  const ownFolds = folds
    .map(({ heldOut }) => Int32Array.from(heldOut, (at) => rowOf[judged[at]]).filter((row) => row >= 0))
    .filter(([first = 0]) => first >= MIN_TRAINING_ROWS)
    .map((heldOut): Fold => ({ train: Int32Array.from({ length: heldOut[0] }, (_, row) => row), heldOut }));
  return ownFolds.length > 0 ? { method, folds: ownFolds } : ownRows();
}

const splitWithLongPast = (count: number): Split => withLongPast(splitTimeSeries(count), count);

/**
 * Returns the entries with a response whose period before has one, and the first of each series, in order of time: a forecast begins
 * right after the last value. If these are few, returns all entries with a response.
 */
function judgedEntries({ response, periods: { index, columns } }: SeriesTrainingSet): Int32Array {
  const values = requireNumbers({ nrow: index.length, columns }, response);
  const known = rowsWhere(values.length, (entry) => Number.isFinite(values[entry]));
  const begun = new Set<number>();
  const following = known.filter((entry) => {
    const code = seriesCode(index[entry]);
    const isFirst = !begun.has(code);
    begun.add(code);
    return isFirst || (index[entry - 1] === index[entry] - 1 && Number.isFinite(values[entry - 1]));
  });
  return inOrderOfTime(following.length >= LEAVE_ONE_OUT_BELOW ? following : known, index);
}

/** Returns all rows from the end of the training rows, which come first, to the last held-out one. */
export function laterRows({ train, heldOut }: Fold): Int32Array {
  return Int32Array.from({ length: heldOut[heldOut.length - 1] + 1 - train.length }, (_, i) => train.length + i);
}
