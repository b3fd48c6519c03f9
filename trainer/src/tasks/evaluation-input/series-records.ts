import { ERRORS, InvalidInput, type ModelInput, missingColumnProblems, requiredInputColumns } from "@agatha/contracts";
import { isMissingCell } from "../../data/ingest/cells/cell-reader.js";
import type { Table } from "../../data/tables/table.js";
import { createInputField, recordsToTable } from "../../model/serving/records-to-table.js";
import type { ServingModel } from "../../model/serving/serving-model.js";
import type { SeriesInputs } from "./series-input-rows.js";

type ClientRecord = Record<string, unknown>;

/**
 * Returns records of a time series as the table that its inputs are made from. Returns undefined if the records have inputs such as
 * `sales_lag_1`, if they have columns known ahead and no response, and for forecasters, whose inputs are the times. Throws InvalidInput
 * (apiInputInvalid) that names the columns that all records lack.
 */
export function seriesRecords(
  { inputs, timezone, formats, forecasts }: Pick<ServingModel, "inputs" | "timezone" | "formats" | "forecasts">,
  records: readonly ClientRecord[],
  series: SeriesInputs["timeSeries"] & { response: string },
): Table | undefined {
  if (forecasts) return undefined;
  const present = new Map(records.flatMap((record) => Object.keys(record)).map((name) => [name, true]));
  const required = requiredInputColumns(inputs, present, series);
  const { knownAhead = [], response } = series;
  const areFuturePeriods =
    knownAhead.some((name) => present.has(name)) && records.every((record) => isMissingCell(cellOf(record, response)));
  const isSource = (name: string) => name === series.series || knownAhead.includes(name);
  if (required === inputs || areFuturePeriods || inputs.some(({ name }) => present.has(name) && !isSource(name))) return undefined;
  const missing = required.filter(({ name }) => !present.has(name)).map(({ name }) => name);
  if (missing.length > 0) throw new InvalidInput(ERRORS.apiInputInvalid, missingColumnProblems(missing));
  const fields = required.map(({ name, type }) => {
    const input: ModelInput = {
      name,
      type,
      min: null,
      max: null,
      typical: null,
      integer: false,
      levels: name === series.series ? namesOf(inputs, name, records) : [],
    };
    return createInputField(input, { timezone, ...formats });
  });
  return recordsToTable(records, fields);
}

const cellOf = (record: ClientRecord, column: string) => (Object.hasOwn(record, column) ? record[column] : undefined);

/** Returns the names of series: those that the model has as levels of an input, and all others among the records. */
function namesOf(inputs: readonly ModelInput[], column: string, records: readonly ClientRecord[]): string[] {
  const levels = inputs.find(({ name }) => name === column)?.levels ?? [];
  const cells = records.map((record) => cellOf(record, column));
  const names = cells.filter((cell) => typeof cell === "string" || typeof cell === "number").map((cell) => String(cell).trim());
  return [...new Set([...levels, ...names])].filter((name) => name !== "");
}
