import { InvalidInput, type Resource, samplingInUse } from "@agatha/contracts";
import type { LeakageAnswer, leakageQuery } from "@agatha/contracts/wire";
import { columnsAfter, type ExtractionSteps, type NamedColumn } from "@agatha/trainer/serving";
import type { z } from "zod";
import type { ApiDeps } from "../deps.js";
import { describedTable } from "./state.js";
import type { TableReaders } from "./table-readers.js";

type Asked = Pick<z.output<typeof leakageQuery>, "response" | "model_type"> & {
  /** What is made of the rows first. */
  extraction: ExtractionSteps | undefined;
};

/**
 * Visible columns that give the response away; undefined while the dataset has no table. Throws InvalidInput (010503,
 * 010504), and with an extraction 010404, 010405, 010409 and 010411.
 */
export async function leaksOf(
  deps: Pick<ApiDeps, "documents">,
  readers: TableReaders,
  dataset: Resource<"Dataset">,
  { response, model_type: type, extraction }: Asked,
): Promise<LeakageAnswer["data"] | undefined> {
  const table = await describedTable(deps, dataset);
  if (!table) return undefined;
  const hidden = new Set(table.columns.flatMap((column) => (column.hidden ? [column.name] : [])));
  const there: readonly NamedColumn[] = columnsAfter(table.columns, extraction?.specs ?? []);
  const names = there.map(({ name }) => name);
  if (!names.includes(response)) {
    throw new InvalidInput("010503", { path: "response", message: `The dataset has no column ${JSON.stringify(response)}` });
  }
  const columns = names.filter((name) => name === response || !hidden.has(name));
  const sampling = samplingInUse(dataset.spec, dataset.status?.totalRows ?? 0);
  return await readers.use(table.key, (reader) => reader.leaks({ response, type, columns, sampling, extraction }));
}
