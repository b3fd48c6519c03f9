import type { ModelInfo } from "@agatha/contracts";
import type { TrainedModel } from "../../model/artifact/artifact.js";
import type { HeldOutAssessment } from "../hold-out/assess-held-out.js";
import type { OutOfFoldPrediction } from "../hold-out/predict-held-out.js";
import type { TrainingSet } from "../plan/training-set.js";

/** Results of cross-validation and of the final fit. */
export interface TrainingOutcome extends HeldOutAssessment {
  trainingSet: TrainingSet;
  model: TrainedModel;
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
