import type { SamplingMethod } from "@agatha/contracts";
import { ROW_LIMIT } from "@agatha/contracts/kinds/limits";
import type { DatasetAnswer } from "@agatha/contracts/wire";

/** Random is what is taken unasked. */
const SAMPLING_METHODS = ["random", "head", "middle", "tail"] as const satisfies readonly SamplingMethod[];

/** How the rows of a long table can be sampled; `none` where all are used, `whole` where a sample would tear times apart. */
export function samplingOptions(
  dataset: Pick<DatasetAnswer, "total_rows" | "product_type" | "sampling">,
): "none" | "whole" | SamplingMethod[] {
  if ((dataset.total_rows ?? 0) <= ROW_LIMIT) return "none";
  if (dataset.product_type === "timeseries") return "whole";
  return dataset.sampling === "raw" ? [...SAMPLING_METHODS, "raw"] : [...SAMPLING_METHODS];
}
