/**
 * Ranges that tuning searches: one line for each parameter worth searching, within the bounds of the algorithm's schema. A
 * parameter that is not listed keeps its default. An algorithm without an entry is not tuned; enet has none, since it chooses
 * penalty and mixing itself. Outlier detection and clustering have no response to score against, so tuning searches those
 * algorithms only as earlier layers of a model that has a response.
 */
import type { AlgorithmName, ParamsOf } from "./index.js";

export interface SearchRange {
  from: number;
  to: number;
  /** log: uniform in the logarithm, for parameters that matter by their order of magnitude. */
  scale: "linear" | "log";
  /** Tuning tries whole numbers only. */
  integer?: true;
}

type NumberKeys<P> = { [K in keyof P]: P[K] extends number ? K : never }[keyof P];
type SearchSpaces = { readonly [A in AlgorithmName]?: { readonly [K in NumberKeys<ParamsOf<A>>]?: SearchRange } };

export const SEARCH_SPACES: SearchSpaces = {
  XGB: {
    rounds: { from: 50, to: 600, scale: "log", integer: true },
    maxDepth: { from: 2, to: 9, scale: "linear", integer: true },
    learningRate: { from: 0.02, to: 0.4, scale: "log" },
    minChildWeight: { from: 0.5, to: 20, scale: "log" },
    lambda: { from: 0.1, to: 20, scale: "log" },
    subsample: { from: 0.5, to: 1, scale: "linear" },
    columnSample: { from: 0.4, to: 1, scale: "linear" },
  },
  RF: {
    columnsPerSplit: { from: 0.1, to: 1, scale: "linear" },
    minLeaf: { from: 1, to: 10, scale: "log", integer: true },
  },
  KNN: {
    neighbours: { from: 1, to: 60, scale: "log", integer: true },
    distancePower: { from: 0, to: 3, scale: "linear" },
  },
  SVM: {
    cost: { from: 0.1, to: 100, scale: "log" },
    epsilon: { from: 0.01, to: 0.5, scale: "log" },
    kernelGamma: { from: 0.003, to: 1, scale: "log" },
  },
  GLM: { ridge: { from: 0.000001, to: 100, scale: "log" } },
  GNET: { alpha: { from: 0.05, to: 1, scale: "linear" } },
  GAM: {
    knots: { from: 5, to: 30, scale: "log", integer: true },
    freedomCost: { from: 0.7, to: 3, scale: "log" },
  },
  BYS: { smoothing: { from: 0.000000001, to: 0.1, scale: "log" } },
  DNN: {
    firstLayer: { from: 16, to: 128, scale: "log", integer: true },
    secondLayer: { from: 8, to: 64, scale: "log", integer: true },
    batchSize: { from: 16, to: 128, scale: "log", integer: true },
    learningRate: { from: 0.002, to: 0.03, scale: "log" },
    l2: { from: 0.01, to: 100, scale: "log" },
  },
  AENN: {
    trusted: { from: 0.5, to: 1, scale: "linear" },
    l2: { from: 1, to: 1000, scale: "log" },
  },
  iForest: { sampleSize: { from: 64, to: 1024, scale: "log", integer: true } },
  OCS: {
    nu: { from: 0.01, to: 0.5, scale: "log" },
    kernelGamma: { from: 0.003, to: 1, scale: "log" },
  },
  LOF: { neighbours: { from: 5, to: 100, scale: "log", integer: true } },
  PCA: { variance: { from: 0.5, to: 0.99, scale: "linear" } },
  Dobin: {
    components: { from: 0.1, to: 1, scale: "linear" },
    neighbours: { from: 5, to: 100, scale: "log", integer: true },
  },
  GMM: {
    clusters: { from: 2, to: 12, scale: "log", integer: true },
    regularisation: { from: 0.0001, to: 0.1, scale: "log" },
  },
  "k-means": { clusters: { from: 2, to: 12, scale: "log", integer: true } },
  SOM: {
    clusters: { from: 2, to: 12, scale: "log", integer: true },
    side: { from: 4, to: 12, scale: "linear", integer: true },
  },
};

/** Returns the search range of each parameter of the algorithm. */
export function searchSpaceOf(algorithm: AlgorithmName): Readonly<Record<string, SearchRange>> {
  return (SEARCH_SPACES[algorithm] ?? {}) as Readonly<Record<string, SearchRange>>;
}
