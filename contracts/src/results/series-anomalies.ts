import { z } from "zod";

/**
 * spike: values away from their forecasts for a short time. level_shift: the series continues at another level. season_change: the
 * values repeat in another seasonal pattern from then on.
 */
const anomalyKind = z.enum(["spike", "level_shift", "season_change"]);
export type AnomalyKind = z.infer<typeof anomalyKind>;

/** Most anomalies that a model lists: the least probable ones. */
export const ANOMALY_LIMIT = 200;
/** Largest numbers of columns of series whose history a model describes, and of latest periods of each. */
export const ANOMALY_LINE_LIMIT = 8;
export const ANOMALY_POINT_LIMIT = 1000;

const place = {
  /** Name of the series, where there are several. */
  series: z.string().optional(),
  column: z.string(),
};

const seriesAnomaly = z.object({
  ...place,
  kind: anomalyKind,
  /** First and last time of an alarm. */
  time: z.iso.datetime(),
  until: z.iso.datetime(),
  /** Number of periods with an alarm. */
  periods: z.int(),
  /** Value that is furthest from its forecast, and the forecast. */
  value: z.number(),
  expected: z.number(),
  p_value: z.number(),
});
export type SeriesAnomaly = z.infer<typeof seriesAnomaly>;

/** Anomalies in the series that a model learned from, in order of time, and the series themselves. */
export const seriesAnomalies = z.object({
  anomalies: z.array(seriesAnomaly),
  /** The columns with the most anomalies first. */
  lines: z.array(
    z.object({
      ...place,
      points: z.array(z.object({ time: z.iso.datetime(), value: z.number().nullable(), expected: z.number() })),
    }),
  ),
});
export type SeriesAnomalies = z.infer<typeof seriesAnomalies>;
