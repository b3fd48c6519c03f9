/** Search for inputs that reach goals: predictions of a model, or of several models of one dataset. */
import { z } from "zod";
import { distanceFromTraining } from "../results/diagnostics.js";
import { resourceName } from "./meta.js";

const column = z.string().min(1).max(512);
const finite = z.number();
const time = z.iso.datetime();

const optimizationGoal = z
  .object({
    goal: z
      .enum(["max", "min", "value", "at_least", "at_most"])
      .describe("Whether it is to be as large, as small, or as near to a value as can be, or to keep a limit before all other goals."),
    value: finite.optional().describe("The value to come near to, or the limit; needed by the goals value, at_least and at_most."),
    label: z.string().min(1).max(512).optional().describe("Of a model of classes: the class whose probability, from 0 to 1, is meant."),
    column: column.optional().describe("A numeric input that is meant instead of a prediction."),
    model: resourceName
      .optional()
      .describe("Another model of the same dataset that predicts what is meant; the model that is asked when left out."),
    weight: z
      .number()
      .min(0.1)
      .max(10)
      .optional()
      .describe("Importance beside the goals max, min and value of the search; 1 when left out."),
  })
  .describe("What is to be reached.");
export type OptimizationGoal = z.infer<typeof optimizationGoal>;

const optimizationVariable = z
  .object({
    column: column.describe("An input of the model."),
    min: finite.optional().describe("Of a number: least value; the least in training when left out."),
    max: finite.optional().describe("Of a number: greatest value; the greatest in training when left out."),
    step: z
      .number()
      .min(1e-9)
      .optional()
      .describe(
        "Of a number: only values at whole steps from min are tried. Any value when left out, and whole numbers where training has only these.",
      ),
    fixed: finite.optional().describe("Of a number: the one value that the input has."),
    choices: z
      .array(z.string().max(512))
      .min(1)
      .max(50)
      .optional()
      .describe("Of a text: values that are tried; all of the training when left out."),
    earliest: time.optional().describe("Of a date: the first that is tried; the first in training when left out."),
    latest: time.optional().describe("Of a date: the last that is tried; the last in training when left out."),
  })
  .describe("Where one input may move.");
export type OptimizationVariable = z.infer<typeof optimizationVariable>;

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
    goals: z.array(optimizationGoal).max(9).default([]).describe("Further goals, which are pursued together with the target."),
    variables: z.array(optimizationVariable).max(500).default([]).describe("Inputs whose range differs from that in training."),
    constraints: z.array(linearConstraint).max(50).default([]).describe("Rules that all settings keep."),
    solutions: z.int().min(1).max(20).default(5).describe("How many clearly different settings are wanted at the most."),
    apart: z
      .number()
      .min(0)
      .max(10)
      .default(0.5)
      .describe("Least distance between two proposals, where 1 is the standard deviation of an input in training."),
    seed: z.int().min(0).max(4294967295).default(1).describe("Seed of the search, so that it can be repeated."),
  })
  .describe("What is searched, and within which bounds.");
export type OptimizationRequest = z.infer<typeof optimizationRequest>;

/** Side of the target's values in training on which a prediction lies. */
export const beyondKnown = z.enum(["above", "below"]);
export type BeyondKnown = z.infer<typeof beyondKnown>;

const reachedGoal = z.object({
  /** Predicted number, probability of the class, or value of the input. */
  prediction: z.number(),
  /** Of a predicted number, if the model has intervals: contains the actual value in a share `level` of cases. */
  interval: z.object({ lower: z.number(), upper: z.number(), level: z.number() }).optional(),
  /** The prediction is beyond all values of the target in training. */
  beyond: beyondKnown.optional(),
  /** Of a limit: whether it is kept. */
  met: z.boolean().optional(),
  /** Of several goals max, min and value: from 0, not acceptable, to 1, all that is wanted. */
  desirability: z.number().optional(),
});
export type ReachedGoal = z.infer<typeof reachedGoal>;

export const optimizationResult = z.object({
  target: optimizationGoal,
  /** Best first. Each solution is at least `apart` of the request away from earlier ones. */
  solutions: z.array(
    z.object({
      /** Numbers, texts, and dates in ISO 8601. */
      settings: z.record(z.string(), z.union([z.number(), z.string()])),
      /** Of the target. */
      prediction: z.number(),
      /** Of the target and then of each further goal. Absent in results of earlier versions. */
      goals: z.array(reachedGoal).optional(),
      /** Of several goals max, min and value: weighted geometric mean of their desirabilities (Derringer and Suich 1980). */
      desirability: z.number().optional(),
      /**
       * Distance of the settings from the training ranges: the root mean square over the inputs of the distance to the range in
       * training, as a fraction of that range. It is 0 within the range.
       */
      outside_by: z.number().min(0),
      /** Inputs outside their range in training. */
      outside: z.array(z.string()),
      /** Inputs of whole numbers with a value that never occurs in training. Absent in results of earlier versions. */
      unseen: z.array(z.string()).optional(),
      /** Distance from the training rows; of several models, the greatest. Absent in results of earlier versions. */
      distance: distanceFromTraining.optional(),
    }),
  ),
  /** Number of settings that the search evaluated. */
  evaluations: z.int(),
});
export type OptimizationResult = z.infer<typeof optimizationResult>;
