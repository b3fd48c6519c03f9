import { join } from "node:path";
import type { TaskInput } from "@agatha/contracts";
import { loadJoins } from "../../data/edits/joined-rows.js";
import { translateToSql } from "../../data/edits/translate-to-sql.js";
import { writeEditedTable } from "../../data/edits/write-edited-table.js";
import { findFindings, type ReadColumn } from "../../data/findings/find-findings.js";
import { readRowsToCheck } from "../../data/findings/query-findings.js";
import { profileTable, type TableToProfile } from "../../data/profiling/profile-table.js";
import type { Database } from "../../data/tables/database.js";
import { openParquetTable, type ParquetTable, sampledRowSource } from "../../data/tables/parquet-table.js";
import { queryTable } from "../../data/tables/read-table.js";
import { populationSize } from "../../data/tables/sampling.js";
import { wholeProgress } from "../../numeric/progress-range.js";
import { downloadAndOpenTable, loadTableDescription } from "./load-table.js";
import { TASK_PROGRESS } from "./progress-shares.js";
import { loadEditSteps } from "./read-rows.js";
import type { TaskContext, TaskHandler } from "./task-handler.js";

type ProfileTask = Extract<TaskInput, { kind: "profile" }>;

const MEMORY_MIB = 256;

/** Writes `profile.json`, the profile of the rows in use or of the result of edit steps. Throws InvalidInput as the edit steps do. */
export const profile: TaskHandler<"profile"> = async (input, context) => {
  const { path, database } = await downloadAndOpenTable(input.table, context, MEMORY_MIB);
  try {
    const file = await openParquetTable(database, path);
    const steps = await loadEditSteps(input.extraction, context);
    const table = await rowsToProfile(database, file, { input, steps, context });
    const { totalRows, sampling, timezone } = input;
    const found = await profileTable(table, {
      totalRows,
      sampling,
      timezone,
      steps: steps ? steps.map(({ type }) => type) : null,
      finishedAt: () => new Date().toISOString(),
      progress(fraction) {
        context.signal.throwIfAborted();
        context.progress(wholeProgress(TASK_PROGRESS.profile.columns, fraction), "profile");
      },
    });
    const report = await context.objects.put(`${context.outputPrefix}/profile.json`, Buffer.from(JSON.stringify(found)));
    context.progress(TASK_PROGRESS.profile.done, "done");
    return { report };
  } finally {
    await database.close();
  }
};

interface DescribedColumns {
  /** How the columns of the file were read. */
  described: readonly ReadColumn[];
}

interface ProfileSource {
  input: ProfileTask;
  steps: Awaited<ReturnType<typeof loadEditSteps>>;
  context: TaskContext;
}

/** Applies the steps once, not once per column. */
async function rowsToProfile(database: Database, file: ParquetTable, { input, steps, context }: ProfileSource): Promise<TableToProfile> {
  const described = input.tableDocument === undefined ? [] : (await loadTableDescription(input.tableDocument, context)).columns;
  if (!steps) return await createTableToProfile(database, file, { ...input, described });
  const source = sampledRowSource(file, input.sampling);
  const path = join(context.scratch, "extracted.parquet");
  const loaded = await loadJoins(steps, context.objects);
  await writeEditedTable(database, translateToSql({ ...source, columns: file.columns }, loaded, input.timezone), path);
  return await createTableToProfile(database, await openParquetTable(database, path), { sampling: "raw", described });
}

async function createTableToProfile(
  database: Database,
  parquet: ParquetTable,
  { sampling, totalRows, described }: Pick<ProfileTask, "sampling"> & Partial<Pick<ProfileTask, "totalRows">> & DescribedColumns,
): Promise<TableToProfile> {
  const { from, values } = sampledRowSource(parquet, sampling);
  const [[nrow]] = await database.rows(`SELECT count(*)::DOUBLE FROM ${from}`, values);
  const cells = parquet.columns.map(({ identifier }) => identifier).join(", ");
  return {
    nrow: nrow as number,
    columns: parquet.columns.map(({ name }) => name),
    async read(name) {
      const { columns } = await queryTable(database, parquet, { sampling, columns: [name] });
      return columns[0];
    },
    async duplicateRows() {
      const [[count]] = await database.rows(`SELECT (count(*) - count(DISTINCT hash(${cells})))::DOUBLE FROM ${from}`, values);
      return count as number;
    },
    async findings() {
      const table = await readRowsToCheck(database, parquet, sampling);
      const rows = { totalRows: totalRows ?? parquet.totalRows, rowsInUse: nrow as number };
      const population = populationSize(sampling, { ...rows, nrow: table.nrow });
      return findFindings(table, { ...rows, population }, described).findings;
    },
  };
}
