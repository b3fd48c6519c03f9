/** Settings that AUTO_REGRESSION tries in addition to the defaults or instead of them. */
import type { AlgorithmName, ParamsOf } from "../algorithms/index.js";
import type { MethodWords } from "./method-words.js";

/** Settings of an algorithm that differ from its defaults. */
export interface Variant<A extends AlgorithmName = AlgorithmName> {
  algorithm: A;
  /** Label for names. */
  label: string;
  words: keyof MethodWords["variants"];
  params: Partial<ParamsOf<A>>;
}

/** Slow learning of parts of the rows and columns. It takes longer than the defaults and is often better (decision 104). */
const SLOW_LEARNING = {
  algorithm: "XGB",
  label: "XGBPatient",
  words: "slowLearning",
  params: { learningRate: 0.05, rounds: 600, maxDepth: 4, subsample: 0.8, columnSample: 0.7 },
} satisfies Variant<"XGB">;
/** Errs less on few rows and on new groups, since it learns less of what is true of one group alone (decision 89). */
const SHALLOW_TREES = {
  algorithm: "XGB",
  label: "XGBShallow",
  words: "shallowTrees",
  params: { ...SLOW_LEARNING.params, maxDepth: 2, rounds: 300 },
} satisfies Variant<"XGB">;
/** The logarithm of a response is better on some tables and worse on others (decision 105). */
const SHALLOW_TREES_LOG_RESPONSE = {
  algorithm: "XGB",
  label: "XGBShallowLog",
  words: "shallowTreesLogResponse",
  params: { ...SHALLOW_TREES.params, logResponse: true },
} satisfies Variant<"XGB">;
const LOG_RESPONSE = { algorithm: "GAM", label: "GAMLog", words: "logResponse", params: { logResponse: true } } satisfies Variant<"GAM">;
/** Settings that are better than the defaults on most tables (decision 104). */
const WIDER_LAYERS = {
  algorithm: "DNN",
  label: "DNNWide",
  words: "widerLayers",
  params: { firstLayer: 128, secondLayer: 64 },
} satisfies Variant<"DNN">;
const LARGER_COST = { algorithm: "SVM", label: "SVMCost", words: "largerCost", params: { cost: 3 } } satisfies Variant<"SVM">;
const WEIGHTED_BY_DISTANCE = {
  algorithm: "KNN",
  label: "KNNWeighted",
  words: "weightedByDistance",
  params: { neighbours: 10, distancePower: 1 },
} satisfies Variant<"KNN">;
/** Largest number of rows for which wider layers are tried. With more rows they take too much of the time. */
const MAX_WIDER_LAYERS_ROWS = 5000;

/** The defaults of the algorithm. */
export const DEFAULTS = "defaults";

/**
 * Returns the variants to try when an algorithm's turn comes. `logResponse` is true if the logarithm of the response is worth a try.
 * Slow boosting follows RF, whose defaults are the slowest of the algorithms that are often among the best.
 */
export function variantsInTurn(
  algorithm: AlgorithmName,
  { isSeries, nrow, logResponse }: { isSeries: boolean; nrow: number; logResponse: boolean },
): readonly (Variant | typeof DEFAULTS)[] {
  if (algorithm === "RF") return [DEFAULTS, SLOW_LEARNING];
  if (isSeries) return [DEFAULTS];
  if (algorithm === "XGB") return [DEFAULTS, SHALLOW_TREES, ...(logResponse ? [SHALLOW_TREES_LOG_RESPONSE] : [])];
  if (algorithm === "GAM") return [DEFAULTS, ...(logResponse ? [LOG_RESPONSE] : [])];
  if (algorithm === "SVM") return [LARGER_COST];
  if (algorithm === "KNN") return [WEIGHTED_BY_DISTANCE];
  return algorithm === "DNN" && nrow <= MAX_WIDER_LAYERS_ROWS ? [WIDER_LAYERS] : [DEFAULTS];
}
