/** Runs the ingest step on bytes and returns its outputs, for tests. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  COLLECTIONS,
  type DataCheck,
  InvalidInput,
  type ObjectStore,
  type TableColumn,
  type TableDescription,
  type TaskInput,
  type TaskOutput,
} from "@agatha/contracts";
import { readTable } from "../../../data/tables/read-table.js";
import type { Table } from "../../../data/tables/table.js";
import { openRowReader, type RowPage } from "../../../table-reading/row-reader.js";
import { ingest } from "../ingest.js";
import { createTaskHarness, type TaskHarness } from "./task-harness.js";

type IngestInput = Extract<TaskInput, { kind: "ingest" }>;
export type IngestRequest = Partial<Omit<IngestInput, "source" | "sampleDocument">> & {
  source?: Partial<IngestInput["source"]>;
  /** Description of a sample's table, whose types the columns get. */
  sample?: TableDescription;
  signal?: AbortSignal;
};

const SOURCE_KEY = "uploads/source";
const SAMPLE_DOCUMENT = "sample";

interface IngestRun {
  output: TaskOutput<"ingest">;
  table: TableDescription;
  columns: TableColumn[];
  /** Types by column, in file order: `nsd`. */
  types: string;
  /** All rows of the file. */
  rows: RowPage;
  memory: Table;
  /** Data check, if the request asks for it. */
  check: DataCheck | undefined;
  harness: TaskHarness;
}

export function ingestInput({ source, sample, ...request }: IngestRequest): IngestInput {
  return {
    kind: "ingest",
    source: { key: SOURCE_KEY, sha256: "0".repeat(64), size: 0, fileName: "table.csv", format: "csv", ...source },
    timezone: "UTC",
    productType: "quality",
    columns: [],
    ...(sample && { sampleDocument: SAMPLE_DOCUMENT }),
    ...request,
  };
}

/** Returns all outputs of the ingest step for these bytes. Removes the scratch folder before it resolves. */
export async function ingestBytes(bytes: Uint8Array | string, { signal, ...request }: IngestRequest = {}): Promise<IngestRun> {
  const harness = await createTaskHarness(signal);
  try {
    await harness.objects.put(SOURCE_KEY, Buffer.from(bytes));
    const tables = harness.documents.collection(COLLECTIONS.tables);
    if (request.sample) await tables.put({ id: SAMPLE_DOCUMENT, datasetUid: "uid", table: request.sample });
    const output = await ingest(ingestInput(request), harness.context);
    const path = join(harness.context.scratch, "stored.parquet");
    await writeFile(path, await stored(harness, output.table.key));
    const reader = await openRowReader(path);
    const rows = await reader.rows({ start: 0, limit: 1_000_000, sampling: "raw" });
    await reader.close();
    const memory = await readTable(path, { sampling: "raw" });
    const { table } = (await tables.get(output.document))!;
    const { columns } = table;
    const types = columns.map(({ type }) => type).join("");
    const checked = output.check && (await harness.documents.collection(COLLECTIONS.checks).get(output.check.document));
    return { output, table, columns, types, rows, memory, check: checked?.check, harness };
  } finally {
    await harness.remove();
  }
}

async function stored({ objects }: TaskHarness, key: string): Promise<Buffer> {
  const bytes = objects.bytes.get(key);
  if (!bytes) throw new Error(`nothing was put under ${key}`);
  return bytes;
}

interface IngestRefusal {
  code: string;
  path: string;
  message: string;
  /** Objects and documents that the step leaves, besides the source. */
  left: string[];
}

/** Returns the step's refusal of a file; throws when the step accepts it. */
export async function ingestRefusal(
  bytes: Uint8Array | string,
  request: IngestRequest = {},
  objects: Partial<ObjectStore> = {},
): Promise<IngestRefusal> {
  const bench = await createTaskHarness();
  try {
    await bench.objects.put(SOURCE_KEY, Buffer.from(bytes));
    const error: unknown = await ingest(ingestInput(request), { ...bench.context, objects: { ...bench.objects, ...objects } }).then(
      () => new Error("the file was accepted"),
      (reason: unknown) => reason,
    );
    if (!(error instanceof InvalidInput)) throw error;
    const left = [...bench.objects.bytes.keys()].filter((key) => key !== SOURCE_KEY);
    return { code: error.code, ...error.problems[0], left: [...left, ...bench.documents.all().map(({ id }) => id)] };
  } finally {
    await bench.remove();
  }
}
