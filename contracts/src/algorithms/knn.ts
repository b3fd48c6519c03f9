import { z } from "zod";
import { classBalance } from "./class-balance.js";
import { logResponse } from "./log-response.js";

/** k nearest neighbours (Cover and Hart 1967) on standardised columns. */
export const knnParams = () =>
  z.object({
    neighbours: z.int().min(1).max(500).default(5).describe("Nearest training rows that answer together; all rows where there are fewer."),
    distancePower: z
      .number()
      .min(0)
      .max(10)
      .default(0)
      .describe("A neighbour weighs 1 ÷ its distance to this power: 0 means all alike, 1 means by inverse distance."),
    balance: classBalance,
    logResponse,
  });
