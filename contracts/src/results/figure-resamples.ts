/** Figures of a model on bootstrap resamples of its held-out rows. Models of the same rows have the same resamples. */
import { z } from "zod";
import { indicatorName } from "../kinds/indicators.js";

const figures = z.array(z.number().nullable());

export const figureResamples = z.object({
  /** Digest of the held-out rows. Only models with the same digest can be compared by these figures. */
  rows: z.string(),
  /** Number of groups that are drawn, or of rows where rows have no groups. */
  groups: z.int(),
  /** The figures of each resample: on the rows that were drawn, and on those that were not. Null where a figure is undefined. */
  figures: z.partialRecord(indicatorName, z.object({ inBag: figures, outOfBag: figures })),
});
export type FigureResamples = z.infer<typeof figureResamples>;
