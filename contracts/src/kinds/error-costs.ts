import { z } from "zod";

const label = z.string().max(512);
const cost = z.number().min(0).max(1e9);

/** Costs of wrong answers. */
export const errorCosts = z
  .object({
    weights: z
      .record(label, cost)
      .meta({ maxProperties: 100 })
      .optional()
      .describe("Weight of each class: the cost of any wrong answer for a row of it; 1 for classes that are left out."),
    cells: z
      .array(
        z
          .object({
            actual: label.describe("Class of the row."),
            predicted: label.describe("Class of the answer."),
            cost: cost.describe("Cost of the answer."),
          })
          .describe("Cost of one wrong answer."),
      )
      .max(1000)
      .optional()
      .describe("Costs of single wrong answers, before those by weights."),
  })
  .describe(
    "Classification: what wrong answers cost. The answer is the class of least expected cost, the figures are those of this answer, and probabilities stay as they are. Without weights and cells all classes weigh alike: each wrong answer costs 1 ÷ the share of the row's class.",
  );
export type ErrorCosts = z.infer<typeof errorCosts>;

/** Returns why error costs cannot hold for a model of this type; undefined if they can. */
export function errorCostsProblem(costs: ErrorCosts | undefined, type: string): string | undefined {
  return costs && type !== "CLASSIFICATION" ? "wrong answers have costs among classes only: leave them out" : undefined;
}
