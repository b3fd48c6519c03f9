import type { ModelInfo } from "@agatha/contracts";
import { takeRows } from "../../data/tables/table.js";
import type { MetricUncertainty } from "../../evaluation/bootstrap.js";
import { conformalThresholds, type NormalScores } from "../../evaluation/conformal-p-values.js";
import type { ThresholdStep } from "../../evaluation/thresholds.js";
import { type Graph, predictGraph } from "../../model/artifact/graph.js";
import { countDistinct } from "../../numeric/statistics.js";
import { REPORT_STREAMS } from "../context/random-streams.js";
import type { PartContexts } from "../context/training-context.js";
import type { TrainingSet } from "../plan/training-set.js";
import { describeAlternative, validateAlternative } from "./alternative-validation.js";
import type { CrossValidation } from "./cross-validate.js";
import { expectedErrorRatio } from "./learning-curve.js";
import { heldOutUncertainty } from "./metric-uncertainty.js";
import { heldOutNormalScores, withHeldOutThresholds } from "./outlier-thresholds.js";
import { flagHeldOut, type OutOfFoldPrediction, predictHeldOut } from "./predict-held-out.js";
import { estimateUncertainty, type Uncertainty } from "./uncertainty.js";
import { type ValidationMetrics, validationMetrics } from "./validation-metrics.js";

/** A model of all rows, and those of the folds that its figures come from. */
export interface CrossValidatedModel {
  /** The final model, fitted on all rows. */
  graph: Graph;
  crossValidation: CrossValidation;
}

/** Results of a model on its held-out rows. */
export interface HeldOutAssessment {
  /** Folds, those of outlier detection with their thresholds. */
  crossValidation: CrossValidation;
  /** Predictions by the models that have not seen the row. */
  heldOut: OutOfFoldPrediction;
  /** Outlier detection: thresholds of the final model by the limit on contamination. */
  thresholdSteps?: readonly ThresholdStep[];
  /** Outlier detection: scores of the held-out rows that are no known anomalies. */
  normalScores?: NormalScores;
  /** Clustering: the final model's cluster of each training row. */
  clusters?: Int32Array;
  /** Held-out metrics of the alternative validation. */
  alternative?: ModelInfo["validation"]["other"];
  uncertainty: Uncertainty;
  metrics: ValidationMetrics;
  /** Uncertainty of the held-out metrics. */
  figures: MetricUncertainty;
}

/** Predicts the held-out rows and estimates how uncertain predictions and figures are. */
export async function assessHeldOut(
  trainingSet: TrainingSet,
  { crossValidation: validated, graph }: CrossValidatedModel,
  contexts: PartContexts,
): Promise<HeldOutAssessment> {
  const { heldOutRows } = validated;
  const prediction = predictHeldOut(validated, takeRows(trainingSet.table, heldOutRows));
  const crossValidation = withHeldOutThresholds(trainingSet, validated, prediction);
  const heldOut = { prediction, flagged: flagHeldOut(crossValidation, prediction) };
  const normalScores =
    trainingSet.plan.type === "OCC"
      ? heldOutNormalScores(trainingSet, heldOutRows, prediction, contexts.random("normalScores"))
      : undefined;
  // Fits on fewer rows are measured here, so that not converging says nothing of the model.
  const context = { ...contexts.of("learningCurve", "figures"), warnNotConverged: undefined };
  const alternative = await validateAlternative(trainingSet, crossValidation, {
    ...context,
    random: contexts.random("alternativeValidation"),
  });
  const errorRatio = await expectedErrorRatio(trainingSet, crossValidation, context);
  const uncertainty = estimateUncertainty(trainingSet, crossValidation, { ...heldOut, errorRatio }, contexts.random("uncertainty"));
  const report = contexts.random("report");
  const { clusters } = trainingSet.plan.type === "CLUSTERING" ? predictGraph(graph, trainingSet.table) : {};
  const metrics = validationMetrics(
    trainingSet,
    crossValidation,
    { ...heldOut, calibrated: uncertainty.probabilities, clusterCount: clusters && countDistinct(clusters) },
    { folds: report.fork(REPORT_STREAMS.validationMetrics), heldOut: report.fork(REPORT_STREAMS.thresholds) },
  );
  const { probabilities } = uncertainty;
  return {
    crossValidation,
    heldOut,
    normalScores,
    clusters,
    thresholdSteps: normalScores && trainingSet.falseAlarms ? conformalThresholds(normalScores) : crossValidation.thresholdSteps,
    alternative: alternative && describeAlternative(trainingSet, alternative),
    uncertainty,
    metrics,
    figures: heldOutUncertainty(trainingSet, crossValidation, { ...heldOut, probabilities, weighted: metrics.weighted }),
  };
}
