/** Limits of the answers of a regression. Pure. */
import { responseLimits } from "@agatha/contracts/kinds/response-limits";
import type { CreateModelRequest } from "@agatha/contracts/wire";
import type { ColumnOption } from "./column-options.js";
import { isTimeSeries, modelTypeOf, type TrainingDraft } from "./draft.js";

/** Returns true if the model of the draft can have limits. */
export function hasResponseLimits(draft: TrainingDraft): boolean {
  return draft.goal === "predict" && draft.target !== null && modelTypeOf(draft) === "REGRESSION" && !isTimeSeries(draft);
}

/** Returns the limits of the request, if the draft asks for others than those of the data. */
export function responseLimitsOf(draft: TrainingDraft): Pick<CreateModelRequest, "response_limits"> {
  const { by, lower, upper } = draft.responseLimits;
  if (by === "data" || !hasResponseLimits(draft)) return {};
  if (by === "none") return { response_limits: {} };
  return { response_limits: { ...(lower.trim() && { lower: Number(lower) }), ...(upper.trim() && { upper: Number(upper) }) } };
}

/** Returns true unless a typed limit is no number, or the lower one is not below the upper one. */
export function areResponseLimitsValid(draft: TrainingDraft): boolean {
  const { response_limits: limits } = responseLimitsOf(draft);
  if (!limits) return true;
  const { lower = Number.NEGATIVE_INFINITY, upper = Number.POSITIVE_INFINITY } = limits;
  return responseLimits.safeParse(limits).success && lower < upper;
}

/** Returns 1 or 100 if all values of the target are from 0 to it, and some are it: they may be shares, which end there. */
export function possibleUpperLimit({ target }: TrainingDraft, choices: readonly ColumnOption[]): number | undefined {
  const { min, max } = choices.find(({ column }) => column.name === target)?.column.stats ?? {};
  return typeof min === "number" && min >= 0 && (max === 1 || max === 100) ? max : undefined;
}
