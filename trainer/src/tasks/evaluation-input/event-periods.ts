import { seriesSourceColumns } from "@agatha/contracts";
import { findColumn, type NumberColumn, type Table } from "../../data/tables/table.js";
import { eventColumns } from "../../data/time-series/empty-periods.js";
import { readHierarchy } from "../../data/time-series/hierarchy.js";
import { withSeriesColumn } from "../../data/time-series/lags.js";
import { resampleToPeriods } from "../../data/time-series/periods.js";
import type { ServingModel } from "../../model/serving/serving-model.js";
import { matchColumns } from "./match-columns.js";
import type { SeriesInputs } from "./series-input-rows.js";

/** Test rows that a model is judged by, and the row of the file that stands for each; -1 without one. */
interface TestPeriods {
  test: Table;
  rows: Int32Array;
}

/**
 * Returns test rows that are events as one row for each period: the response is their sum, and 0 in a period without rows. Returns
 * undefined for other models. Throws InvalidInput (evaluationInputColumns, timeColumnCount) where columns or times do not match.
 */
export function eventPeriods(
  test: Table,
  { inputs, response, timezone, period }: Pick<ServingModel, "inputs" | "response" | "timezone" | "period">,
  timeSeries: SeriesInputs["timeSeries"] | undefined,
): TestPeriods | undefined {
  const events = timeSeries && response !== null ? eventColumns(timeSeries, response) : undefined;
  if (!timeSeries || events === undefined || !findColumn(test, events.summed)) return undefined;
  const { time, series, hierarchy, knownAhead } = timeSeries;
  const names = new Set(hierarchy?.columns);
  const sources = seriesSourceColumns(inputs, { time, response: events.summed, series, knownAhead });
  const required = sources.map(({ name, type }) => ({ name, type: names.has(name) ? ("s" as const) : type }));
  const { table } = matchColumns(test, required);
  const group = hierarchy && readHierarchy(table, hierarchy.columns);
  const column = group?.column.name ?? series;
  const columns = required.flatMap(({ name, type }) => (type === "n" ? [name] : []));
  const source: Table = group ? { ...table, columns: [...table.columns, group.column] } : table;
  const periods = resampleToPeriods(source, { time, columns, series: column, timezone, period, events });
  const values = group && periods.series?.map((name) => group.values.get(name) ?? []);
  const times: NumberColumn = { name: time, type: "d", values: periods.times };
  const whole: Table = { nrow: periods.times.length, columns: [times, ...periods.columns] };
  const asNamed =
    values && hierarchy ? { ...periods, hierarchy: { columns: hierarchy.columns, series: values, nonNegative: [] } } : periods;
  return { test: withSeriesColumn(whole, asNamed, column), rows: periods.rows };
}
