/** Outlier detection: what a model says under another limit on contamination (max_fpr), without training it again. */
import { choiceFor, type ModelInfo, type PredictionResult } from "@agatha/contracts";
import { AS_TRAINED } from "@agatha/contracts/wire";

/** The limit that is asked for; undefined where figures are to stay as they are. */
export const limitOf = (maxFpr: number): number | undefined => (maxFpr === AS_TRAINED ? undefined : maxFpr);

/** With the threshold and the held-out figures for the limit. What is known of the trained threshold only is left out. */
export function infoAtLimit(info: ModelInfo, limit: number | undefined): ModelInfo {
  const choice = limit === undefined ? undefined : choiceFor(info.outlier?.choices ?? [], limit);
  if (!info.outlier || !choice || choice.threshold === info.outlier.threshold) return info;
  const { threshold, indicators } = choice;
  return { ...info, indicators, spread: {}, train_indicators: {}, outlier: { ...info.outlier, threshold } };
}

/** Flags the rows whose score is above another threshold. */
export function flaggedAbove<P extends PredictionResult>(prediction: P, threshold: number | undefined): P {
  const { score } = prediction;
  if (!score || threshold === undefined || threshold === prediction.threshold) return prediction;
  return { ...prediction, value: score.map((one) => one > threshold), threshold };
}
