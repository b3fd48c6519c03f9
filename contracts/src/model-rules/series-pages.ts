import { FORECAST_LIMIT } from "../results/model-info.js";
import type { SeriesForecast } from "../results/time-series.js";

/** Returns the names of all series of a model, those with a described forecast first; none for a single series. */
export function allSeriesNames({ series = [], other_series: others = [] }: Pick<SeriesForecast, "series" | "other_series">): string[] {
  return [...series.map(({ name }) => name), ...others.flatMap(({ names }) => names)];
}

/** Returns the names of series in parts, each of which one request for so many periods answers. */
export function seriesPages(names: readonly string[], periods: number): string[][] {
  const size = Math.max(1, Math.floor(FORECAST_LIMIT / periods));
  return Array.from({ length: Math.ceil(names.length / size) }, (_, i) => names.slice(i * size, (i + 1) * size));
}
