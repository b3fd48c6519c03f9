import { ERRORS, InvalidInput } from "@agatha/contracts";
import { optimize as search } from "../../model/optimization/optimize.js";
import type { ServingModel } from "../../model/serving/serving-model.js";
import { wholeProgress } from "../../numeric/progress-range.js";
import { loadModel } from "./load-model.js";
import { TASK_PROGRESS } from "./progress-shares.js";
import type { TaskHandler } from "./task-handler.js";

/**
 * Searches for the best settings of a model's inputs. Writes `result.json`. Throws InvalidInput (calculationFailed,
 * optimizationInputNotNumeric, optimizationInfeasible).
 */
export const optimize: TaskHandler<"optimize"> = async ({ model: key, request }, context) => {
  context.progress(TASK_PROGRESS.optimize.read, "read");
  const model = await loadModel(context.objects, key);
  if (model.type !== "REGRESSION")
    throw new InvalidInput(ERRORS.calculationFailed, { path: "modelRef", message: "only models that predict numbers can be optimised" });
  const result = await search(request, model.inputs, {
    predict: (settings) => predictCandidates(model, settings),
    signal: context.signal,
    progress: (fraction) => context.progress(wholeProgress(TASK_PROGRESS.optimize.search, fraction), "optimize"),
  });
  const bytes = new TextEncoder().encode(JSON.stringify(result));
  return { result: await context.objects.put(`${context.outputPrefix}/result.json`, bytes), rows: result.solutions.length };
};

/** Predicts candidates. Each settings list has the inputs in the model's order. */
function predictCandidates(model: ServingModel, settings: readonly Float64Array[]): Float64Array {
  const columns = model.inputs.map(({ name }, j) => ({ name, type: "n" as const, values: Float64Array.from(settings, (one) => one[j]) }));
  const { value } = model.predictTable({ nrow: settings.length, columns });
  return Float64Array.from(value, (answer) => (typeof answer === "number" ? answer : Number.NaN));
}
