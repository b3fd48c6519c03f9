/** Intervals of a time series model by series and periods ahead. */
import { findColumn, type Table } from "../../data/tables/table.js";
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

/** Returns half the width of the interval of a period: that of the first period for those up to it, null beyond the horizon. */
export function halfWidthAt(series: ArtifactSeries, number: number): number | null {
  const code = seriesCode(number);
  const ahead = number - lastPeriods(series)[code];
  const width = series.halfWidths[Math.max(0, ahead - 1)] ?? null;
  return width === null ? null : width * (series.several?.scales[code] ?? 1);
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
