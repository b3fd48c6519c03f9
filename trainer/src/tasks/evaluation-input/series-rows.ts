import { lagName, type ModelInput, type ModelSpec } from "@agatha/contracts";
import { findColumn, type Table, takeRows } from "../../data/tables/table.js";
import { lagTable } from "../../data/time-series/lags.js";
import { gatherPeriods } from "../../data/time-series/periods.js";
import { type NeededColumn, takeColumns } from "./check-columns.js";
import type { TestRows } from "./test-rows.js";

interface SeriesModel {
  inputs: readonly ModelInput[];
  response: string;
  timeSeries: NonNullable<ModelSpec["timeSeries"]>;
  timezone: string;
}

/**
 * A time series is asked for the periods whose past is among the test rows: each of them from the periods before it.
 * Throws InvalidInput (010702, 010507) when columns do not match or the times follow no rhythm.
 */
export function seriesRows(test: Table, { inputs, response, timeSeries, timezone }: SeriesModel): TestRows {
  const { time, lags } = timeSeries;
  const columns = new Set([response, ...inputs.map(({ name }) => name.replace(/_lag_\d+$/, ""))]);
  const numbers = [...columns].map((name): NeededColumn => ({ name, type: "n" }));
  const { table, warnings } = takeColumns(test, [{ name: time, type: "d" }, ...numbers]);
  const periods = gatherPeriods(table, time, [...columns], timezone);
  const lagged = lagTable(periods, lags);
  const before = findColumn(lagged, lagName(response, lags));
  const known = Int32Array.from(periods.rows.keys()).filter((entry) => before?.type === "n" && Number.isFinite(before.values[entry]));
  return { asked: takeRows(lagged, known), rows: known.map((entry) => periods.rows[entry]), warnings };
}
