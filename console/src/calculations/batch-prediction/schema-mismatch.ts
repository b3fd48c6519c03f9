import { fitsInput, type ModelInput, requiredInputColumns, seriesNameColumns, type TableColumn } from "@agatha/contracts";
import type { ModelAnswer } from "@agatha/contracts/wire";

export interface SchemaMismatch {
  /** Columns that the model learned from and the table does not have. */
  missing: string[];
  /** Columns with another type than in training. */
  typeMismatch: string[];
}

/** Column of the table. It has no `stats` where edit steps made it. */
type GivenColumn = Pick<TableColumn, "name" | "type"> & { stats?: Pick<TableColumn["stats"], "unique"> };

/** Returns what makes the inputs of a time series from the columns of a table; undefined for other models. */
export function seriesOf({ time_series_params: series, response }: Pick<ModelAnswer, "time_series_params" | "response">) {
  return series && response !== null ? { ...series, response } : undefined;
}

/** Compares a table's columns with those that a model needs. Both lists are empty if the model can predict the rows. */
export function schemaMismatch(
  inputs: readonly Pick<ModelInput, "name" | "type">[],
  columns: readonly GivenColumn[],
  series?: Parameters<typeof requiredInputColumns>[2],
): SchemaMismatch {
  const given = new Map(columns.map((column) => [column.name, column]));
  const required = requiredInputColumns(inputs, given, series);
  return {
    missing: required.filter(({ name }) => !given.has(name)).map(({ name }) => name),
    typeMismatch: required
      .filter((input) => !fitsInput(input, given.get(input.name) ?? input, seriesNameColumns(series)))
      .map(({ name }) => name),
  };
}
