/** The last periods of the training that a model of lags keeps, as rows of a table. */
import { lagName } from "@agatha/contracts";
import type { Column, Table } from "../../data/tables/table.js";
import { addPeriods } from "../../data/time-series/calendar.js";
import type { TrainedModel } from "./artifact.js";

export interface LastPeriods {
  /** The time, the name of the series where there are several, and the numbers that lags are made from. */
  rows: Table;
  times: Float64Array;
  /** Periods that the inputs reach back. */
  reach: number;
}

/** Returns the last periods of each series; undefined for forecasters and models of earlier versions, which keep none. */
export function lastPeriods(
  { series, response, timezone }: Pick<TrainedModel, "series" | "response" | "timezone">,
  { time, columns }: { time: string; columns: readonly string[] },
): LastPeriods | undefined {
  const next = series?.next;
  if (!next) return undefined;
  const { period, proposed, times } = next;
  const reach = Math.max(series.lags, proposed?.before[0]?.length ?? 0);
  const known = times.flatMap((last, code) => (last === null ? [] : [{ code, last }]));
  // Row by row from the last period of each series back to the first.
  const nrow = known.length * reach;
  const numbers = (cellOf: (of: (typeof known)[number], back: number) => number | null | undefined) =>
    Float64Array.from({ length: nrow }, (_, row) => cellOf(known[Math.floor(row / reach)], row % reach) ?? Number.NaN);
  const lags = new Map(next.lags.map(({ name, values }) => [name, values]));
  const columnOf = (name: string): Column => {
    const recent = Array.from({ length: series.lags }, (_, back) => lags.get(lagName(name, back + 1)));
    const before = name === response ? proposed?.before : undefined;
    const values = numbers(({ code }, back) => (back < recent.length ? recent[back]?.[code] : before?.[code]?.at(-1 - back)));
    return { name, type: "n", values };
  };
  const ofSeries = (): Column[] => {
    if (!series.several) return [];
    const { column: name, names: levels } = series.several;
    return [{ name, type: "s", levels, codes: Int32Array.from({ length: nrow }, (_, row) => known[Math.floor(row / reach)].code) }];
  };
  const stamps = numbers(({ last }, back) => addPeriods(last, -back, period, timezone));
  const rows = { nrow, columns: [{ name: time, type: "d" as const, values: stamps }, ...ofSeries(), ...columns.map(columnOf)] };
  return { rows, times: stamps, reach };
}
