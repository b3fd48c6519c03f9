import { z } from "zod";

/** Intermittent demand (Croston 1972; Syntetos and Boylan 2005; Teunter, Syntetos and Babai 2011). */
export const crostonParams = () =>
  z.object({
    correction: z
      .enum(["none", "SBA", "TSB"])
      .default("SBA")
      .describe("none: demand ÷ interval. SBA removes its bias. TSB smooths the chance of a demand, which falls while none comes."),
  });
