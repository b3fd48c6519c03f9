import { createReadStream } from "node:fs";
import { join } from "node:path";
import { COLLECTIONS, samplingInUse, type TableColumn, type TableDescription, type TaskInput, type TaskOutput } from "@agatha/contracts";
import { describeTable, type RowsInUse } from "../ingest/describe-table.js";
import { ingestText, type TextTable } from "../ingest/ingest-text.js";
import { prepareSource } from "../ingest/prepare-source.js";
import { openDatabase } from "../tables/database.js";
import type { Step, StepContext } from "./step.js";

type IngestInput = Extract<TaskInput, { kind: "ingest" }>;

/** DuckDB's share; with it a table of any size is read in less than 300 MiB. */
const MEMORY_MIB = 100;

/** Reads an uploaded file into a Parquet table and describes its columns. Throws InvalidInput when the file is at fault. */
export const ingest: Step<"ingest"> = async (input, context) => {
  const sourcePath = join(context.scratch, "source");
  const tablePath = join(context.scratch, "table.parquet");
  context.progress(0, "download");
  await context.objects.download(input.source.key, sourcePath);
  const text = await prepareSource(input.source, { path: sourcePath, scratch: context.scratch, signal: context.signal });
  const database = await openDatabase({
    directories: [context.scratch],
    scratch: context.scratch,
    memoryMiB: MEMORY_MIB,
    threads: 1,
    signal: context.signal,
  });
  try {
    const table = await ingestText(database, text.file, {
      delimiter: text.delimiter,
      decimal: text.decimal,
      timezone: input.timezone,
      overrides: input.columns,
      target: tablePath,
      progress: (fraction) => context.progress(0.2 + fraction * 0.5, "read"),
    });
    const sampling = samplingInUse(input, table.totalRows);
    const { nrow, stats } = await describeTable(database, { path: tablePath, sampling }, (fraction) =>
      context.progress(0.7 + fraction * 0.25, "describe"),
    );
    const description = describe(table, { nrow, stats }, input);
    return await publish(tablePath, description, context);
  } finally {
    database.close();
  }
};

function describe(table: TextTable, rows: RowsInUse, { source, columns }: IngestInput): TableDescription {
  const overrides = new Map(columns.map((override) => [override.name, override]));
  const isText = source.format === "csv";
  return {
    columns: table.headers.map(
      (name, index): TableColumn => ({
        uid: `c${index}`,
        name,
        label: overrides.get(name)?.label ?? name,
        type: table.used[index].type,
        originalType: table.found[index].type,
        colIndex: index,
        hidden: overrides.get(name)?.hidden ?? false,
        stats: rows.stats[index],
      }),
    ),
    nrow: rows.nrow,
    totalRows: table.totalRows,
    encoding: isText ? table.encoding : null,
    delimiter: isText ? table.dialect.delimiter : null,
    decimal: isText ? table.decimal : null,
  };
}

async function publish(tablePath: string, table: TableDescription, context: StepContext): Promise<TaskOutput<"ingest">> {
  const stored = await context.objects.put(`${context.outputPrefix}/table.parquet`, createReadStream(tablePath), {
    signal: context.signal,
  });
  const id = `${context.taskId}.${context.attempt}`;
  await context.documents.collection(COLLECTIONS.tables).put({ id, datasetUid: context.resourceUid, table });
  context.progress(1, "done");
  const { nrow, totalRows, columns } = table;
  return { table: stored, document: id, summary: { nrow, totalRows, columnCount: columns.length } };
}
