/** Which rows of a dataset are in use, which ones its models learn from or predict, and the table that has them. */
import type { DatasetSpec, DatasetStatus, SamplingMethod } from "./dataset.js";
import { ROW_LIMIT } from "./limits.js";

/**
 * Returns the default sampling of a table with `totalRows` rows, unless the owner has chosen one. Small tables and time series
 * use all rows; others use a random sample.
 */
export function effectiveSampling(spec: Pick<DatasetSpec, "productType" | "sampling">, totalRows: number): SamplingMethod {
  return spec.sampling ?? (totalRows <= ROW_LIMIT || spec.productType === "timeseries" ? "raw" : "random");
}

/** Returns the sampling of the rows that models learn from or are compared on. */
export function samplingForModels(
  spec: Pick<DatasetSpec, "productType" | "sampling">,
  totalRows: number,
  models: readonly ModelOfSeries[],
): SamplingMethod {
  return wholeForSeries(effectiveSampling(spec, totalRows), models);
}

/** Returns the sampling of the rows that a batch predicts: all rows, unless somebody chose a sample of them. */
export function samplingForBatch({ sampling = "raw" }: Pick<DatasetSpec, "sampling">, model: ModelOfSeries): SamplingMethod {
  return wholeForSeries(sampling, [model]);
}

interface ModelOfSeries {
  timeSeries?: object | undefined;
}

/** A random sample of a time series has no constant period, so its models get all rows. */
function wholeForSeries(sampling: SamplingMethod, models: readonly ModelOfSeries[]): SamplingMethod {
  return sampling === "random" && models.some(({ timeSeries }) => timeSeries) ? "raw" : sampling;
}

/**
 * Returns the table that contains the rows of a sampling method, or undefined while it does not exist. A long file first has a
 * table of the sample, and later one of all rows.
 */
export function tableForSampling(
  { spec, status }: { spec: Pick<DatasetSpec, "productType" | "sampling">; status?: DatasetStatus | undefined },
  sampling: SamplingMethod,
): DatasetStatus["whole"] {
  const { table, whole, totalRows = 0 } = status ?? {};
  if (!table?.sampled || sampling === effectiveSampling(spec, totalRows)) return table;
  return whole?.fingerprint === table.fingerprint ? whole : undefined;
}
