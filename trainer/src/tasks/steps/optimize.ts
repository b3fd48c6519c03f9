import { optimize as search } from "../../model/optimization/optimize.js";
import { wholeProgress } from "../../numeric/progress-range.js";
import { loadModel } from "./load-model.js";
import { TASK_PROGRESS } from "./progress-shares.js";
import { loadEditSteps } from "./read-rows.js";
import type { TaskHandler } from "./task-handler.js";

/**
 * Searches for the settings of models' inputs that reach the goals. Writes `result.json`. Throws InvalidInput (calculationFailed,
 * optimizationInputNotNumeric, optimizationInfeasible, editHistoryNotFound).
 */
export const optimize: TaskHandler<"optimize"> = async ({ model, extraction, others = [], request }, context) => {
  context.progress(TASK_PROGRESS.optimize.read, "read");
  const asked = [{ name: undefined, artifact: model, extraction }, ...others].map(async ({ name, artifact, extraction }) => {
    const [loaded, steps] = await Promise.all([loadModel(context.objects, artifact), loadEditSteps(extraction, context)]);
    return [name, { ...loaded, steps }] as const;
  });
  const models = new Map(await Promise.all(asked));
  const result = await search(request, models, {
    signal: context.signal,
    progress: (fraction) => context.progress(wholeProgress(TASK_PROGRESS.optimize.search, fraction), "optimize"),
  });
  const bytes = new TextEncoder().encode(JSON.stringify(result));
  return { result: await context.objects.put(`${context.outputPrefix}/result.json`, bytes), rows: result.solutions.length };
};
