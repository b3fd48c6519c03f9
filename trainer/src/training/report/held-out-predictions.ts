import type { HeldOutPredictions } from "@agatha/contracts";
import { answeredClasses } from "../../evaluation/metrics/classification-metrics.js";
import { predictGraph } from "../../model/artifact/graph.js";
import { toPredictionResult } from "../../model/artifact/prediction-result.js";
import type { Target } from "../../numeric/matrix.js";
import type { CrossValidation } from "../hold-out/cross-validate.js";
import { unitsOfHeldOutRows } from "../hold-out/metric-uncertainty.js";
import { takeTarget } from "../plan/target.js";
import type { TrainingSet } from "../plan/training-set.js";
import { answeredHeldOut, type TrainingOutcome } from "./training-outcome.js";

/**
 * Returns the held-out predictions behind the metrics. For a clustering they are the model's own predictions for all rows:
 * cluster numbers differ between fits, and no rows are held out.
 */
export function heldOutPredictions(outcome: TrainingOutcome): HeldOutPredictions {
  const { trainingSet, model, crossValidation, heldOut } = outcome;
  if (model.type === "CLUSTERING") {
    return {
      rows: Array.from(trainingSet.datasetRows),
      prediction: toPredictionResult(model.type, predictGraph(model.graph, trainingSet.table), []),
    };
  }
  const target = takeTarget(trainingSet.target, crossValidation.heldOutRows);
  const [{ threshold: own, fdrControl }, ...moreFolds] = crossValidation.folds;
  const threshold = moreFolds.length > 0 || fdrControl ? undefined : own;
  const prediction = toPredictionResult(model.type, heldOut.prediction, model.graph.labels, threshold);
  const value = heldOut.flagged ? Array.from(heldOut.flagged, (flag) => flag === 1) : decidedLabels(outcome, target);
  return {
    rows: Array.from(crossValidation.heldOutRows, (row) => trainingSet.datasetRows[row]),
    actual:
      target.kind === "number"
        ? Array.from(target.values)
        : target.kind === "class"
          ? Array.from(target.codes, (code) => target.labels[code])
          : takeSemilabels(trainingSet, crossValidation.heldOutRows),
    prediction: value ? { ...prediction, value } : prediction,
    ...groupsOf(trainingSet, crossValidation),
    ...calibratedOf(outcome),
  };
}

function takeSemilabels({ semilabel }: TrainingSet, rows: Int32Array): string[] | undefined {
  return semilabel && Array.from(rows, (row) => semilabel.labels[row]);
}

function calibratedOf({ uncertainty: { calibration, probabilities } }: TrainingOutcome): Pick<HeldOutPredictions, "calibrated"> {
  if (!probabilities || !calibration || calibration.method === "none") return {};
  return { calibrated: Array.from(probabilities, (probability) => Number(probability.toPrecision(7))) };
}

function groupsOf(trainingSet: TrainingSet, { heldOutRows }: CrossValidation): Pick<HeldOutPredictions, "groups"> {
  const groups = trainingSet.target.kind === "class" ? unitsOfHeldOutRows(trainingSet, heldOutRows) : undefined;
  return groups ? { groups: Array.from(groups) } : {};
}

/** Returns the answers to held-out rows where wrong answers have costs. */
function decidedLabels(outcome: TrainingOutcome, target: Target): string[] | undefined {
  if (target.kind !== "class" || !target.decision) return undefined;
  const { probabilities = new Float64Array(0) } = answeredHeldOut(outcome).prediction;
  return Array.from(answeredClasses(target, probabilities), (code) => target.labels[code]);
}
