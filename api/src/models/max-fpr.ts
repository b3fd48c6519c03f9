/** Outlier detection: a model's result under another limit on contamination (max_fpr), without training it again. */
import { type ModelInfo, type PredictionResult, thresholdChoiceFor } from "@agatha/contracts";
import { MAX_FPR_AS_TRAINED } from "@agatha/contracts/wire";

/** Returns the requested limit, or undefined to keep the metrics as trained. */
export const parseMaxFpr = (maxFpr: number): number | undefined => (maxFpr === MAX_FPR_AS_TRAINED ? undefined : maxFpr);

/** Returns the info with the threshold and the held-out metrics for the limit. It omits what is known only for the trained threshold. */
export function infoAtMaxFpr(info: ModelInfo, maxFpr: number | undefined): ModelInfo {
  const choice = maxFpr === undefined ? undefined : thresholdChoiceFor(info.outlier?.choices ?? [], maxFpr);
  if (!info.outlier || !choice) return info;
  // Rows that are judged together have alarms that no threshold gives.
  const judgedTogether = info.record?.recipe.falseAlarms?.of === "alarms";
  if (!judgedTogether && choice.threshold === info.outlier.threshold) return info;
  const { threshold, indicators, intervals = {} } = choice;
  return { ...info, indicators, intervals, spread: {}, train_indicators: {}, outlier: { ...info.outlier, threshold } };
}

/** Returns the prediction with the rows flagged whose score is above another threshold, in place of the alarms of a budget. */
export function applyThreshold<P extends PredictionResult>(prediction: P, threshold: number | undefined): P {
  const { score } = prediction;
  if (!score || threshold === undefined || threshold === prediction.threshold) return prediction;
  const { alarm: _alarm, alarm_fdr: _share, ...others } = prediction;
  return {
    ...others,
    value: score.map((one, row) => (one === null || prediction.value[row] === null ? null : one > threshold)),
    threshold,
  } as P;
}
