/** Every algorithm, with the schema of its parameters. The trainer's registry and the console's forms use this table. */
import type { z } from "zod";
import type { ModelType } from "../kinds/model-type.js";
import { aennParams } from "./aenn.js";
import { arimaParams } from "./arima.js";
import { bysParams } from "./bys.js";
import { cesParams } from "./ces.js";
import { combinationParams } from "./combination.js";
import { crostonParams } from "./croston.js";
import { dnnParams } from "./dnn.js";
import { dobinParams } from "./dobin.js";
import { enetParams } from "./enet.js";
import { etsParams } from "./ets.js";
import { gamParams } from "./gam.js";
import { glmParams } from "./glm.js";
import { gmmParams } from "./gmm.js";
import { gnetParams } from "./gnet.js";
import { harmonicParams } from "./harmonic.js";
import { iforestParams } from "./iforest.js";
import { kmeansParams } from "./k-means.js";
import { knnParams } from "./knn.js";
import { lofParams } from "./lof.js";
import { pcaParams } from "./pca.js";
import { residualParams } from "./residual.js";
import { rfParams } from "./rf.js";
import { seasonalNaiveParams } from "./seasonal-naive.js";
import { somParams } from "./som.js";
import { ocsParams, svmParams } from "./svm.js";
import { thetaParams } from "./theta.js";
import { xgbParams } from "./xgb.js";

export { averagedClustersProblem, clusterCountProblem, MIN_CLUSTERED_ROWS, maxClusterCount } from "./clusters.js";

interface AlgorithmDefinition {
  /** Types of the models in which it may learn from columns. */
  modelTypes: ModelType[];
  /** Learns from the past of one series instead of from columns: it answers alone or with others of its kind in a time series. */
  forecasts?: true;
  /** Detects outliers in series: it answers alone in outlier detection with a time. */
  detects?: true;
  /** A forecaster that takes columns known ahead. */
  knownAhead?: true;
}

/**
 * Returns the algorithm with the schema of its parameters, their defaults and bounds. The schema is made when it is first read: the
 * console reads the schema of one algorithm, and making all of them takes a phone a tenth of a second.
 */
function algorithm<P extends z.ZodObject, const D extends AlgorithmDefinition>(
  makeParams: () => P,
  definition: D,
): D & { readonly params: P } {
  let params: P | undefined;
  return {
    ...definition,
    get params() {
      params ??= makeParams();
      return params;
    },
  };
}

export const ALGORITHMS = {
  XGB: algorithm(xgbParams, { modelTypes: ["REGRESSION", "CLASSIFICATION"] }),
  RF: algorithm(rfParams, { modelTypes: ["REGRESSION", "CLASSIFICATION"] }),
  GLM: algorithm(glmParams, { modelTypes: ["REGRESSION", "CLASSIFICATION"] }),
  KNN: algorithm(knnParams, { modelTypes: ["REGRESSION", "CLASSIFICATION"] }),
  SVM: algorithm(svmParams, { modelTypes: ["REGRESSION", "CLASSIFICATION"] }),
  enet: algorithm(enetParams, { modelTypes: ["REGRESSION", "CLASSIFICATION"] }),
  BYS: algorithm(bysParams, { modelTypes: ["REGRESSION", "CLASSIFICATION"] }),
  GNET: algorithm(gnetParams, { modelTypes: ["REGRESSION", "CLASSIFICATION"] }),
  DNN: algorithm(dnnParams, { modelTypes: ["REGRESSION", "CLASSIFICATION"] }),
  GAM: algorithm(gamParams, { modelTypes: ["REGRESSION", "CLASSIFICATION"] }),
  iForest: algorithm(iforestParams, { modelTypes: ["OCC"] }),
  LOF: algorithm(lofParams, { modelTypes: ["OCC"] }),
  OCS: algorithm(ocsParams, { modelTypes: ["OCC"] }),
  PCA: algorithm(pcaParams, { modelTypes: ["OCC"] }),
  AENN: algorithm(aennParams, { modelTypes: ["OCC"] }),
  Dobin: algorithm(dobinParams, { modelTypes: ["OCC"] }),
  GMM: algorithm(gmmParams, { modelTypes: ["OCC", "CLUSTERING"] }),
  "k-means": algorithm(kmeansParams, { modelTypes: ["CLUSTERING"] }),
  SOM: algorithm(somParams, { modelTypes: ["CLUSTERING"] }),
  Combination: algorithm(combinationParams, { modelTypes: [], forecasts: true, knownAhead: true }),
  ETS: algorithm(etsParams, { modelTypes: [], forecasts: true, knownAhead: true }),
  ARIMA: algorithm(arimaParams, { modelTypes: [], forecasts: true, knownAhead: true }),
  CES: algorithm(cesParams, { modelTypes: [], forecasts: true, knownAhead: true }),
  Theta: algorithm(thetaParams, { modelTypes: [], forecasts: true, knownAhead: true }),
  Harmonic: algorithm(harmonicParams, { modelTypes: [], forecasts: true, knownAhead: true }),
  Croston: algorithm(crostonParams, { modelTypes: [], forecasts: true }),
  SNaive: algorithm(seasonalNaiveParams, { modelTypes: [], forecasts: true }),
  Residual: algorithm(residualParams, { modelTypes: [], detects: true }),
};

export type AlgorithmName = keyof typeof ALGORITHMS;
export const ALGORITHM_NAMES = Object.keys(ALGORITHMS) as AlgorithmName[];

/** Returns true if the name is that of a forecaster, which learns from the past of one series. */
export function isForecaster(name: string): boolean {
  return Object.hasOwn(ALGORITHMS, name) && "forecasts" in ALGORITHMS[name as AlgorithmName];
}

/** Returns true if an algorithm learns from columns known ahead: all but some forecasters do. */
export function takesKnownAhead(name: string): boolean {
  return !isForecaster(name) || "knownAhead" in ALGORITHMS[name as AlgorithmName];
}

/** Returns true if the name is that of a detector of outliers in series. */
export function isSeriesDetector(name: string): boolean {
  return Object.hasOwn(ALGORITHMS, name) && "detects" in ALGORITHMS[name as AlgorithmName];
}

/** Detector of outliers in series. */
export const SERIES_DETECTOR = "Residual" satisfies AlgorithmName;

/** Default algorithm of a model that learns from columns. */
export const DEFAULT_ALGORITHM = {
  REGRESSION: "XGB",
  CLASSIFICATION: "XGB",
  OCC: "iForest",
  CLUSTERING: "k-means",
} as const satisfies Record<ModelType, AlgorithmName>;

/** Default algorithm of forecasts that add up, which models of lags do not make. */
const DEFAULT_FORECASTER = "Combination" satisfies AlgorithmName;

/** Returns the default algorithm; undefined stands for a model without a time series. */
export function defaultAlgorithm(type: ModelType, timeSeries: { hasSums: boolean } | undefined): AlgorithmName {
  if (type === "OCC" && timeSeries) return SERIES_DETECTOR;
  return type === "REGRESSION" && timeSeries?.hasSums ? DEFAULT_FORECASTER : DEFAULT_ALGORITHM[type];
}

export type ParamsOf<A extends AlgorithmName> = z.infer<(typeof ALGORITHMS)[A]["params"]>;
