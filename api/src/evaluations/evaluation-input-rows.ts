/** Test rows as the models received them. */
import { COLLECTIONS, type SamplingMethod, tableForSampling } from "@agatha/contracts";
import type { ApiDeps } from "../deps.js";
import { loadSnapshot } from "../edit-history/step-snapshots.js";
import { flattenPages, readPages } from "../tables/rows.js";
import type { TableReaderCache } from "../tables/table-reader-cache.js";
import type { EvaluationInDataset } from "./access.js";

type RowDeps = Pick<ApiDeps, "resources" | "documents" | "objects">;
export type TableRow = readonly (string | number | null)[];

interface EvaluationInput {
  columns: string[];
  rows: AsyncGenerator<TableRow, void>;
}

interface InputTable {
  key: string;
  document: string;
  sampling: SamplingMethod;
}

/**
 * Calls `use` with a reader of the rows and returns its result. Returns undefined if there are no parsed test rows. If they
 * cannot be read, it fails before it calls `use`.
 */
export async function withEvaluationInput(
  deps: RowDeps,
  readers: TableReaderCache,
  found: EvaluationInDataset,
  use: (test: EvaluationInput) => Promise<void>,
): Promise<boolean> {
  const table = await inputTable(deps, found);
  const described = table && (await deps.documents.collection(COLLECTIONS.tables).get(table.document));
  if (!table || !described) return false;
  const { columns } = described.table;
  const { evaluation, dataset } = found;
  const edits = evaluation.spec.useExtraction ? await loadSnapshot(deps, dataset, evaluation.spec.extraction) : undefined;
  await readers.use(table.key, async (reader) => {
    const pages = readPages(reader, { sampling: table.sampling, edits }, columns.length);
    const first = await pages.next();
    const names = first.done ? columns.map(({ name }) => name) : first.value.columns;
    await use({ columns: names, rows: flattenPages(first, pages) });
  });
  return true;
}

async function inputTable({ resources }: RowDeps, { evaluation: { spec, status } }: EvaluationInDataset): Promise<InputTable | undefined> {
  const { sampling, table } = status ?? {};
  if (sampling === undefined) return undefined;
  if (spec.testDataset === undefined) return table && { key: table.key, document: table.document, sampling };
  const test = await resources.get("Dataset", spec.testDataset);
  const rows = test && tableForSampling(test, sampling);
  return rows && { key: rows.key, document: rows.document, sampling };
}
