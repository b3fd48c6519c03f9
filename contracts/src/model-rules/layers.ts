/** Which algorithms a layer of a model may have. */
import { ALGORITHM_NAMES, ALGORITHMS, type AlgorithmName, isForecaster, isSeriesDetector, SERIES_DETECTOR } from "../algorithms/index.js";
import type { ModelType } from "../kinds/model-type.js";

/** How a model takes rows: each by itself, as periods of a series, or as periods of series that add up. */
export type RowsAs = "rows" | "periods" | "sums";

/** Returns how a model with these settings of a time series takes rows. */
export function rowsTakenAs(timeSeries: { hierarchy?: unknown } | undefined): RowsAs {
  if (timeSeries === undefined) return "rows";
  return timeSeries.hierarchy === undefined ? "periods" : "sums";
}

/** Place of a layer in its model. */
export interface LayerPlace {
  isFirst: boolean;
  isLast: boolean;
}

/**
 * Returns the model types that algorithms of a layer may have. Algorithms before the last layer may also detect outliers or find
 * clusters, as inputs of later layers.
 */
function modelTypesOfLayer(type: ModelType, last: boolean): ModelType[] {
  return last ? [type] : [...new Set<ModelType>([type, "OCC", "CLUSTERING"])];
}

/** Returns the types of the models in which an algorithm may stand: forecasters in regression, detectors of series in outlier detection. */
export function modelTypesOf(algorithm: AlgorithmName): readonly ModelType[] {
  if (isForecaster(algorithm)) return ["REGRESSION"];
  return isSeriesDetector(algorithm) ? ["OCC"] : ALGORITHMS[algorithm].modelTypes;
}

/** Returns what an algorithm does in a layer of a model of this type; undefined if it cannot stand there. */
export function taskInLayer(algorithm: AlgorithmName, type: ModelType, isLast: boolean): ModelType | undefined {
  if (isSeriesDetector(algorithm)) return type === "OCC" && isLast ? type : undefined;
  const able = modelTypesOf(algorithm);
  return modelTypesOfLayer(type, isLast).find((task) => able.includes(task));
}

/**
 * Returns the algorithms that a layer may have, the forecasters first. Forecasters stand in the only layer of a time series; other
 * algorithms do not forecast sums. Outliers in series are found by detectors of series alone.
 */
export function algorithmsOfLayer(type: ModelType, { isFirst, isLast }: LayerPlace, rowsAs: RowsAs): AlgorithmName[] {
  if (type === "OCC" && rowsAs !== "rows") return ALGORITHM_NAMES.filter(isSeriesDetector);
  const wanted = modelTypesOfLayer(type, isLast);
  const able = ALGORITHM_NAMES.filter((name) => modelTypesOf(name).some((modelType) => wanted.includes(modelType)));
  const forecasters = rowsAs !== "rows" && isFirst && isLast ? able.filter(isForecaster) : [];
  if (rowsAs === "sums" && forecasters.length > 0) return forecasters;
  return [...forecasters, ...able.filter((name) => !isForecaster(name) && !isSeriesDetector(name))];
}

/**
 * Returns the problem of layers with algorithms of series: forecasters stand in one layer without others, and in a time series
 * only. Outlier detection with a time has one detector of series, and only it does.
 */
export function seriesLayersProblem(
  layers: readonly { nodes: readonly { algorithm: string }[] }[],
  { type, isTimeSeries }: { type: ModelType; isTimeSeries: boolean },
): string | undefined {
  const names = layers.flatMap(({ nodes }) => nodes.map(({ algorithm }) => algorithm));
  const other = names.find((name) => !isSeriesDetector(name));
  if (type === "OCC" && isTimeSeries && (other !== undefined || names.length > 1))
    return `Outliers in a series are found by ${SERIES_DETECTOR} alone: choose it, or leave the time out`;
  if (!isTimeSeries && names.some(isSeriesDetector))
    return `${SERIES_DETECTOR} compares the values of a series with forecasts: choose a time column, or another algorithm`;
  const forecasters = names.filter(isForecaster);
  if (forecasters.length === 0) return undefined;
  if (!isTimeSeries) return `${forecasters[0]} learns from the past of one series: choose a time column, or another algorithm`;
  if (layers.length === 1 && forecasters.length === names.length) return undefined;
  return `${forecasters[0]} goes on with the series itself: let it answer alone or beside its like, in one layer`;
}
