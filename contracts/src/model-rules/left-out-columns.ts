/** Columns that a training was given and that the model does not learn from. Pure. */
import type { ModelInfo } from "../results/model-info.js";
import { lagName } from "./series-input-names.js";

type LearnedColumns = Pick<ModelInfo, "inputs" | "warnings"> & { response?: string | null };

/**
 * Returns the warnings about columns that are not inputs and have no lags among the inputs. Each warning says why a column was left
 * out.
 */
export function leftOutColumns({ inputs, response, warnings }: LearnedColumns): (ModelInfo["warnings"][number] & { column: string })[] {
  const known = new Set([...inputs.map(({ name }) => name), response]);
  return warnings.flatMap((warning) => {
    const { column } = warning;
    return column === undefined || known.has(column) || known.has(lagName(column, 1)) ? [] : { ...warning, column };
  });
}
