/** Search for parameters of algorithms. */
import { z } from "zod";
import type { ModelType } from "./model-type.js";

/** Largest number of settings that a search tries. */
const MAX_CANDIDATES = 500;

/** Figures that a search for settings can follow. They bear the names that automatic training ranks by. */
export const TUNING_MEASURES = {
  REGRESSION: ["RMSE", "MAE", "MAAPE"],
  CLASSIFICATION: ["accuracy", "macroF1", "log_loss", "roc_auc", "kappa", "cost"],
} as const;
export const tuningMeasure = z.enum([...TUNING_MEASURES.REGRESSION, ...TUNING_MEASURES.CLASSIFICATION]);
export type TuningMeasure = z.infer<typeof tuningMeasure>;

export const tuningParams = z
  .object({
    seconds: z.int().min(1).max(86400).default(60).describe("Time in seconds after which no further setting is tried."),
    candidates: z.int().min(2).max(MAX_CANDIDATES).default(27).describe("Number of settings to try, including the defaults."),
    measure: tuningMeasure
      .optional()
      .describe("Figure on inner folds that the search follows. When left out: RMSE, accuracy, or cost if wrong answers have costs."),
  })
  .describe("Search for better parameters, on training rows only.");
export type TuningParams = z.infer<typeof tuningParams>;

/** Returns why a model of this type cannot be tuned so; undefined if it can. */
export function tuningProblem(tuning: TuningParams | undefined, type: ModelType, hasCosts: boolean): string | undefined {
  if (!tuning) return undefined;
  if (type !== "REGRESSION" && type !== "CLASSIFICATION") return "settings are searched for a response only: leave tuning out";
  const measures: readonly TuningMeasure[] = TUNING_MEASURES[type];
  if (tuning.measure === undefined) return undefined;
  if (!measures.includes(tuning.measure)) return `${type} is not tuned by ${tuning.measure}: choose one of ${measures.join(", ")}`;
  return tuning.measure === "cost" && !hasCosts
    ? "tuning by cost needs the costs of wrong answers: add them, or choose another measure"
    : undefined;
}
