/** Which algorithms automatic training prefers. */
import type { AlgorithmName } from "../algorithms/index.js";

/**
 * Order for supervised learning and outlier detection. Algorithms that are usually among the best come first and slow ones last,
 * as time may run out. Unlisted algorithms follow.
 */
const ALGORITHM_ORDER: readonly string[] = [
  ...(["Combination", "ETS", "ARIMA", "Theta", "CES", "Harmonic", "SNaive", "Croston"] satisfies AlgorithmName[]),
  ...(["XGB", "GLM", "DNN", "SVM", "GAM", "RF", "KNN", "enet", "GNET", "BYS"] satisfies AlgorithmName[]),
  ...(["iForest", "OCS", "Dobin", "AENN", "GMM", "PCA", "LOF"] satisfies AlgorithmName[]),
];

/** Returns the place of a model of these algorithms in the order that automatic training prefers; several algorithms come last. */
export function preferenceOf(algorithms: readonly string[]): number {
  const [name = ""] = algorithms;
  return algorithms.length === 1 && ALGORITHM_ORDER.includes(name) ? ALGORITHM_ORDER.indexOf(name) : ALGORITHM_ORDER.length;
}
