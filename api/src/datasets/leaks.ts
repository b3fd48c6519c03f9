import { COLLECTIONS, InvalidInput, type Resource, samplingInUse } from "@agatha/contracts";
import type { LeakageAnswer, leakageQuery } from "@agatha/contracts/wire";
import type { z } from "zod";
import type { ApiDeps } from "../deps.js";
import { parsedTable } from "./state.js";
import type { TableReaders } from "./table-readers.js";

/** Visible columns that give the response away; undefined while the dataset has no table. Throws InvalidInput (010503, 010504). */
export async function leaksOf(
  { documents }: Pick<ApiDeps, "documents">,
  readers: TableReaders,
  dataset: Resource<"Dataset">,
  { response, model_type }: z.output<typeof leakageQuery>,
): Promise<LeakageAnswer["data"] | undefined> {
  const parsed = parsedTable(dataset);
  const described = parsed && (await documents.collection(COLLECTIONS.tables).get(parsed.document));
  if (!parsed || !described) return undefined;
  const { columns } = described.table;
  if (!columns.some(({ name }) => name === response)) {
    throw new InvalidInput("010503", { path: "response", message: `The dataset has no column ${JSON.stringify(response)}` });
  }
  const visible = columns.filter(({ hidden }) => !hidden).map(({ name }) => name);
  const sampling = samplingInUse(dataset.spec, dataset.status?.totalRows ?? 0);
  return await readers.use(parsed.key, (reader) => reader.leaks({ response, type: model_type, columns: visible, sampling }));
}
