/**
 * Random number streams of a training. Each part of the work forks a stream of its own by number, so that its random numbers do
 * not depend on how many the other parts draw. The numbers determine the bytes of every artifact: none may change or be reused.
 */

/** Streams of a training, forked from the request's seed. */
export const TRAINING_STREAMS = {
  /** Folds, searches and fits of the cross-validation. */
  crossValidation: 0,
  /** Fit of the final model on all rows. */
  finalFit: 1,
  /** Model information. */
  report: 2,
  /** Conformal interval and calibration. */
  uncertainty: 3,
  /** Rows of the training sample in the artifact. */
  trainingSample: 4,
  /** Search for the final model's parameters. */
  finalSearch: 5,
  /** Errors of forecasts by periods ahead. */
  forecastErrors: 6,
  // 7 was that of the forecast baseline.
  /** Extrapolation of the held-out errors to all rows. */
  learningCurve: 8,
  /** Held-out metrics of the alternative validation: for known groups or for new ones. */
  alternativeValidation: 9,
  /** Part of very many held-out scores of normal rows. */
  normalScores: 10,
} as const;

/** Streams of work in folds. */
export const FOLD_STREAMS = {
  /** Folds of the calibration of held-out probabilities. */
  calibration: -1,
  /** Split of the rows into folds. */
  split: 0,
  /** Fit without the held-out rows of a fold. */
  fit: (fold: number) => fold + 1,
} as const;

/** Streams of one fold of the learning curve. */
export const LEARNING_CURVE_STREAMS = {
  /** Random half of the fold's rows. */
  half: 0,
  /** Fit on this half. */
  fit: 1,
} as const;

/** Streams of the model information. */
export const REPORT_STREAMS = {
  /** Samples of rows for silhouettes in the validation metrics. */
  validationMetrics: 0,
  /** Permutation importance. */
  importance: 1,
  /** Samples of rows for the silhouettes by outlier threshold. */
  thresholds: 2,
  /** Metrics of the single algorithms. */
  nodeMetrics: 3,
} as const;

/** Streams of the permutation importance, besides one from 0 on for each permutation. */
export const IMPORTANCE_STREAMS = {
  /** Sample of the held-out rows. */
  rows: -1,
} as const;

/** Streams of the search for parameters. */
export const TUNING_STREAMS = {
  /** Whole search. The fit's own streams stay the same with and without a search. */
  search: 1_000_003,
  /** Split of the rows into folds. */
  split: 0,
  /** Parameters of a candidate; candidate 0 has the requested ones. */
  candidate: (candidate: number) => candidate,
  /** Fits on a fold, the same for all candidates. */
  fit: (fold: number, candidates: number) => candidates + fold,
} as const;
