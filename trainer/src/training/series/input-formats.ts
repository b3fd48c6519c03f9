import { type ModelInput, seriesInputSource } from "@agatha/contracts";
import type { TextFormats } from "../../data/ingest/cells/text-formats.js";
import { findColumn, type Table } from "../../data/tables/table.js";
import type { ModelRequest } from "../plan/plan.js";

/** Returns the formats of the table's columns. In a time series `sales_lag_1` has the format of `sales`. */
export function withInputFormats(
  formats: TextFormats,
  { request: { response, timeSeries }, table, inputs }: { request: ModelRequest; table: Table; inputs: readonly ModelInput[] },
): TextFormats {
  if (!timeSeries) return formats;
  const made = inputs.flatMap(({ name }): [string, readonly string[]][] => {
    const { column } = seriesInputSource(name, { response: response ?? null, time: timeSeries.time });
    const written = findColumn(table, name) ? undefined : formats.written?.get(column);
    return written ? [[name, written]] : [];
  });
  return { ...formats, written: new Map([...(formats.written ?? []), ...made]) };
}
