import type { SamplingMethod } from "@agatha/contracts";
import { ROW_LIMIT } from "@agatha/contracts/kinds/limits";
import type { DatasetAnswer } from "@agatha/contracts/wire";

/** The first method, random, is the default. */
const SAMPLING_METHODS = ["random", "head", "middle", "tail"] as const satisfies readonly SamplingMethod[];

/** Sampling methods for a dataset: `none` if all rows are used, `whole` if a sample would break up a time series. */
export function samplingOptions(
  dataset: Pick<DatasetAnswer, "total_rows" | "product_type" | "sampling">,
): "none" | "whole" | SamplingMethod[] {
  if ((dataset.total_rows ?? 0) <= ROW_LIMIT) return "none";
  if (dataset.product_type === "timeseries") return "whole";
  return dataset.sampling === "raw" ? [...SAMPLING_METHODS, "raw"] : [...SAMPLING_METHODS];
}
