import type { EvaluationWarning, Indicators, PredictionResult, ThresholdChoice } from "@agatha/contracts";
import { fitDistanceEncoder } from "../../data/encoding/fit-encoder.js";
import type { Table } from "../../data/tables/table.js";
import { classificationMetrics, confusionMatrix } from "../../evaluation/metrics/classification-metrics.js";
import { calinskiHarabaszScore, silhouetteScore } from "../../evaluation/metrics/clustering-metrics.js";
import { outlierMetrics } from "../../evaluation/metrics/outlier-metrics.js";
import { logLoss, trueClassProbabilities } from "../../evaluation/metrics/probability-metrics.js";
import { regressionMetrics } from "../../evaluation/metrics/regression-metrics.js";
import { rocAuc } from "../../evaluation/metrics/roc.js";
import type { Random } from "../../numeric/random.js";
import { firstAbove, metricsByLimit } from "../../training/hold-out/outlier-thresholds.js";

type ActualList = readonly (number | string | null)[];

/** Evaluates the rows that have a response and a numeric prediction. */
export function evaluateRegression(actual: ActualList, { value }: PredictionResult): { indicators: Indicators; rows: number } {
  const known = [...actual.keys()].filter((i) => typeof actual[i] === "number" && typeof value[i] === "number");
  const numbers = (list: readonly unknown[]) => Float64Array.from(known, (i) => Number(list[i]));
  return { indicators: regressionMetrics(numbers(actual), numbers(value)), rows: known.length };
}

/** Evaluates a classification. A class that the model does not know counts as one that it never predicts. */
export function evaluateClassification(
  actual: ActualList,
  { value, prob = [] }: PredictionResult,
  { response, labels }: { response: string; labels: readonly string[] },
): { indicators: Indicators; rows: number; warnings: EvaluationWarning[] } {
  const known = [...actual.keys()].filter((i) => actual[i] !== null);
  const all = [...new Set([...labels, ...known.map((i) => String(actual[i]))])];
  const codeOf = new Map(all.map((label, code) => [label, code]));
  const codes = (list: readonly unknown[]) => Int32Array.from(known, (i) => codeOf.get(String(list[i])) ?? 0);
  const unseen = all.slice(labels.length).map((label): EvaluationWarning => {
    const message = `${response} has the class ${JSON.stringify(label)}, which the model has never seen`;
    return { code: "unseen_class", column: response, message };
  });
  const confusion = confusionMatrix(codes(actual), codes(value), all.length);
  const forecast = {
    codes: codes(actual),
    classCount: all.length,
    probabilities: Float64Array.from(known.flatMap((i) => all.map((label) => prob[i]?.[label] ?? 0))),
  };
  const indicators = {
    ...classificationMetrics(confusion),
    log_loss: logLoss(trueClassProbabilities(forecast)),
    roc_auc: rocAuc(forecast),
  };
  return { indicators, rows: known.length, warnings: unseen };
}

interface OutlierEvaluation {
  indicators: Indicators;
  choices: ThresholdChoice[];
}

/** Evaluates with the model's own threshold, and with its threshold for each other limit on contamination. `actual` are semi-labels. */
export function evaluateOutliers(
  inputs: Table,
  { value, score = [] }: PredictionResult,
  { actual, choices }: { actual: ActualList | undefined; choices: readonly ThresholdChoice[] },
  random: Random,
): OutlierEvaluation {
  const distanceSpace = fitDistanceEncoder(inputs).encode(inputs);
  const anomalous = actual && Int32Array.from(actual, (label) => (label === "" || label === null ? 0 : 1));
  const flagged = Int32Array.from(value, (flag) => (flag === true ? 1 : 0));
  const thresholds = choices.map(({ threshold }) => threshold);
  const firstFlaggingLimit = Int32Array.from(score, (one) => firstAbove(one, thresholds));
  const metrics = metricsByLimit({ firstFlaggingLimit, anomalous, distanceSpace }, choices.length, random);
  return {
    indicators: outlierMetrics(flagged, distanceSpace, random, anomalous),
    choices: choices.map((choice, i) => ({ ...choice, indicators: metrics[i] })),
  };
}

export function evaluateClustering(inputs: Table, { value }: PredictionResult, random: Random): Indicators {
  const clusters = Int32Array.from(value, (cluster) => (typeof cluster === "number" ? cluster : 0));
  const space = fitDistanceEncoder(inputs).encode(inputs);
  return {
    n_clusters: new Set(clusters).size,
    silhouette_score: silhouetteScore(space, clusters, random),
    CH_index: calinskiHarabaszScore(space, clusters),
  };
}
