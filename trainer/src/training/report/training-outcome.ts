import type { ModelInfo } from "@agatha/contracts";
import type { FigureUncertainty } from "../../evaluation/bootstrap.js";
import type { ThresholdStep } from "../../evaluation/thresholds.js";
import type { TrainedModel } from "../../model/artifact/artifact.js";
import type { CrossValidation, OutOfFoldPrediction } from "../hold-out/cross-validate.js";
import type { Uncertainty } from "../hold-out/uncertainty.js";
import type { TrainingSet } from "../plan/training-set.js";

/** Results of cross-validation and of the final fit. */
export interface TrainingOutcome {
  trainingSet: TrainingSet;
  model: TrainedModel;
  crossValidation: CrossValidation;
  /** Outlier detection: thresholds of the final model by the limit on contamination. */
  thresholdSteps: readonly ThresholdStep[] | undefined;
  heldOut: OutOfFoldPrediction;
  /** Held-out metrics for the rows that the validation is not about. */
  otherRows?: ModelInfo["validation"]["other"];
  uncertainty: Uncertainty;
  /** Uncertainty of the held-out metrics. */
  figures?: FigureUncertainty;
  warnings: ModelInfo["warnings"];
}

/** Returns the held-out predictions that answers are chosen from: calibrated where wrong answers have costs. */
export function answeredHeldOut({
  trainingSet,
  heldOut,
  uncertainty,
}: Pick<TrainingOutcome, "trainingSet" | "heldOut" | "uncertainty">): OutOfFoldPrediction {
  const { target } = trainingSet;
  if (target.kind !== "class" || !target.decision || !uncertainty.probabilities) return heldOut;
  return { ...heldOut, prediction: { ...heldOut.prediction, probabilities: uncertainty.probabilities } };
}
