import type { ColumnStats } from "@agatha/contracts";
import type { Database } from "../tables/database.js";
import { columnValueSql, type ParquetColumn, type RowSource } from "../tables/parquet-table.js";

const QUANTILE_LEVELS = [0, 0.25, 0.5, 0.75, 1];
const MAX_BINS = 24;
const MAX_TOP_VALUES = 50;
/** Longest text among a column's most frequent values. Longer texts are no categories, and the description has to stay small. */
const MAX_TOP_LENGTH = 200;
/** Largest number of characters of the most frequent values of all columns together. */
const TOP_VALUES_BUDGET = 20_000;
/** Rows up to which quantiles are exact. Beyond, they come from a t-digest, whose memory does not grow with the rows. */
const EXACT_QUANTILE_ROWS = 1_000_000;
/** Largest number whose square does not overflow. A column with a larger number has no mean and no standard deviation. */
const MAX_SQUARABLE = 1e150;

/** Describes every column over the `nrow` rows of `source`. Each column takes one pass, so that memory stays bounded. */
export async function describeColumns(
  database: Database,
  { source, columns, nrow }: { source: RowSource; columns: readonly ParquetColumn[]; nrow: number },
  progress: (fraction: number) => void,
): Promise<ColumnStats[]> {
  const stats: ColumnStats[] = [];
  const top = Math.max(5, Math.min(MAX_TOP_VALUES, Math.floor(TOP_VALUES_BUDGET / columns.length)));
  for (const column of columns) {
    const from = `(SELECT ${columnValueSql(column)} AS x FROM ${source.from})`;
    const values = { from, values: source.values };
    stats.push(column.type === "s" ? await describeText(database, values, top) : await describeNumbers(database, values, nrow));
    progress(stats.length / columns.length);
  }
  return stats;
}

async function describeNumbers(database: Database, { from, values }: RowSource, nrow: number): Promise<ColumnStats> {
  const quantile = nrow <= EXACT_QUANTILE_ROWS ? "quantile_cont" : "approx_quantile";
  const squarable = `abs(x) < ${MAX_SQUARABLE}`;
  const [row] = await database.rows(
    `SELECT count(*)::DOUBLE, count(x)::DOUBLE, count(DISTINCT x)::DOUBLE, min(x), max(x), avg(x) FILTER (${squarable}), stddev_samp(x) FILTER (${squarable}),
       ${quantile}(x, [${QUANTILE_LEVELS.join(", ")}]), coalesce(bool_and(x = floor(x)), false) FROM ${from}`,
    values,
  );
  const [rows, present, unique, min, max, mean, std, quantiles, integer] = row as NumberStatsRow;
  if (present === 0 || min === null || max === null) return { ...EMPTY_STATS, missing: rows };
  const histogram = await queryHistogram(database, { from, values }, { min, max, bins: binCount(min, max, integer) });
  const moments = Math.max(Math.abs(min), Math.abs(max)) < MAX_SQUARABLE ? { mean, std } : {};
  return { ...EMPTY_STATS, ...moments, missing: rows - present, unique, min, max, quantiles: quantiles ?? [], histogram, integer };
}

type NumberStatsRow = [number, number, number, number | null, number | null, number | null, number | null, number[] | null, boolean];

const EMPTY_STATS: ColumnStats = {
  missing: 0,
  unique: 0,
  min: null,
  max: null,
  mean: null,
  std: null,
  quantiles: [],
  histogram: [],
  top: [],
  integer: false,
};

/** Returns the number of histogram bins. Whole numbers in a narrow range get one bin each. */
function binCount(min: number, max: number, integer: boolean): number {
  if (min === max) return 1;
  return integer && max - min < MAX_BINS ? max - min + 1 : MAX_BINS;
}

async function queryHistogram(
  database: Database,
  { from, values }: RowSource,
  { min, max, bins }: { min: number; max: number; bins: number },
): Promise<number[]> {
  const histogram = new Array<number>(bins).fill(0);
  const width = max / bins - min / bins || 1;
  const rows = await database.rows(
    `SELECT least(${bins - 1}, floor((x - ${min}::DOUBLE) / ${width}::DOUBLE)) AS bin, count(*)::DOUBLE FROM ${from} WHERE x IS NOT NULL GROUP BY bin`,
    values,
  );
  for (const [bin, count] of rows as [number, number][]) histogram[Math.max(0, bin)] += count;
  return histogram;
}

async function describeText(database: Database, { from, values }: RowSource, top: number): Promise<ColumnStats> {
  const [[rows, present, unique]] = (await database.rows(
    `SELECT count(*)::DOUBLE, count(x)::DOUBLE, count(DISTINCT x)::DOUBLE FROM ${from}`,
    values,
  )) as number[][];
  const frequent = await database.rows(
    `SELECT x, count(*)::DOUBLE AS n FROM ${from} WHERE length(x) <= ${MAX_TOP_LENGTH} GROUP BY x ORDER BY n DESC, x LIMIT ${top}`,
    values,
  );
  return {
    ...EMPTY_STATS,
    missing: rows - present,
    unique,
    top: (frequent as [string, number][]).map(([value, count]) => ({ value, count })),
  };
}
