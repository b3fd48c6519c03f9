/** Complex exponential smoothing, whose form is chosen by the corrected Akaike criterion. */
import { z } from "zod";
import { minimizeBfgs } from "../../numeric/bfgs.js";
import { seasonalIndices } from "../../numeric/series/seasonal-decomposition.js";
import { createYielder, type YieldToEventLoop } from "../../numeric/yield-to-event-loop.js";
import type { Forecaster } from "../base/series-method.js";
import { type CesModel, cesModel, cesState, continueCes, initialCesState, runCes } from "./complex-smoothing.js";

const fitted = z.object({ model: cesModel, start: cesState });

type Form = CesModel["form"];
/** Parameters of each form, and their starts. */
const STARTS: Record<Form, readonly number[]> = { none: [1.3, 1], simple: [1.3, 1], partial: [1.3, 1, 0.1], full: [1.3, 1, 1.3, 1] };

export const ces: Forecaster<"CES", z.infer<typeof fitted>> = {
  name: "CES",
  fitted,
  async fit(series, { season }, context) {
    const isSeasonal = season > 1 && series.length >= 2 * season + 2;
    const indices = isSeasonal ? seasonalIndices(series, season, "additive") : new Float64Array(0);
    const forms: Form[] = isSeasonal ? ["none", "simple", "partial", "full"] : ["none"];
    const yieldToEventLoop = createYielder(context);
    let best: { model: CesModel; criterion: number } | undefined;
    for (const form of forms) {
      const found = await fitForm(series, indices, { form, season: isSeasonal ? season : 1 }, yieldToEventLoop);
      if (!best || found.criterion < best.criterion) best = found;
    }
    const { model } = best as { model: CesModel };
    return { model, start: initialCesState(series, indices, model) };
  },
  run(series, { model, start }) {
    const run = runCes(series, start, model);
    return { fitted: run.fitted, forecast: (horizon) => continueCes(run, model, series.length, horizon) };
  },
};

async function fitForm(
  series: Float64Array,
  indices: Float64Array,
  { form, season }: Pick<CesModel, "form" | "season">,
  yieldToEventLoop: YieldToEventLoop,
) {
  const start = STARTS[form];
  const modelAt = (point: Float64Array): CesModel => {
    const [a, b, c = 0, d = 0] = start.map((value, i) => value + point[i]);
    return { form, season, alpha: [a, b], beta: form === "simple" ? [a, b] : [c, d] };
  };
  const n = series.length;
  const cost = (point: Float64Array): number => {
    const model = modelAt(point);
    const { squares } = runCes(series, initialCesState(series, indices, model), model);
    return 0.5 * n * Math.log(squares / n + Number.MIN_VALUE);
  };
  const { point, value } = await minimizeBfgs(cost, new Float64Array(start.length), yieldToEventLoop);
  // The variance is a parameter too.
  const parameters = start.length + 1;
  const spare = n - parameters - 1;
  const criterion = spare > 0 ? 2 * value + 2 * parameters + (2 * parameters * (parameters + 1)) / spare : Number.MAX_VALUE;
  return { model: modelAt(point), criterion: Number.isNaN(criterion) ? Number.POSITIVE_INFINITY : criterion };
}
