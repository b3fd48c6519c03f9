import type { IndicatorName, Indicators, ModelType } from "@agatha/contracts";
import type { Answer } from "../algorithms/base/algorithm.js";
import type { Matrix, Target } from "../numeric/matrix.js";
import type { Random } from "../numeric/random.js";
import { classificationIndicators, confusionMatrix, likeliest } from "./classification.js";
import { calinskiHarabasz, silhouette } from "./clustering.js";
import { outlierIndicators } from "./outlier.js";
import { meanLogLoss, ownProbabilities } from "./probabilities.js";
import { regressionIndicators } from "./regression.js";

/** A model's answer for some rows, and what is needed to judge it. */
export interface Judged {
  answer: Answer;
  target: Target;
  /** Outlier detection: 1 where the row's score is above the threshold. */
  flagged?: Int32Array;
  /** Outlier detection with labels: 1 for a known anomaly, 0 for an unlabeled row. */
  anomalous?: Int32Array;
  /** Unsupervised models: the rows in the space in which distances are measured. */
  space?: Matrix;
}

/** The indicators of a model of this type. */
export function figuresOf(type: ModelType, { answer, target, flagged, anomalous, space }: Judged, random: Random): Indicators {
  if (target.kind === "number") return regressionIndicators(target.values, answer.values ?? new Float64Array(0));
  if (target.kind === "class") {
    const forecast = { codes: target.codes, labels: target.labels.length, probabilities: answer.probabilities ?? new Float64Array(0) };
    const confusion = confusionMatrix(forecast.codes, likeliest(forecast.probabilities, forecast.labels), forecast.labels);
    return { ...classificationIndicators(confusion), log_loss: meanLogLoss(ownProbabilities(forecast)) };
  }
  if (!space) throw new Error(`a model of type ${type} is judged by distances`);
  if (type === "OCC") return outlierIndicators(flagged ?? new Int32Array(0), space, random, anomalous);
  const clusters = answer.clusters ?? new Int32Array(0);
  return {
    n_clusters: new Set(clusters).size,
    silhouette_score: silhouette(space, clusters, random),
    CH_index: calinskiHarabasz(space, clusters),
  };
}

/** Mean over the folds of each figure that every fold has; null where one has none. */
export function meanFigures(folds: readonly Indicators[]): Indicators {
  return overFolds(folds, (values) => values.reduce((sum, value) => sum + value, 0) / values.length);
}

/** Standard deviation over the folds (n − 1); no figures at all with fewer than two. */
export function spreadOfFigures(folds: readonly Indicators[]): Indicators {
  if (folds.length < 2) return {};
  return overFolds(folds, (values) => {
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1));
  });
}

function overFolds(folds: readonly Indicators[], summarise: (values: number[]) => number): Indicators {
  const names = Object.keys(folds[0] ?? {}) as IndicatorName[];
  return Object.fromEntries(
    names.map((name) => {
      const values = folds.map((figures) => figures[name]).filter((value) => typeof value === "number");
      const summary = values.length === folds.length ? summarise(values) : Number.NaN;
      return [name, Number.isFinite(summary) ? summary : null];
    }),
  );
}
