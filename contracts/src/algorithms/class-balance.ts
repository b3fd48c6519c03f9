import { z } from "zod";

/** Strength of the class weights of methods that apply them after the fit, as a misclassification cost per class. */
export const classBalance = z
  .number()
  .min(0)
  .max(1)
  .default(0)
  .describe("Classes weigh 1 ÷ their rows to this power: 0 means by their rows, 1 all classes alike (classification only).");
