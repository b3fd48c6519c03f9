import { z } from "zod";
import { contamination } from "./contamination.js";
import { logResponse } from "./log-response.js";

const kernel = z
  .int()
  .min(0)
  .max(1)
  .default(0)
  .describe("How rows are compared: 0 by distance (radial basis function), 1 by product (linear).");
const kernelGamma = z
  .number()
  .min(0)
  .max(1000)
  .default(0)
  .describe("How fast likeness falls with distance; 0 means 1 ÷ (columns · variance of all numbers).");
const tolerance = z.number().min(0.000001).max(0.1).default(0.001).describe("Violation of the optimum's conditions at which to end.");
const maxIterations = z.int().min(1).max(10_000_000).default(1_000_000).describe("Iterations at the most, for each pair of classes.");

/** Support vector machine (Cortes and Vapnik 1995) on standardised columns. A numeric response is standardised too. */
export const svmParams = () =>
  z.object({
    cost: z.number().min(0.001).max(10_000).default(1).describe("What an error costs, beside the smoothness of the answer."),
    epsilon: z
      .number()
      .min(0)
      .max(2)
      .default(0.1)
      .describe("Error that costs nothing, in standard deviations of the target (regression only)."),
    kernel,
    kernelGamma,
    classBalance: z
      .number()
      .min(0)
      .max(1)
      .default(0)
      .describe("How far rare classes weigh more: 0 means every row alike, 1 every class alike (classification only)."),
    logResponse,
    tolerance,
    maxIterations,
  });
/** One-class support vector machine (Schölkopf and others 2001) on standardised columns. */
export const ocsParams = () =>
  z.object({
    nu: z.number().min(0.001).max(1).default(0.1).describe("Share of training rows outside the region, about."),
    kernel,
    kernelGamma,
    tolerance,
    maxIterations: maxIterations.describe("Iterations at the most."),
    contamination,
  });
