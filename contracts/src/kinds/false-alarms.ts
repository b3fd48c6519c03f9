import { z } from "zod";

/** A budget for the false alarms of an outlier detector. */
export const falseAlarms = z
  .object({
    atMost: z.number().min(0.000001).max(1e9).describe("Number of false alarms that are allowed."),
    outOf: z.int().min(1).max(1e9).describe("Number of rows or alarms among which they are allowed, such as the rows of a week."),
    of: z
      .enum(["rows", "alarms"])
      .default("rows")
      .describe(
        "rows: each row is judged by itself, and atMost of outOf normal rows raise a false alarm. alarms: rows that are predicted together are judged together, and atMost of outOf alarms are false (false discovery rate).",
      ),
  })
  .describe("How many false alarms an outlier detector may raise, expected over new rows.");
export type FalseAlarms = z.infer<typeof falseAlarms>;

/** Largest share that a budget may allow. */
const MAX_SHARE = 0.5;

/** Returns the allowed share of normal rows, or of alarms. */
export function falseAlarmShare({ atMost, outOf }: FalseAlarms): number {
  return atMost / outOf;
}

/**
 * Returns what is wrong with a budget for models of the type, or undefined. `maxFpr` is the request's limit on flagged rows. That
 * limit judges each row by itself.
 */
export function falseAlarmProblem(budget: FalseAlarms | undefined, type: string, maxFpr = 1): string | undefined {
  if (budget === undefined) return undefined;
  if (type !== "OCC") return `only outlier detection (OCC) raises alarms: leave it out of a model of type ${type}`;
  if (falseAlarmShare(budget) > MAX_SHARE) return `allows ${budget.atMost} of ${budget.outOf}: allow every second at the most`;
  if (budget.of === "rows" || maxFpr === 1) return undefined;
  return "a limit out of alarms judges rows together, and one on flagged rows judges each by itself: leave one of the two out, or limit false alarms out of rows";
}
