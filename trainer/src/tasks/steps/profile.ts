import { join } from "node:path";
import type { TaskInput } from "@agatha/contracts";
import { translate } from "../../data/edits/translate.js";
import { writeExtracted } from "../../data/edits/write.js";
import { type ProfiledTable, profileTable } from "../../data/profiling/profile-table.js";
import type { Database } from "../../data/tables/database.js";
import { openParquetTable, type ParquetTable, rowsInUse } from "../../data/tables/parquet-table.js";
import { readOpenTable } from "../../data/tables/read-table.js";
import { openTable } from "./open-table.js";
import type { Step, StepContext } from "./step.js";
import { storedSteps } from "./stored-steps.js";

type ProfileTask = Extract<TaskInput, { kind: "profile" }>;

const MEMORY_MIB = 256;

/** Puts out `profile.json`, what a report tells of the rows in use or of what steps make of them. Throws InvalidInput as extractions do. */
export const profile: Step<"profile"> = async (input, context) => {
  const { path, database } = await openTable(input.table, context, MEMORY_MIB);
  try {
    const file = await openParquetTable(database, path);
    const steps = await storedSteps(input.extraction, context);
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
        context.progress(0.1 + 0.85 * fraction, "profile");
      },
    });
    const report = await context.objects.put(`${context.outputPrefix}/profile.json`, Buffer.from(JSON.stringify(found)));
    context.progress(1, "done");
    return { report };
  } finally {
    await database.close();
  }
};

interface Wanted {
  input: ProfileTask;
  steps: Awaited<ReturnType<typeof storedSteps>>;
  context: StepContext;
}

/** Steps are carried out once, not for each column anew. */
async function rowsToProfile(database: Database, file: ParquetTable, { input, steps, context }: Wanted): Promise<ProfiledTable> {
  if (!steps) return await profiled(database, file, input.sampling);
  const source = await rowsInUse(file, input.sampling);
  const path = join(context.scratch, "extracted.parquet");
  await writeExtracted(database, translate({ ...source, columns: file.columns }, steps, input.timezone), path);
  return await profiled(database, await openParquetTable(database, path), "raw");
}

async function profiled(database: Database, parquet: ParquetTable, sampling: ProfileTask["sampling"]): Promise<ProfiledTable> {
  const { from, values } = await rowsInUse(parquet, sampling);
  const [[nrow]] = await database.rows(`SELECT count(*)::DOUBLE FROM ${from}`, values);
  const cells = parquet.columns.map(({ identifier }) => identifier).join(", ");
  return {
    nrow: nrow as number,
    columns: parquet.columns.map(({ name }) => name),
    async read(name) {
      const { columns } = await readOpenTable(database, parquet, { sampling, columns: [name] });
      return columns[0];
    },
    async duplicateRows() {
      const [[count]] = await database.rows(`SELECT (count(*) - count(DISTINCT hash(${cells})))::DOUBLE FROM ${from}`, values);
      return count as number;
    },
  };
}
