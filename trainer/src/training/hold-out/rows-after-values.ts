/** Rows that forecasters are judged at: a forecast begins right after the last value. */
import { lagName } from "@agatha/contracts";
import { requireNumbers, type Table } from "../../data/tables/table.js";
import { type Fold, LEAVE_ONE_OUT_BELOW } from "../../numeric/assign-folds.js";
import { rowsWhere } from "../../numeric/rows-where.js";
import { seriesCode } from "../../numeric/series/series-places.js";
import type { SeriesTrainingSet } from "../plan/training-set.js";

/**
 * Returns the rows whose period before has a value, which models of lags learn from and are judged at, and the first of each series;
 * all rows where these are few.
 */
export function rowsAfterValues(table: Table, { response, periods, entries }: SeriesTrainingSet): Int32Array {
  const before = requireNumbers(table, lagName(response, 1));
  const begun = new Set<number>();
  const follows = (row: number) => {
    const code = seriesCode(periods.index[entries[row]]);
    const isFirst = !begun.has(code);
    begun.add(code);
    return isFirst || Number.isFinite(before[row]);
  };
  const rows = rowsWhere(table.nrow, follows);
  return rows.length >= LEAVE_ONE_OUT_BELOW ? rows : rowsWhere(table.nrow, () => true);
}

/** Returns a fold of some of the rows as one of all rows: it trains on all rows before its held-out ones. */
export function foldOfRows({ heldOut }: Fold, rows: Int32Array): Fold {
  const own = heldOut.map((at) => rows[at]);
  return { train: Int32Array.from({ length: own[0] }, (_, row) => row), heldOut: own };
}

/** Returns all rows from the end of the training rows, which come first, to the last held-out one. */
export function laterRows({ train, heldOut }: Fold): Int32Array {
  return Int32Array.from({ length: heldOut[heldOut.length - 1] + 1 - train.length }, (_, i) => train.length + i);
}
