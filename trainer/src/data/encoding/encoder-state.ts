/** Fitted state of an encoder, as a model stores it. */
import { seriesPeriod } from "@agatha/contracts";
import { z } from "zod";

/** Largest number of levels at which a text column becomes indicator columns. */
export const LEVEL_LIMIT = 50;

/** Parts of a date in UTC: days since the epoch, month 1 to 12, weekday 0 (Sunday) to 6, hour 0 to 23. */
export const DATE_PARTS = ["days", "month", "weekday", "hour"] as const;
export type DatePart = (typeof DATE_PARTS)[number];

/** Scaling of one encoded column: (value − center) ÷ scale. `fill` replaces a missing value; without it the result is NaN. */
const feature = z.object({ fill: z.number().optional(), center: z.number(), scale: z.number() });
export type Feature = z.infer<typeof feature>;

const encodedColumn = z.discriminatedUnion("type", [
  feature.extend({ type: z.literal("n"), name: z.string() }),
  z.object({ type: z.literal("d"), name: z.string(), parts: z.array(feature.extend({ part: z.enum(DATE_PARTS) })) }),
  /**
   * The number of the period that a time lies in, counted from the period of `origin`; of several series from the place of the one
   * that the row names (numeric/series/series-places.ts).
   */
  z.object({
    type: z.literal("p"),
    name: z.string(),
    origin: z.number(),
    period: seriesPeriod,
    timezone: z.string(),
    series: z
      .object({
        name: z.string(),
        names: z.array(z.string()),
        /** Columns of a hierarchy, which name a series together. */
        columns: z.array(z.string()).optional(),
      })
      .optional(),
  }),
  /** One indicator per level, 1 where the row has the level. `fill` is 0 in all of them, or left out in all of them. */
  z.object({ type: z.literal("s"), name: z.string(), indicators: z.array(feature.extend({ level: z.string() })) }),
]);
export type EncodedColumn = z.infer<typeof encodedColumn>;

export const encoderState = z.object({ columns: z.array(encodedColumn) });
export type EncoderState = z.infer<typeof encoderState>;

/** Returns the names of the columns of a table that an encoded column is made from. */
export function sourceColumns(column: EncodedColumn): string[] {
  if (column.type !== "p" || !column.series) return [column.name];
  return [column.name, ...(column.series.columns ?? [column.series.name])];
}
