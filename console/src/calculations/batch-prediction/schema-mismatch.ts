import type { ColumnType, ModelInput } from "@agatha/contracts";

export interface SchemaMismatch {
  /** Columns that the model learned from, and that are not there. */
  missing: string[];
  /** Columns with another kind of values. */
  typeMismatch: string[];
}

/** Why a model cannot predict the rows of a table; both lists are empty where it can. */
export function schemaMismatch(
  inputs: readonly Pick<ModelInput, "name" | "type">[],
  columns: readonly { name: string; type: ColumnType }[],
): SchemaMismatch {
  const types = new Map(columns.map(({ name, type }) => [name, type]));
  return {
    missing: inputs.filter(({ name }) => !types.has(name)).map(({ name }) => name),
    typeMismatch: inputs.filter(({ name, type }) => types.has(name) && types.get(name) !== type).map(({ name }) => name),
  };
}
