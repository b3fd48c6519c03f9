/** Outlier detection: what a model says under another limit on contamination (max_fpr), without training it again. */
import { type ModelInfo, type PredictionResult, thresholdChoiceFor } from "@agatha/contracts";
import { MAX_FPR_AS_TRAINED } from "@agatha/contracts/wire";

/** The limit that is asked for; undefined where figures are to stay as they are. */
export const parseMaxFpr = (maxFpr: number): number | undefined => (maxFpr === MAX_FPR_AS_TRAINED ? undefined : maxFpr);

/** With the threshold and the held-out figures for the limit. What is known of the trained threshold only is left out. */
export function infoAtMaxFpr(info: ModelInfo, limit: number | undefined): ModelInfo {
  const choice = limit === undefined ? undefined : thresholdChoiceFor(info.outlier?.choices ?? [], limit);
  if (!info.outlier || !choice || choice.threshold === info.outlier.threshold) return info;
  const { threshold, indicators } = choice;
  return { ...info, indicators, spread: {}, train_indicators: {}, outlier: { ...info.outlier, threshold } };
}

/** Flags the rows whose score is above another threshold. */
export function applyThreshold<P extends PredictionResult>(prediction: P, threshold: number | undefined): P {
  const { score } = prediction;
  if (!score || threshold === undefined || threshold === prediction.threshold) return prediction;
  return { ...prediction, value: score.map((one) => one > threshold), threshold };
}
