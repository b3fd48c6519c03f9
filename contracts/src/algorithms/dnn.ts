import { z } from "zod";
import { logResponse } from "./log-response.js";

/** Settings that all networks share. They train with Adam (Kingma and Ba 2015) on mini-batches. */
export const networkTraining = {
  epochs: z.int().min(1).max(5000).default(100).describe("Passes over the training rows at the most."),
  batchSize: z.int().min(1).max(4096).default(32).describe("Training rows to a step."),
  patience: z.int().min(1).max(5000).default(30).describe("Passes without progress on rows set aside, after which training stops."),
};

/** Feed-forward network with rectified linear layers (He et al. 2015) on standardised columns. */
export const dnnParams = () =>
  z.object({
    firstLayer: z.int().min(1).max(512).default(64).describe("Units of the first hidden layer."),
    secondLayer: z.int().min(0).max(512).default(32).describe("Units of the second hidden layer; 0 means there is none."),
    thirdLayer: z.int().min(0).max(512).default(0).describe("Units of the third hidden layer; 0 means there is none."),
    ...networkTraining,
    learningRate: z.number().min(0.00001).max(0.1).default(0.01).describe("Greatest change of a weight in the first step; it falls to 0."),
    l2: z.number().min(0).max(1000).default(1).describe("Half of it times the sum of squared weights is added to the sum of losses."),
    balance: z
      .number()
      .min(0)
      .max(1)
      .default(0)
      .describe("A row weighs 1 ÷ its class's rows to this power: 0 means all rows alike, 1 all classes alike (classification only)."),
    logResponse,
  });
