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
      .describe(
        "max and min: as large or as small as possible. value: as near to the value as possible. at_least and at_most: a limit that comes before all other goals.",
      ),
    value: finite.optional().describe("The value to reach, or the limit. Required for the goals value, at_least and at_most."),
    label: z.string().min(1).max(512).optional().describe("Classification: the class whose probability, from 0 to 1, the goal is about."),
    column: column.optional().describe("A numeric input that the goal is about, instead of a prediction."),
    model: reference
      .optional()
      .describe("Another model of the same dataset whose prediction the goal is about. When left out, it is the model of the request."),
    weight: z
      .number()
      .min(0.1)
      .max(10)
      .optional()
      .describe("Importance relative to the search's other goals max, min and value; 1 when left out."),
  })
  .describe("A goal of the search.");
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
        "Of a number: only values at whole steps from min are tried. When left out, any value is tried, or whole numbers if training has only these.",
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
    goals: z.array(optimizationGoal).max(9).default([]).describe("Further goals, pursued together with the target."),
    variables: z.array(optimizationVariable).max(500).default([]).describe("Inputs whose range differs from that in training."),
    constraints: z.array(linearConstraint).max(50).default([]).describe("Rules that all settings keep."),
    solutions: z.int().min(1).max(20).default(5).describe("Largest number of clearly different settings to find."),
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
