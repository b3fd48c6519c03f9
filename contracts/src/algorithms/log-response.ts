import { z } from "zod";

/** Whether a regression learns the logarithm of its response. Ratios then count, as in prices, durations and counts. */
export const logResponse = z
  .boolean()
  .default(false)
  .describe("Whether the logarithm of the response is learned, which needs values above 0 (regression only).");
