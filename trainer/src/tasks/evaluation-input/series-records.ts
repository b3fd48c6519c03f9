import { ERRORS, InvalidInput, type ModelInput, missingColumnProblems, requiredInputColumns } from "@agatha/contracts";
import type { Table } from "../../data/tables/table.js";
import { createInputField, recordsToTable } from "../../model/serving/records-to-table.js";
import type { ServingModel } from "../../model/serving/serving-model.js";
import type { SeriesInputs } from "./series-input-rows.js";

type ClientRecord = Record<string, unknown>;

/**
 * Returns records of a time series as the table that its inputs are made from; undefined where they have the inputs themselves, such
 * as `sales_lag_1`, and for models of forecasters, whose inputs are the times. Throws InvalidInput (apiInputInvalid) that names the
 * columns that all records lack.
 */
export function seriesRecords(
  { inputs, timezone, forecasts }: Pick<ServingModel, "inputs" | "timezone" | "forecasts">,
  records: readonly ClientRecord[],
  series: SeriesInputs["timeSeries"] & { response: string },
): Table | undefined {
  if (forecasts) return undefined;
  const present = new Map(records.flatMap((record) => Object.keys(record)).map((name) => [name, true]));
  const required = requiredInputColumns(inputs, present, series);
  if (required === inputs || inputs.some(({ name }) => present.has(name) && name !== series.series)) return undefined;
  const missing = required.filter(({ name }) => !present.has(name)).map(({ name }) => name);
  if (missing.length > 0) throw new InvalidInput(ERRORS.apiInputInvalid, missingColumnProblems(missing));
  const fields = required.map(({ name, type }) => {
    const input: ModelInput = { name, type, min: null, max: null, typical: null, integer: false, levels: levelsOf(inputs, name) };
    return createInputField(input, { timezone });
  });
  return recordsToTable(records, fields);
}

const levelsOf = (inputs: readonly ModelInput[], column: string) => inputs.find(({ name }) => name === column)?.levels ?? [];
