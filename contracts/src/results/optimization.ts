/** Settings that a search found, as the trainer writes them. */
import { z } from "zod";
import { optimizationGoal } from "../kinds/optimization.js";
import { beyondKnown, distanceFromTraining } from "./diagnostics.js";

const reachedGoal = z.object({
  /** Predicted number, probability of the class, or value of the input. */
  prediction: z.number(),
  /** Contains the actual value in a share `level` of cases. Present for a number, if the model has intervals. */
  interval: z.object({ lower: z.number(), upper: z.number(), level: z.number() }).optional(),
  /** The prediction is beyond all values of the target in training. */
  beyond: beyondKnown.optional(),
  /** Whether a limit is kept. Limits only. */
  met: z.boolean().optional(),
  /** From 0, not acceptable, to 1, all that is wanted. Present for several goals max, min and value. */
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
      /** Predicted value of the target. */
      prediction: z.number(),
      /** The target, then each further goal. Absent in results of earlier versions. */
      goals: z.array(reachedGoal).optional(),
      /** Weighted geometric mean of the desirabilities of several goals max, min and value (Derringer and Suich 1980). */
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
