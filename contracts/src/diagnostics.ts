/** How far a model's answers can be trusted, and why they are what they are. */
import { z } from "zod";

/**
 * Prediction ± `half_width` holds the actual value for `nominal` of the rows (split conformal prediction, Lei et al. 2018; where
 * errors were seen to fall with more rows, narrower by as much as they fall from the rows of the held-out fit to all rows).
 */
export const conformalInterval = z.object({
  nominal: z.number(),
  /** In the response's unit. */
  half_width: z.number(),
  /** Held-out rows whose errors it comes from. */
  rows: z.int(),
  /** Share of held-out rows that fell into intervals made from the other half of them (of a time series the later half, from the earlier); null with too few rows. */
  measured: z.number().nullable(),
});
export type ConformalInterval = z.infer<typeof conformalInterval>;

/** Means over rows, the lower the better: log loss in nats, Brier score (sum of squares over the classes), expected calibration error. */
export const probabilityMetrics = z.object({ log_loss: z.number(), brier: z.number(), ece: z.number() });
export type ProbabilityMetrics = z.infer<typeof probabilityMetrics>;

export const reliabilityBin = z.object({
  from: z.number(),
  to: z.number(),
  rows: z.int(),
  /** Mean probability that was predicted, and share of rows for which it came true. Null without rows. */
  predicted: z.number().nullable(),
  actual: z.number().nullable(),
});
export type ReliabilityBin = z.infer<typeof reliabilityBin>;

/** Probabilities p become (p + smoothing)^(1 / temperature), made to sum to 1 (after Guo et al. 2017): the likeliest class stays the same. */
export const calibration = z.object({
  method: z.enum(["none", "temperature"]),
  temperature: z.number().positive(),
  smoothing: z.number().min(0),
  /** On held-out rows; `after` by calibrations that were learned without the row. */
  before: probabilityMetrics,
  after: probabilityMetrics,
  /** Two classes: the probability of this one. Else that of the answered class, and null. */
  bins_of: z.string().nullable(),
  bins_before: z.array(reliabilityBin),
  bins_after: z.array(reliabilityBin),
});
export type Calibration = z.infer<typeof calibration>;

/** Told apart from all other classes by its probability, on held-out rows. Of two classes only the second is listed. */
export const rocCurve = z.object({
  label: z.string(),
  /** Null where the held-out rows have only this class or only others. */
  auc: z.number().nullable(),
  /** From (0, 0) to (1, 1), at most 101. */
  points: z.array(z.object({ fpr: z.number(), tpr: z.number() })),
});
export type RocCurve = z.infer<typeof rocCurve>;

/** Two classes, held-out rows: what happens when the second class is answered from this calibrated probability on. */
export const thresholdMetrics = z.object({
  threshold: z.number(),
  true_positives: z.int(),
  false_positives: z.int(),
  true_negatives: z.int(),
  false_negatives: z.int(),
  /** Null where nothing is answered, or nothing is, the second class. */
  precision: z.number().nullable(),
  recall: z.number().nullable(),
});
export type ThresholdMetrics = z.infer<typeof thresholdMetrics>;

/** What the model answers on average when a column has each of these values and all others are as they are (Friedman 2001). */
export const partialDependence = z.object({
  column: z.string(),
  /** Quantiles of a column of numbers or dates (milliseconds since the epoch), or the most frequent levels. */
  grid: z.array(z.union([z.number(), z.string()])),
  /** One a class; of other models one, without a label. Null where there is no number. */
  curves: z.array(z.object({ label: z.string().nullable(), values: z.array(z.number().nullable()) })),
});
export type PartialDependence = z.infer<typeof partialDependence>;

/** Where a row is beside the training data. */
export const distanceFromTraining = z.object({
  /** To the nearest of up to 500 training rows, in standard deviations. */
  nearest: z.number(),
  /** Share of those rows, 0 to 1, that have no other one further away than this. */
  percentile: z.number(),
  /** Further away than 99 % of the training rows are from each other: the model may know nothing here. */
  far: z.boolean(),
});
export type DistanceFromTraining = z.infer<typeof distanceFromTraining>;

/**
 * Shapley values: each row's contributions sum to `prediction` − `base`. value: the number that is answered. probability:
 * that of the answered class, or the share of the background with which the row stays in its cluster. log_odds: the
 * logarithm of the answered class's probability less the mean of the others'. score: the anomaly score. Probabilities are
 * those before calibration.
 */
export const explanation = z.object({
  of: z.enum(["value", "probability", "log_odds", "score"]),
  /**
   * linear: exact, against the means of the training rows. tree: exact, by the trees' own shares of training rows
   * (Lundberg et al. 2020, path-dependent). enumeration: exact, against a background of training rows. sampling: by
   * permutations against the same background.
   */
  method: z.enum(["linear", "tree", "enumeration", "sampling"]),
  /** What is answered on average, and for the row. */
  base: z.array(z.number()),
  prediction: z.array(z.number()),
  /** Sampling: the largest standard error among the row's contributions. */
  error: z.array(z.number()).optional(),
});
export type Explanation = z.infer<typeof explanation>;
