import type { ColumnType, ModelInput } from "@agatha/contracts";

export interface SchemaMismatch {
  /** Columns that the model learned from and the table does not have. */
  missing: string[];
  /** Columns with another type than in training. */
  typeMismatch: string[];
}

/** Compares a table's columns with a model's inputs. Both lists are empty if the model can predict the rows. */
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
