/** Search for settings that make a model's prediction largest, smallest, or closest to a value. */
import { z } from "zod";

const column = z.string().min(1).max(512);
const finite = z.number();

const optimizationGoal = z
  .object({
    goal: z.enum(["max", "min", "value"]).describe("Whether the prediction is to be as large, as small, or as near to a value as can be."),
    value: finite.optional().describe("The value to come near to; needed by the goal value."),
  })
  .describe("What the prediction is to become.");
export type OptimizationGoal = z.infer<typeof optimizationGoal>;

const optimizationVariable = z
  .object({
    column: column.describe("A numeric input of the model."),
    min: finite.optional().describe("Least value; the least in training when left out."),
    max: finite.optional().describe("Greatest value; the greatest in training when left out."),
    step: z.number().min(1e-9).optional().describe("Only values at whole steps from min are tried; any value when left out."),
    fixed: finite.optional().describe("The one value that the input has."),
  })
  .describe("Where one input may move.");

const linearConstraint = z
  .object({
    terms: z
      .array(
        z
          .object({
            column: column.describe("A numeric input of the model."),
            coefficient: finite.describe("What its value is multiplied by."),
          })
          .describe("One summand."),
      )
      .min(1)
      .max(100)
      .describe("The sum of these products is compared."),
    relation: z.enum(["<=", ">=", "="]).describe("How the sum compares with the value."),
    value: finite.describe("What the sum is compared with."),
  })
  .describe("A linear rule that the settings keep.");
export type LinearConstraint = z.infer<typeof linearConstraint>;

/** Unlisted inputs vary over their range in training. */
export const optimizationRequest = z
  .object({
    target: optimizationGoal,
    variables: z.array(optimizationVariable).max(500).default([]).describe("Inputs whose range differs from that in training."),
    constraints: z.array(linearConstraint).max(50).default([]).describe("Rules that all settings keep."),
    solutions: z.int().min(1).max(20).default(5).describe("How many clearly different settings are wanted at the most."),
    seed: z.int().min(0).max(4294967295).default(1).describe("Seed of the search, so that it can be repeated."),
  })
  .describe("What is searched, and within which bounds.");
export type OptimizationRequest = z.infer<typeof optimizationRequest>;

export const optimizationResult = z.object({
  target: optimizationGoal,
  /** Best first. Each solution differs clearly from earlier ones. */
  solutions: z.array(
    z.object({
      settings: z.record(z.string(), z.number()),
      prediction: z.number(),
      /**
       * Distance of the settings from the training data: the root mean square over the inputs of the distance to the range in
       * training, as a fraction of that range. It is 0 within the range.
       */
      outside_by: z.number().min(0),
      /** Inputs outside their range in training. */
      outside: z.array(z.string()),
    }),
  ),
  /** Number of settings that the search evaluated. */
  evaluations: z.int(),
});
export type OptimizationResult = z.infer<typeof optimizationResult>;
