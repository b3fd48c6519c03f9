/** Diagnostics of a model: how reliable its predictions are, and how they arise. */
import { z } from "zod";

/**
 * Prediction ± `half_width` contains the actual value for a share `nominal` of the rows (split conformal prediction, Lei et al.
 * 2018). If errors fall as rows increase, the interval is narrowed by their decrease from the rows of the held-out fit to all
 * rows.
 */
export const conformalInterval = z.object({
  nominal: z.number(),
  /** In the response's unit. */
  half_width: z.number(),
  /** Number of held-out rows whose errors determine the interval. */
  rows: z.int(),
  /**
   * Measured coverage: share of held-out rows within intervals computed from the other half of them. A time series uses the later
   * half, with intervals from the earlier. Null with too few rows.
   */
  measured: z.number().nullable(),
  /** Models of earlier versions: bounds of the intervals of a share of a whole, 0 and 1, or 0 and 100, which their answers lack. */
  limits: z.object({ lower: z.number(), upper: z.number() }).optional(),
});
export type ConformalInterval = z.infer<typeof conformalInterval>;

/** Means over rows, lower is better: log loss in nats, Brier score (sum of squares over the classes), expected calibration error. */
export const probabilityMetrics = z.object({ log_loss: z.number(), brier: z.number(), ece: z.number() });
export type ProbabilityMetrics = z.infer<typeof probabilityMetrics>;

const reliabilityBin = z.object({
  from: z.number(),
  to: z.number(),
  rows: z.int(),
  /** Mean predicted probability, and share of rows in which the event occurred. Null without rows. */
  predicted: z.number().nullable(),
  actual: z.number().nullable(),
});
export type ReliabilityBin = z.infer<typeof reliabilityBin>;

/**
 * Maps probabilities p to (p + smoothing)^(1 / temperature), normalised to sum to 1 (after Guo et al. 2017). The likeliest class
 * does not change.
 */
export const calibration = z.object({
  method: z.enum(["none", "temperature"]),
  temperature: z.number().positive(),
  smoothing: z.number().min(0),
  /** Metrics on held-out rows. `after` uses calibrations fitted without the row. */
  before: probabilityMetrics,
  after: probabilityMetrics,
  /** With two classes, the class whose probability is binned. With more, null: the bins hold the probability of the predicted class. */
  bins_of: z.string().nullable(),
  bins_before: z.array(reliabilityBin),
  bins_after: z.array(reliabilityBin),
});
export type Calibration = z.infer<typeof calibration>;

/**
 * ROC curve of one class against all others by its probability, on held-out rows. Of two classes, earlier models have that of the
 * second alone.
 */
export const rocCurve = z.object({
  label: z.string(),
  /** Null if the held-out rows contain only this class or only others. */
  auc: z.number().nullable(),
  /** Sum over the thresholds of precision × the recall that each adds. Null without rows of the class; absent for earlier models. */
  average_precision: z.number().nullable().optional(),
  /** From (0, 0) to (1, 1), at most 101 points. */
  points: z.array(z.object({ fpr: z.number(), tpr: z.number() })),
});
export type RocCurve = z.infer<typeof rocCurve>;

/** Two classes, held-out rows: metrics when the model predicts the second class from this calibrated probability upwards. */
export const thresholdMetrics = z.object({
  threshold: z.number(),
  true_positives: z.int(),
  false_positives: z.int(),
  true_negatives: z.int(),
  false_negatives: z.int(),
  /** Precision is null if no row is predicted to be of the second class; recall is null if no row is of it. */
  precision: z.number().nullable(),
  recall: z.number().nullable(),
});
export type ThresholdMetrics = z.infer<typeof thresholdMetrics>;

/** Mean prediction when the column has each of these values and all other columns keep theirs (Friedman 2001). */
export const partialDependence = z.object({
  column: z.string(),
  /** Quantiles of a numeric or date column (dates in milliseconds since the epoch), or the most frequent levels. */
  grid: z.array(z.union([z.number(), z.string()])),
  /** One curve per class; other models have one curve without a label. A value is null if the mean is not a number. */
  curves: z.array(
    z.object({
      label: z.string().nullable(),
      values: z.array(z.number().nullable()),
      /**
       * Individual conditional expectation (Goldstein et al. 2015): the predictions for single held-out rows, with seven digits.
       * Absent beyond the eighth class, and for earlier models.
       */
      individual: z.array(z.object({ row: z.int(), values: z.array(z.number().nullable()) })).optional(),
    }),
  ),
});
export type PartialDependence = z.infer<typeof partialDependence>;

/** Side of the response's values in training on which a prediction lies. */
export const beyondKnown = z.enum(["above", "below"]);
export type BeyondKnown = z.infer<typeof beyondKnown>;

/** Distance of a row from the training data. */
export const distanceFromTraining = z.object({
  /** Distance to the nearest of up to 500 training rows, in standard deviations. */
  nearest: z.number(),
  /** Share of the different ones of those rows, 0 to 1, whose nearest different row is at most this far away. */
  percentile: z.number(),
  /** The row is further away than 99 % of the different rows are from their nearest different row: the model may know nothing here. */
  far: z.boolean(),
});
export type DistanceFromTraining = z.infer<typeof distanceFromTraining>;

/**
 * Shapley values: the contributions of a row, and what limits add, sum to `prediction` − `base`. They explain one of three quantities.
 * value: the predicted number. probability: the calibrated probability of the predicted class, or the share of the background with
 * which the row stays in its cluster. score: the anomaly score.
 */
export const explanation = z.object({
  of: z.enum(["value", "probability", "score"]),
  /**
   * linear: exact, against the means of the training rows. tree: exact, weighted by the trees' shares of training rows (Lundberg
   * et al. 2020, path-dependent). enumeration: exact, against a background of training rows. sampling: by permutations against
   * the same background.
   */
  method: z.enum(["linear", "tree", "enumeration", "sampling"]),
  /** Mean prediction, and the prediction for the row. */
  base: z.array(z.number()),
  prediction: z.array(z.number()),
  /** What the limits of the response add to each row's prediction; absent for a method whose contributions hold it. */
  limits: z.array(z.number()).optional(),
  /** Sampling only: the largest standard error among the row's contributions. */
  error: z.array(z.number()).optional(),
});
export type Explanation = z.infer<typeof explanation>;
