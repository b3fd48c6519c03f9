/** Limits of the answers of a regression. Pure. */
import { responseLimits } from "@agatha/contracts/kinds/response-limits";
import type { CreateModelRequest } from "@agatha/contracts/wire";
import type { ColumnOption } from "./column-options.js";
import { isTimeSeries, modelTypeOf, type ResponseLimitsDraft, type TrainingDraft } from "./draft.js";

type ValueRange = Pick<ColumnOption["column"]["stats"], "min" | "max">;

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

/** Returns true unless no limit is typed where own ones are asked for, one is no number, or the lower one is not below the upper one. */
export function areResponseLimitsValid(draft: TrainingDraft): boolean {
  const { response_limits: limits } = responseLimitsOf(draft);
  if (!limits || draft.responseLimits.by === "none") return true;
  const { lower = Number.NEGATIVE_INFINITY, upper = Number.POSITIVE_INFINITY } = limits;
  return Object.keys(limits).length > 0 && responseLimits.safeParse(limits).success && lower < upper;
}

/** Returns the least and the greatest value of the target; undefined if edit steps change its values. */
export function rangeOfTarget({ target }: TrainingDraft, choices: readonly ColumnOption[]): ValueRange | undefined {
  const choice = choices.find(({ column }) => column.name === target);
  return choice && choice.edited !== "values" ? choice.column.stats : undefined;
}

/** Returns 1 or 100 if all values of the target are from 0 to it, and some are it: they may be shares, which end there. */
export function possibleUpperLimit(range: ValueRange | undefined): number | undefined {
  return isNeverNegative(range) && (range?.max === 1 || range?.max === 100) ? range.max : undefined;
}

/**
 * Returns the limits to begin with after this choice. The user's own begin with the lower limit by the data, so that who sets an upper
 * limit alone keeps it.
 */
export function chooseLimits(
  limits: ResponseLimitsDraft,
  by: ResponseLimitsDraft["by"],
  range: ValueRange | undefined,
): ResponseLimitsDraft {
  const isBlank = limits.lower.trim() === "" && limits.upper.trim() === "";
  return { ...limits, by, ...(by === "own" && isBlank && isNeverNegative(range) && { lower: "0" }) };
}

const isNeverNegative = (range: ValueRange | undefined): boolean => typeof range?.min === "number" && range.min >= 0;
