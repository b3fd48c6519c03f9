/** Intervals of a time series model by series and periods ahead. */
import type { FittedForecast } from "../../algorithms/base/fitted-forecast.js";
import { findColumn, type Table } from "../../data/tables/table.js";
import { zeroAtLevels } from "../../data/time-series/zero-levels.js";
import { seriesCode } from "../../numeric/series/series-places.js";
import type { TrainedModel } from "./artifact.js";

type ArtifactSeries = NonNullable<TrainedModel["series"]>;

/** Returns true if forecasters answer, whose rows have a time instead of the values before. */
export function hasForecasters(series: ArtifactSeries | undefined): boolean {
  return series?.last !== undefined || series?.several?.lasts !== undefined;
}

/** Returns the number of the last known period of each series of forecasters. */
export function lastPeriods({ last, several }: ArtifactSeries): readonly number[] {
  return several?.lasts ?? (last === undefined ? [] : [last]);
}

/**
 * Returns how many periods each number lies after the last value before it. Those of a series without a forecaster, which a hierarchy
 * may have, count from the end of its training.
 */
export function periodsAhead({ series, graph }: TrainedModel, numbers: Float64Array): Float64Array {
  const lasts = series ? lastPeriods(series) : [];
  const steps = (graph.layers[0][0].model as FittedForecast).stepsAhead(numbers);
  const sinceTraining = (number: number) => Math.max(1, number - (lasts[seriesCode(number)] ?? Number.NaN));
  return steps.map((ahead, row) => (Number.isNaN(ahead) ? sinceTraining(numbers[row]) : ahead));
}

/** Returns the least lower bound of a series, and of forecasters its least forecast; undefined without one. */
export function floorOf({ floor, several }: ArtifactSeries, code: number): number | undefined {
  return several?.floors?.[code] ?? floor;
}

/**
 * Returns half the width of the interval of each period by its number of periods ahead; NaN beyond the horizon, and 0 at a zero level of
 * a column known ahead in `rows`.
 */
export function halfWidthsOf(model: TrainedModel, numbers: Float64Array, rows: Table): Float64Array {
  const { halfWidths = [], several, knownAhead } = model.series ?? {};
  const widthAt = (ahead: number, row: number) => (halfWidths[ahead - 1] ?? Number.NaN) * (several?.scales[seriesCode(numbers[row])] ?? 1);
  return zeroAtLevels(periodsAhead(model, numbers).map(widthAt), rows, knownAhead?.zeroLevels);
}

/** Returns a warning about a value so many periods ahead, if no error of such was measured; null for others. */
export function unmeasuredWarning({ halfWidths, measured = halfWidths.length }: ArtifactSeries, ahead: number): string | null {
  return ahead > measured ? `Errors more than ${measured} periods ahead were not measured: the value may be far off` : null;
}

/** Returns the unit of each row's half widths; that of a series that the model does not know is NaN. */
export function widthUnits({ several }: ArtifactSeries, table: Table): Float64Array {
  const column = several && findColumn(table, several.column);
  if (!several) return new Float64Array(table.nrow).fill(1);
  if (column?.type !== "s") return new Float64Array(table.nrow).fill(Number.NaN);
  const scales = new Map(several.names.map((name, code): [string, number] => [name, several.scales[code]]));
  return Float64Array.from(column.codes, (code) => scales.get(column.levels[code]) ?? Number.NaN);
}
