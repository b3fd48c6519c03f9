import { z } from "zod";
import { contamination } from "./contamination.js";
import { networkTraining } from "./dnn.js";

/** Reconstruction error of an autoencoder (Hawkins, He, Williams and Baxter 2002) on standardised columns. */
export const aennParams = () =>
  z.object({
    outerLayer: z.int().min(0).max(512).default(0).describe("Units of the first and third hidden layer; 0 means half of the columns."),
    innerLayer: z.int().min(0).max(512).default(0).describe("Units of the layer between them; 0 means a quarter of the columns."),
    trusted: z
      .number()
      .min(0.5)
      .max(1)
      .default(0.5)
      .describe("Share of rows learned from: those that the network makes again best, so that outliers do not teach it."),
    ...networkTraining,
    learningRate: z.number().min(0.00001).max(0.1).default(0.003).describe("Greatest change of a weight in the first step; it falls to 0."),
    batchSize: networkTraining.batchSize.default(64).describe("Training rows to a step."),
    l2: z.number().min(0).max(10_000).default(200).describe("Half of it times the sum of squared weights is added to the sum of losses."),
    patience: networkTraining.patience.default(10).describe("Passes without progress on rows set aside, after which training stops."),
    contamination,
  });
