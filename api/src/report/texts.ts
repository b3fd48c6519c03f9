/** Texts of the report in English; those of the other languages have the same shape. */
import type { ModelInfo } from "@agatha/contracts";
import { ALGORITHM_LABELS } from "@agatha/contracts/algorithms/algorithm-labels";
import { METRIC_NAMES } from "@agatha/contracts/ranking/metric-names";
import { PERFORMANCE_TEXTS } from "@agatha/contracts/ranking/performance-texts";

export const TEXTS = {
  report: "Model report",
  graph: "Model graph",
  trainedAt: "Trained",
  types: {
    REGRESSION: "Regression: predicts a number",
    CLASSIFICATION: "Classification: predicts a class",
    OCC: "Outlier detection: finds unusual rows",
    CLUSTERING: "Clustering: puts rows into groups",
  } satisfies Record<ModelInfo["type"], string>,
  facts: {
    dataset: "Dataset",
    response: "Predicts",
    algorithms: "Algorithms",
    inputs: "Inputs",
    validation: "Validation",
    record: "Reproducibility",
  },
  answers: { OCC: "Outliers", CLUSTERING: "Groups" },
  validation: {
    holdout: "from one fifth of the rows, which the model had not seen",
    cross_validation: "from cross-validation: each part of the rows predicted by a model that had not seen it",
    leave_one_out: "from leaving out one row at a time",
    latest: "from the latest fifth of the rows, which the model had not seen",
    rolling_origin: "from parts in order of time, each predicted from the rows before it",
    none: "There were too few rows to hold any out",
  } satisfies Record<ModelInfo["validation"]["method"], string>,
  folds: (count: number) => `${count} folds`,
  rows: (heldOut: number, learned: number) => `${heldOut} rows held out, ${learned} to learn from`,
  reproducibility: (seed: number, version: string, data: string) => `seed ${seed}, version ${version}, data ${data}`,
  refitNote: "The final model was then fitted on all rows, with the same settings.",
  warnings: "Warnings",
  metrics: METRIC_NAMES.en,
  algorithms: ALGORITHM_LABELS.en,
  indicators: {
    title: "Metrics",
    header: {
      metric: "Metric",
      heldOutFigure: "Held-out",
      spreadFigure: "± over folds",
      training: "Training rows",
      baselineFigure: "Baseline",
    },
    interval: "95% interval",
    /** Instead of "held-out" where there are figures of other rows, too. */
    heldOutRows: { random: "Known groups", groups: "New groups", time: "Later rows", laterGroups: "Later groups" },
    alternativeRows: { random: "New groups", groups: "Known groups", time: "Random rows" },
    wholeGroups: (columns: string, groups: number) =>
      `Whole groups of ${columns} were held out (${groups} in all), so the figures hold for groups that the model has not seen.`,
    wholeLaterGroups: (columns: string, groups: number) =>
      `Whole groups of ${columns} were held out, the latest of ${groups}, so the figures hold for groups that come later.`,
    wholeCopies: (groups: number) =>
      `Near copies of a row were held out together (${groups} different rows), so the figures hold for rows of which the model has seen no copy.`,
    wholeBlocks: (groups: number) =>
      `Whole blocks of consecutive rows were held out (${groups} in all), so the figures hold for blocks that the model has not seen.`,
    intervals: {
      rows: "95% intervals by the bootstrap over the held-out rows.",
      groups: "95% intervals by the bootstrap over the groups of the held-out rows.",
      blocks: "95% intervals by the bootstrap over blocks of consecutive held-out rows.",
    },
    ...PERFORMANCE_TEXTS.en,
    beforeDecision:
      "The model answers by a decision that was stored after its training. Accuracy, Kappa, macro F1 and cost in this table are those from before the decision; log loss and ROC AUC are the same with it. The model's page has the decision's figures.",
    range: (lower: string, upper: string) => `${lower} to ${upper}`,
    baseline: {
      mean: "The baseline always answers with the mean.",
      majority: "The baseline always answers with the most frequent class.",
      naive: "The baseline answers with the value of the period before.",
      none: "",
    } satisfies Record<ModelInfo["baseline_kind"], string>,
  },
  nodes: {
    title: "Each algorithm",
    header: ["Layer and position", "Algorithm"],
    note: "Held-out metrics of each algorithm by itself. Algorithms without metrics give later layers outliers or groups to learn from.",
  },
  importance: {
    title: "Feature importance",
    measures: {
      RMSE: "Growth of RMSE when the column is shuffled",
      Accuracy: "Loss of accuracy when the column is shuffled (share of rows)",
      cluster_change: "Share of rows that change group when the column is shuffled",
      score_change: "Change of the score when the column is shuffled (standard deviations)",
    } as Record<string, string>,
    inUnit: (measure: string, response: string) => `${measure}, in the unit of ${response}`,
    caption: (sampled: number | undefined) =>
      `Permutation importance on ${sampled === undefined ? "" : `${sampled} `}held-out rows${sampled === undefined ? "" : ", drawn at random"}, with the standard deviation over the repeats.`,
  },
  partialDependence: {
    title: "Partial dependence",
    caption: "Mean prediction when the column has each of these values and all other columns keep theirs.",
    answer: "Mean prediction",
    score: "Mean score",
    probability: (label: string | null) => (label === null ? "Mean probability" : `Mean probability of ${label}`),
  },
  regression: {
    title: "Predictions and errors",
    actual: "Actual",
    predicted: "Predicted",
    residual: "Actual − predicted",
    actualVsPredicted: "Held-out rows: on the line where the prediction is right.",
    residuals: "Held-out rows: residual by prediction.",
    quantile: "Share of rows (%)",
    error: "Absolute error",
    deciles: "Share of held-out rows with at most this error.",
    interval: (level: string, width: string, measured: string | null) =>
      `Each prediction has an interval of ± ${width}, meant to contain ${level} of the actual values (split conformal prediction)${
        measured === null ? "." : `; on held-out rows that it was not computed from it contained ${measured}.`
      }`,
    intervalLimits: (lower: string, upper: string) =>
      `Intervals end at ${lower} and ${upper}: by its name and values, the target is a share.`,
    limits: (lower: string | undefined, upper: string | undefined) =>
      upper === undefined
        ? `Predictions are not below ${lower}.`
        : lower === undefined
          ? `Predictions are not above ${upper}.`
          : `Predictions stay between ${lower} and ${upper}.`,
  },
  classification: {
    title: "Classes",
    confusion: "Rows by their actual class, held-out; columns by the predicted one.",
    actual: "Actual \\ predicted",
    curves: {
      roc: {
        caption:
          "ROC curve: true positive rate (the share of the class that is found) by false positive rate (the share of the others that is taken for it). A model that guesses lies on the dashed line.",
        x: "False positive rate",
        y: "True positive rate",
      },
      precisionRecall: {
        caption:
          "Precision by recall: of the rows that are taken for the class, the share that is of it, by the share of the class that is found. A model that guesses lies on the dashed line of the class.",
        x: "Recall",
        y: "Precision",
      },
      gain: {
        caption: "Gain: the share of the class that is among the most probable rows. A model that guesses lies on the dashed line.",
        x: "Share of rows, the most probable first",
        y: "Share of the class that is found",
      },
      lift: {
        caption: "Lift: how many times as many rows of the class are among the most probable rows as by chance (dashed line).",
        x: "Share of rows, the most probable first",
        y: "Times as many as by chance",
      },
    },
    auc: ["Class", "Area under the curve (AUC)", "95% interval", "Average precision", "95% interval"],
    reliability:
      "Reliability: of the rows that were given a probability, the share for which it came true. True probabilities lie on the dashed line.",
    predictedProbability: (label: string | null) => (label === null ? "Probability of the answered class" : `Probability of ${label}`),
    observedShare: "Share that came true",
    before: "as learned",
    after: "calibrated",
    calibration: ["Metric", "As learned", "Calibrated"],
    calibrated: (temperature: string) =>
      `Probabilities are calibrated (temperature ${temperature}); the calibrated metrics come from rows that the calibration had not seen.`,
    uncalibrated: "Calibration does not improve the probabilities: they are given as learned.",
    log_loss: "Log loss",
    brier: "Brier score",
    beforeDecision:
      "The confusion matrix is from before the decision that is stored on the model. Probabilities, curves and calibration are the same with it.",
    ece: "Expected calibration error",
    eceInterval: "95% interval of the calibration error",
    bins: ["Probability", "Held-out rows", "Mean probability", "Share that came true"],
    thresholds: (label: string) => `Held-out rows if ${label} is the answer from each probability on.`,
    threshold: ["From", "True positives", "False positives", "True negatives", "False negatives", "Precision", "Recall"],
  },
  outlier: {
    title: "Anomaly scores",
    score: "Anomaly score",
    rows: "Rows",
    caption: (heldOut: boolean) => `Scores of ${heldOut ? "held-out" : "all"} rows; those to the right of the line are outliers.`,
    captionAlone: (heldOut: boolean) =>
      `Scores of ${heldOut ? "held-out" : "all"} rows. The line is the threshold of a row that is predicted alone; rows that are predicted together have none.`,
    most: "Most anomalous rows",
    header: ["Row", "Score"],
    known: (column: string, value: string, normal: boolean) =>
      `Known anomalies: ${column} is ${value}. The model did not learn from this column. Other rows are ${normal ? "known to be normal" : "unknown"}.`,
    anyValue: "any value",
    value: (value: string) => `“${value}”`,
    limit: {
      rows: (atMost: number, outOf: number) =>
        `Limit on false alarms: ${atMost} of ${outOf} normal rows. Each row is judged by itself: it raises an alarm if at most this share of the normal rows scores as high.`,
      alarms: (atMost: number, outOf: number) =>
        `Limit on false alarms: ${atMost} of ${outOf} alarms. Rows that are predicted together are judged together: of their alarms, at most this share is expected to be false. The metrics are those of such alarms.`,
    },
    auc: (area: string, interval: string) =>
      `Held-out scores rank known anomalies above other rows in ${area} of the pairs (area under the ROC curve; 95% interval ${interval}).`,
  },
  clustering: { title: "Groups", column: "Column", rows: "Rows", cluster: (number: number) => `Group ${number}` },
  forecast: {
    title: "Forecast",
    time: "Time",
    caption: (level: string, series?: string) =>
      `Next periods${series === undefined ? "" : ` of ${series}`}, with intervals meant to contain ${level} of the values (dashed).`,
    header: ["Periods ahead", "Forecasts compared", "RMSE", "MAE", "RMSE of the last value"],
    halfWidth: "± interval",
    coverage: "Share inside",
  },
  errors: {
    largest: "Largest errors",
    smallest: "Smallest errors",
    header: ["Row", "Actual", "Predicted", "Error"],
    note: "Rows of the dataset in use, counted from 1. For classes, the error is 1 − the probability of the actual class.",
  },
  inputs: {
    title: "Inputs",
    header: ["Column", "Type", "Learned from", "Typical"],
    types: { n: "number", d: "date", s: "text" },
    more: "and more",
    to: (from: string, to: string) => `${from} to ${to}`,
  },
};

export type ReportTexts = typeof TEXTS;
