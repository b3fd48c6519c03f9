import { type ColumnType, fitsInput, type ModelInput, requiredInputColumns, seriesNameColumns } from "@agatha/contracts";
import type { ModelAnswer } from "@agatha/contracts/wire";

export interface SchemaMismatch {
  /** Columns that the model learned from and the table does not have. */
  missing: string[];
  /** Columns with another type than in training. */
  typeMismatch: string[];
}

/** Returns what makes the inputs of a time series from the columns of a table; undefined for other models. */
export function seriesOf({ time_series_params: series, response }: Pick<ModelAnswer, "time_series_params" | "response">) {
  return series && response !== null ? { ...series, response } : undefined;
}

/** Compares a table's columns with those that a model needs. Both lists are empty if the model can predict the rows. */
export function schemaMismatch(
  inputs: readonly Pick<ModelInput, "name" | "type">[],
  columns: readonly { name: string; type: ColumnType }[],
  series?: Parameters<typeof requiredInputColumns>[2],
): SchemaMismatch {
  const types = new Map(columns.map(({ name, type }) => [name, type]));
  const required = requiredInputColumns(inputs, types, series);
  return {
    missing: required.filter(({ name }) => !types.has(name)).map(({ name }) => name),
    typeMismatch: required
      .filter((input) => !fitsInput(input, types.get(input.name) ?? input.type, seriesNameColumns(series)))
      .map(({ name }) => name),
  };
}
