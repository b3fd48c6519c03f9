/** Search for inputs that reach goals: predictions of a model, or of several models of one dataset. */
import { z } from "zod";
import { reference } from "./meta.js";

const column = z.string().min(1).max(512);
const finite = z.number();
const time = z.iso.datetime().max(40);

export const optimizationGoal = z
  .object({
    goal: z
      .enum(["max", "min", "value", "at_least", "at_most"])
      .describe("Whether it is to be as large, as small, or as near to a value as can be, or to keep a limit before all other goals."),
    value: finite.optional().describe("The value to come near to, or the limit; needed by the goals value, at_least and at_most."),
    label: z.string().min(1).max(512).optional().describe("Of a model of classes: the class whose probability, from 0 to 1, is meant."),
    column: column.optional().describe("A numeric input that is meant instead of a prediction."),
    model: reference
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
