import { type ModelInput, requiredInputColumns } from "@agatha/contracts";
import type { Table } from "../../data/tables/table.js";
import { createInputField, recordsToTable } from "../../model/serving/records-to-table.js";
import type { ServingModel } from "../../model/serving/serving-model.js";
import type { SeriesInputs } from "./series-input-rows.js";

type ClientRecord = Record<string, unknown>;

/**
 * Returns records of a time series as the table that its inputs are made from; undefined where they have the inputs themselves, such
 * as `sales_lag_1`, and for models of forecasters, whose inputs are the times. Throws InvalidInput (apiInputInvalid).
 */
export function seriesRecords(
  { inputs, timezone, forecasts }: Pick<ServingModel, "inputs" | "timezone" | "forecasts">,
  records: readonly ClientRecord[],
  series: SeriesInputs["timeSeries"] & { response: string },
): Table | undefined {
  if (forecasts) return undefined;
  const present = new Map(records.flatMap((record) => Object.keys(record)).map((name) => [name, true]));
  const required = requiredInputColumns(inputs, present, series);
  if (required === inputs || required.some(({ name }) => !present.has(name))) return undefined;
  const fields = required.map(({ name, type }) => {
    const input: ModelInput = { name, type, min: null, max: null, typical: null, integer: false, levels: levelsOf(inputs, name) };
    return createInputField(input, { timezone });
  });
  return recordsToTable(records, fields);
}

const levelsOf = (inputs: readonly ModelInput[], column: string) => inputs.find(({ name }) => name === column)?.levels ?? [];
