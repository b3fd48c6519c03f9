import { type EditStep, type Resource, referencedColumns } from "@agatha/contracts";
import type { EditStepAnswer } from "@agatha/contracts/wire";

/** Returns an entry as the API answers it. `columns` are the columns that the step names, once each. */
export function editStepAnswer(dataset: Resource<"Dataset">, entry: EditStep): EditStepAnswer {
  const { id, enabled, order, updatedAt, owner, cond, spec } = entry;
  const replaces = spec.type === "replacement";
  return {
    id,
    dataset_id: dataset.metadata.name,
    enabled,
    order,
    updated_at: updatedAt,
    owner,
    cond,
    spec,
    type: spec.type,
    columns: [...new Set(referencedColumns(spec))],
    replace_col: replaces ? spec.replace_col : null,
    action: replaces ? spec.action.kind : null,
  };
}
