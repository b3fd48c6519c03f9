import type { ApiError } from "@agatha/contracts/client";
import { useDataset, useEditHistoryEntries } from "../../api/queries.js";
import { enabledSteps } from "../../step-columns/enabled-steps.js";
import { outputColumns, type StepColumn, tableColumns } from "../../step-columns/step-columns.js";

/** Columns of a dataset as its own edit history leaves them; none until they are known. */
export function useEditedColumns(id: string | null): { columns: readonly StepColumn[]; error: ApiError | null } {
  const dataset = useDataset(id);
  const history = useEditHistoryEntries(id);
  const known = dataset.data !== undefined && history.data !== undefined;
  const columns = known ? outputColumns(tableColumns(dataset.data.columns), enabledSteps(history.data)) : [];
  return { columns, error: dataset.error ?? history.error };
}
