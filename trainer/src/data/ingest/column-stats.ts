import type { ColumnStats } from "@agatha/contracts";
import type { Database } from "../tables/database.js";
import { columnValueSql, type ParquetColumn, type RowSource } from "../tables/parquet-table.js";
import { groupColumns, unpivotSql } from "../tables/unpivot.js";

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

/**
 * Describes every column over the `nrow` rows of `source`. A few rows are described many columns at a time, of many rows each column
 * takes one pass, so that memory stays bounded.
 */
export async function describeColumns(
  database: Database,
  { source, columns, nrow }: { source: RowSource; columns: readonly ParquetColumn[]; nrow: number },
  progress: (fraction: number) => void,
): Promise<ColumnStats[]> {
  const stats = new Array<ColumnStats>(columns.length);
  const top = Math.max(5, Math.min(MAX_TOP_VALUES, Math.floor(TOP_VALUES_BUDGET / columns.length)));
  let done = 0;
  for (const { isText, columns: group } of groupColumns(columns, nrow)) {
    const cells = { expressions: group.map(({ column }) => columnValueSql(column)), source };
    const described = isText ? await describeTexts(database, cells, top) : await describeNumbers(database, cells, nrow);
    for (const [i, { index }] of group.entries()) stats[index] = described[i];
    done += group.length;
    progress(done / columns.length);
  }
  return stats;
}

/** Columns of one type, by their SQL, over the same rows. */
interface Cells {
  expressions: readonly string[];
  source: RowSource;
}

async function describeNumbers(database: Database, { expressions, source }: Cells, nrow: number): Promise<ColumnStats[]> {
  const quantile = nrow <= EXACT_QUANTILE_ROWS ? "quantile_cont" : "approx_quantile";
  const squarable = `abs(x) < ${MAX_SQUARABLE}`;
  const rows = await database.rows(
    `SELECT c, count(*)::DOUBLE, count(x)::DOUBLE, count(DISTINCT x)::DOUBLE, min(x), max(x), avg(x) FILTER (${squarable}), stddev_samp(x) FILTER (${squarable}),
       ${quantile}(x, [${QUANTILE_LEVELS.join(", ")}]), coalesce(bool_and(x = floor(x)), false) FROM ${unpivotSql(expressions, source.from)} GROUP BY c ORDER BY c`,
    source.values,
  );
  const found = rows.map(([, ...row]) => numberStats(row as NumberStatsRow));
  const binned = found.flatMap(({ min, max, integer }, column) => {
    if (min === null || max === null) return [];
    const bins = binCount(min, max, integer);
    return [{ column, expression: expressions[column], low: min, width: max / bins - min / bins || 1, bins }];
  });
  for (const [i, histogram] of (await queryHistograms(database, binned, source)).entries()) found[binned[i].column].histogram = histogram;
  return found;
}

function numberStats([rows, present, unique, min, max, mean, std, quantiles, integer]: NumberStatsRow): ColumnStats {
  if (present === 0 || min === null || max === null) return { ...EMPTY_STATS, missing: rows };
  const moments = Math.max(Math.abs(min), Math.abs(max)) < MAX_SQUARABLE ? { mean, std } : {};
  return { ...EMPTY_STATS, ...moments, missing: rows - present, unique, min, max, quantiles: quantiles ?? [], integer };
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

interface BinnedColumn {
  expression: string;
  low: number;
  width: number;
  bins: number;
}

async function queryHistograms(database: Database, columns: readonly BinnedColumn[], { from, values }: RowSource): Promise<number[][]> {
  const histograms = columns.map(({ bins }) => new Array<number>(bins).fill(0));
  if (columns.length === 0) return histograms;
  const list = (part: (column: BinnedColumn) => string) => `unnest([${columns.map(part).join(", ")}])`;
  const rows = await database.rows(
    `SELECT c, least(last, floor((x - low) / width)) AS bin, count(*)::DOUBLE FROM (
       SELECT unnest(range(${columns.length})) AS c, ${list(({ expression }) => expression)} AS x, ${list(({ low }) => `${low}::DOUBLE`)} AS low,
         ${list(({ width }) => `${width}::DOUBLE`)} AS width, ${list(({ bins }) => `${bins - 1}`)} AS last FROM ${from}
     ) WHERE x IS NOT NULL GROUP BY c, bin`,
    values,
  );
  for (const [c, bin, count] of rows as [bigint, number, number][]) histograms[Number(c)][Math.max(0, bin)] += count;
  return histograms;
}

async function describeTexts(database: Database, { expressions, source: { from, values } }: Cells, top: number): Promise<ColumnStats[]> {
  const cells = unpivotSql(expressions, from);
  const counts = await database.rows(
    `SELECT c, count(*)::DOUBLE, count(x)::DOUBLE, count(DISTINCT x)::DOUBLE FROM ${cells} GROUP BY c ORDER BY c`,
    values,
  );
  const frequent = (await database.rows(
    `SELECT c, x, count(*)::DOUBLE AS n FROM ${cells} WHERE length(x) <= ${MAX_TOP_LENGTH} GROUP BY c, x
     QUALIFY row_number() OVER (PARTITION BY c ORDER BY n DESC, x) <= ${top} ORDER BY c, n DESC, x`,
    values,
  )) as [bigint, string, number][];
  const found = (counts as [bigint, number, number, number][]).map(
    ([, rows, present, unique]): ColumnStats => ({ ...EMPTY_STATS, missing: rows - present, unique, top: [] }),
  );
  for (const [c, value, count] of frequent) found[Number(c)].top.push({ value, count });
  return found;
}
