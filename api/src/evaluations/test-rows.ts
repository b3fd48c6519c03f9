/** The test rows themselves, as the models were asked about them. */
import { COLLECTIONS, type SamplingMethod, samplingInUse } from "@agatha/contracts";
import { readPages, rowsFrom } from "../datasets/rows.js";
import type { TableReaders } from "../datasets/table-readers.js";
import type { ApiDeps } from "../deps.js";
import { storedExtraction } from "../extractions/steps.js";
import type { EvaluationInDataset } from "./access.js";

type RowDeps = Pick<ApiDeps, "resources" | "documents">;
export type Cells = readonly (string | number | null)[];

export interface TestRows {
  columns: string[];
  rows: AsyncGenerator<Cells, void>;
}

interface StoredTable {
  key: string;
  document: string;
  sampling: SamplingMethod;
}

/** Reads the rows as `use` takes them; undefined where there are no parsed test rows. Fails before `use` is called when they cannot be read. */
export async function withTestRows(
  deps: RowDeps,
  readers: TableReaders,
  found: EvaluationInDataset,
  use: (test: TestRows) => Promise<void>,
): Promise<boolean> {
  const table = await tableOf(deps, found);
  const described = table && (await deps.documents.collection(COLLECTIONS.tables).get(table.document));
  if (!table || !described) return false;
  const { columns, totalRows } = described.table;
  const { evaluation, dataset } = found;
  const extraction = evaluation.spec.useExtraction ? await storedExtraction(deps, dataset, evaluation.spec.extraction) : undefined;
  await readers.use(table.key, async (reader) => {
    const pages = readPages(reader, { start: 0, limit: totalRows, sampling: table.sampling, extraction }, columns.length);
    const first = await pages.next();
    const names = first.done ? columns.map(({ name }) => name) : first.value.columns;
    await use({ columns: names, rows: rowsFrom(first, pages) });
  });
  return true;
}

async function tableOf(
  { resources }: RowDeps,
  { evaluation: { spec, status }, dataset }: EvaluationInDataset,
): Promise<StoredTable | undefined> {
  if (spec.testDataset !== undefined) {
    const test = await resources.get("Dataset", spec.testDataset);
    const { table, totalRows = 0 } = test?.status ?? {};
    return test && table && { key: table.key, document: table.document, sampling: samplingInUse(test.spec, totalRows) };
  }
  const table = status?.table;
  const { productType } = dataset.spec;
  return table && { key: table.key, document: table.document, sampling: samplingInUse({ productType }, table.totalRows) };
}
