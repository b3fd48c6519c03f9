import { columnsOfDerived, type EditStep, type EditStepSpec, type Resource } from "@agatha/contracts";
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

/** Returns the columns that must exist before the first step, in the order in which the steps name them. */
export function requiredColumns(specs: readonly EditStepSpec[]): string[] {
  const made = new Set<string>();
  const needed = new Set<string>();
  for (const spec of specs) {
    for (const column of referencedColumns(spec)) if (!made.has(column)) needed.add(column);
    for (const name of madeColumns(spec)) made.add(name);
  }
  return [...needed];
}

/** Returns the names of the columns that a step makes. */
function madeColumns(spec: EditStepSpec): string[] {
  switch (spec.type) {
    case "derived":
      return [spec.name];
    case "join":
      return spec.columns.map((name) => spec.prefix + name);
    case "aggregation":
      return spec.cols.map(({ name }) => name);
    case "unpivot":
      return [spec.names, spec.values];
    default:
      return [];
  }
}

function referencedColumns(spec: EditStepSpec): string[] {
  switch (spec.type) {
    case "filter":
      return spec.groups.flatMap(({ conditions }) => conditions.map(({ column }) => column));
    case "sort":
      return spec.by.map(({ column }) => column);
    case "aggregation": {
      const figures = spec.cols.flatMap(({ column }) => (column === undefined ? [] : [column]));
      return [...(spec.window ? [spec.window.column] : []), ...spec.by, ...figures];
    }
    case "replacement":
      return [spec.replace_col];
    case "unpivot":
      return spec.columns;
    case "join":
      return spec.on.map(({ column }) => column);
    case "derived":
      return columnsOfDerived(spec.formula);
  }
}
