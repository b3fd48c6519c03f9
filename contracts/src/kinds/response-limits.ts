import { z } from "zod";
import { withCelRules } from "./meta.js";

const ORDER = "the lower limit has to be below the upper one";

/** Kubernetes compares whole numbers with bounds as 64-bit integers, so bounds beyond those refuse all of them. */
const MOST = 1e18;

/** Limits within which the answers of a regression stay, in the response's unit. Any of them may be left out. */
export const responseLimits = withCelRules(
  z.object({
    lower: z.number().min(-MOST).max(MOST).optional().describe("Least possible value of the response."),
    upper: z.number().min(-MOST).max(MOST).optional().describe("Greatest possible value of the response."),
  }),
  { rule: "!has(self.lower) || !has(self.upper) || self.lower < self.upper", message: ORDER, fieldPath: ".lower" },
).describe(
  "Regression: the least and the greatest possible value of the response. Answers beyond become these values. Without lower and upper, answers have no limits. When left out, the data decide: 0 for a response that is never below it, and 1 or 100 for one that is a share or a percentage by its name.",
);
export type ResponseLimits = z.infer<typeof responseLimits>;

/** Returns why limits cannot hold for a model; undefined if they can. */
export function responseLimitsProblem(
  limits: ResponseLimits | undefined,
  { type, isSeries }: { type: string; isSeries: boolean },
): string | undefined {
  if (!limits) return undefined;
  if (type !== "REGRESSION") return "only numbers have limits: leave them out";
  if (isSeries) return "forecasts find their limit in the data: leave limits out";
  const { lower = Number.NEGATIVE_INFINITY, upper = Number.POSITIVE_INFINITY } = limits;
  return lower < upper ? undefined : ORDER;
}

/** Returns the number, or the limit that it is beyond. */
export function withinLimits(
  value: number,
  { lower = Number.NEGATIVE_INFINITY, upper = Number.POSITIVE_INFINITY }: ResponseLimits,
): number {
  return Math.max(lower, Math.min(upper, value));
}
