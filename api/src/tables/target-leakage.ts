import { ERRORS, effectiveSampling, InvalidInput, type Resource } from "@agatha/contracts";
import type { LeakageAnswer, leakageQuery } from "@agatha/contracts/wire";
import { columnsAfterEdits, type EditSteps, type NamedColumn } from "@agatha/trainer/serving";
import type { z } from "zod";
import { describedTable } from "../datasets/status.js";
import type { ApiDeps } from "../deps.js";
import type { TableReaderCache } from "./table-reader-cache.js";

type LeakageQuery = Omit<z.output<typeof leakageQuery>, "use_ext_data"> & {
  /** Edits that precede the search. */
  edits: EditSteps | undefined;
};

/**
 * Returns the visible columns with target leakage, or undefined while the dataset has no table. Throws InvalidInput
 * (responseNotFound, responseType, columnName, badRequest), and with edits dataExtraction and noRowsLeft.
 */
export async function findTargetLeakage(
  deps: Pick<ApiDeps, "documents">,
  readers: TableReaderCache,
  dataset: Resource<"Dataset">,
  { response, model_type: type, edits, group_columns: groupColumns, time_column: timeColumn }: LeakageQuery,
): Promise<LeakageAnswer["data"] | undefined> {
  const table = await describedTable(deps, dataset);
  if (!table) return undefined;
  const hidden = new Set(table.columns.flatMap((column) => (column.hidden ? [column.name] : [])));
  const there: readonly NamedColumn[] = columnsAfterEdits(table.columns, edits?.specs ?? []);
  const names = there.map(({ name }) => name);
  if (!names.includes(response)) {
    throw new InvalidInput(ERRORS.responseNotFound, { path: "response", message: `The dataset has no column ${JSON.stringify(response)}` });
  }
  for (const [path, asked] of Object.entries({ group_columns: groupColumns, time_column: timeColumn === undefined ? [] : [timeColumn] })) {
    const unknown = asked?.find((name) => !names.includes(name));
    if (unknown !== undefined)
      throw new InvalidInput(ERRORS.columnName, { path, message: `The dataset has no column ${JSON.stringify(unknown)}` });
  }
  const validation = groupColumns ? { rows: "groups" as const, groupColumns } : timeColumn && { rows: "time" as const, timeColumn };
  const columns = names.filter((name) => name === response || !hidden.has(name));
  const sampling = effectiveSampling(dataset.spec, dataset.status?.totalRows ?? 0);
  return await readers.use(table.key, (reader) =>
    reader.targetLeakage({ response, type, validation: validation || undefined, columns, sampling, extraction: edits }),
  );
}
