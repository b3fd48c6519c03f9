import { ROW_LIMIT, type SamplingMethod, type TableDescription } from "@agatha/contracts";
import type { Database } from "../tables/database.js";
import { openParquetTable, type ParquetColumn, type ParquetTable, type RowSource, sampledRowSource } from "../tables/parquet-table.js";
import { populationSize, samplingToCheck } from "../tables/sampling.js";
import { groupColumns, unpivotSql } from "../tables/unpivot.js";
import type { QualityStatistics } from "./column-quality.js";
import { areStepsEnough, MAX_DISTINCT_STEPS, type TimeRhythm, timeRhythm } from "./time-regularity.js";

/** Statistics of a column, and of times that are missing among its regular ones. */
interface ColumnEvidence extends QualityStatistics, TimeRhythm {}

type TimeSource = RowSource & Pick<ParquetColumn, "identifier">;

interface RowsToDescribe {
  description: TableDescription;
  sampling: SamplingMethod;
  /** The rows that the check looks at, if they were read. */
  sample?: RowSource | undefined;
  progress(fraction: number): void;
}

/**
 * Queries the rows in use for the statistics that their description lacks. The most frequent values come from at most ROW_LIMIT rows.
 * Where a random sample is in use, the steps between times come from the whole file, since a sample has no regular steps.
 */
export async function queryQualityStatistics(
  database: Database,
  path: string,
  { description, sampling, sample, progress }: RowsToDescribe,
): Promise<ColumnEvidence[]> {
  const table = await openParquetTable(database, path);
  const { timezone = "UTC" } = description;
  const isSample = table.totalRows < description.totalRows;
  const evidence: ColumnEvidence[] = [];
  const topShares = await queryModeShares(database, sample ?? (await createSampleTable(database, table, sampling)), table);
  for (const [index, column] of table.columns.entries()) {
    evidence.push({
      nrow: description.nrow,
      totalRows: populationSize(sampling, description),
      topShare: topShares.get(index) ?? 0,
      ...(column.type === "d"
        ? await queryTimeRhythm(database, table, { column, timezone, isSample, sampling })
        : { regularTime: false, repeatedTime: false }),
    });
    progress(evidence.length / table.columns.length);
  }
  return evidence;
}

/** Copies the sample into a temporary table, so that it is read once and not for each column. */
async function createSampleTable(database: Database, table: ParquetTable, sampling: SamplingMethod): Promise<RowSource> {
  const { from, values } = sampledRowSource(table, samplingToCheck(sampling));
  await database.rows(`CREATE TEMP TABLE sample AS SELECT * FROM ${from}`, values);
  return { from: "sample", values: [] };
}

/** Returns the share of the most frequent value, by column index. Times have none. */
async function queryModeShares(database: Database, { from, values }: RowSource, table: ParquetTable): Promise<Map<number, number>> {
  const shares = new Map<number, number>();
  for (const { columns } of groupColumns(table.columns, Math.min(ROW_LIMIT, table.totalRows))) {
    const valued = columns.filter(({ column }) => column.type !== "d");
    if (valued.length === 0) continue;
    const cells = unpivotSql(
      valued.map(({ column }) => column.identifier),
      from,
    );
    const rows = await database.rows(
      `SELECT c, max(n) / sum(n)::DOUBLE FROM (SELECT c, count(*) AS n FROM ${cells} WHERE x IS NOT NULL GROUP BY c, x) GROUP BY c`,
      values,
    );
    for (const [c, share] of rows as [bigint, number][]) shares.set(valued[Number(c)].index, share);
  }
  return shares;
}

interface TimesToCheck {
  column: ParquetColumn;
  timezone: string;
  /** Whether the table itself has a random sample of the file. */
  isSample: boolean;
  sampling: SamplingMethod;
}

async function queryTimeRhythm(
  database: Database,
  table: ParquetTable,
  { column: { identifier }, timezone, isSample, sampling }: TimesToCheck,
): Promise<TimeRhythm> {
  const source = { ...sampledRowSource(table, sampling === "random" ? "raw" : sampling), identifier };
  const { from, values } = source;
  const rows = await database.rows(
    `SELECT step, count(*)::DOUBLE FROM (
       SELECT (epoch_ms(t) - lag(epoch_ms(t)) OVER (ORDER BY t))::DOUBLE AS step FROM (SELECT ${identifier} AS t FROM ${from}) WHERE t IS NOT NULL
     ) WHERE step IS NOT NULL GROUP BY step ORDER BY step LIMIT ${MAX_DISTINCT_STEPS}`,
    values,
  );
  const steps = rows.map(([step, count]) => ({ step: step as number, count: count as number }));
  const times = areStepsEnough(steps) ? undefined : await queryTimes(database, source);
  return timeRhythm({ steps, times, timezone }, isSample);
}

/** Reads all times, in order. */
async function queryTimes(database: Database, { from, values, identifier }: TimeSource): Promise<Float64Array> {
  const times = await database.rows(
    `SELECT epoch_ms(${identifier})::DOUBLE AS t FROM ${from} WHERE ${identifier} IS NOT NULL ORDER BY t`,
    values,
  );
  return Float64Array.from(times, ([time]) => time as number);
}
