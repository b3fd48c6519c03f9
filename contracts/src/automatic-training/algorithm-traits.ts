/** What automatic training knows of each algorithm. */
import type { AlgorithmName } from "../algorithms/index.js";
import type { ModelType } from "../kinds/model-type.js";

const FIT_TIMES = ["quick", "usual", "slow", "slower", "slowest"] as const;

interface AlgorithmTraits {
  /**
   * How long a fit takes. AUTO_MINIMUM tries the quick ones, which train in moments. Of several series, which are fitted one by one, the
   * slow ones come last.
   */
  fit: (typeof FIT_TIMES)[number];
  /** Types of the models in which it is a linear model. */
  linear?: readonly ModelType[];
}

/**
 * Every algorithm, in the order that automatic training prefers. Algorithms that are usually among the best come first and slow ones
 * last, as time may run out. The forecasters are the first of a time series.
 */
const TRAITS: Record<AlgorithmName, AlgorithmTraits> = {
  Combination: { fit: "slowest" },
  ETS: { fit: "quick" },
  ARIMA: { fit: "slower" },
  Theta: { fit: "quick" },
  CES: { fit: "slow" },
  Harmonic: { fit: "slower" },
  SNaive: { fit: "quick" },
  Croston: { fit: "usual" },
  XGB: { fit: "quick" },
  GLM: { fit: "quick", linear: ["REGRESSION", "CLASSIFICATION"] },
  DNN: { fit: "usual" },
  SVM: { fit: "usual" },
  GAM: { fit: "usual" },
  RF: { fit: "usual" },
  KNN: { fit: "usual" },
  enet: { fit: "usual", linear: ["REGRESSION", "CLASSIFICATION"] },
  GNET: { fit: "usual", linear: ["REGRESSION", "CLASSIFICATION"] },
  BYS: { fit: "quick", linear: ["REGRESSION"] },
  iForest: { fit: "quick" },
  OCS: { fit: "usual" },
  Dobin: { fit: "usual" },
  AENN: { fit: "usual" },
  GMM: { fit: "usual" },
  PCA: { fit: "quick" },
  LOF: { fit: "usual" },
  "k-means": { fit: "quick" },
  SOM: { fit: "usual" },
  Residual: { fit: "quick" },
};

const PREFERRED = Object.keys(TRAITS);

/** Returns the place of a model of these algorithms in the order that automatic training prefers; several algorithms come last. */
export function preferenceOf(algorithms: readonly string[]): number {
  const place = algorithms.length === 1 ? PREFERRED.indexOf(algorithms[0]!) : -1;
  return place < 0 ? PREFERRED.length : place;
}

/** Returns true if the algorithm trains in moments. */
export function isQuick(name: AlgorithmName): boolean {
  return TRAITS[name].fit === "quick";
}

/** Returns how slow a fit is: 0 unless it is slow, and more the slower it is. */
export function slownessOf(name: AlgorithmName): number {
  return Math.max(0, FIT_TIMES.indexOf(TRAITS[name].fit) - FIT_TIMES.indexOf("usual"));
}

/** Returns true if the algorithm is a linear model of this type. BYS is a linear regression of numbers. */
export function isLinear(name: string, type: ModelType): boolean {
  return Object.hasOwn(TRAITS, name) && TRAITS[name as AlgorithmName].linear?.includes(type) === true;
}
