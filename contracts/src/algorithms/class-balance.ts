import { z } from "zod";

/** How far rare classes count more, of methods that are told after the fit: what each class costs when it is not seen. */
export const classBalance = z
  .number()
  .min(0)
  .max(1)
  .default(0)
  .describe("Classes weigh 1 ÷ their rows to this power: 0 means by their rows, 1 all classes alike (classification only).");
