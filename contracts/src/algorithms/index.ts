/** Parameters of every algorithm, with defaults and bounds. The trainer's registry and the console's forms use this table. */
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

export { averagedClustersProblem, clusterCountProblem, MIN_ROWS_PER_CLUSTER } from "./clusters.js";

interface AlgorithmDefinition {
  /** Display name. */
  title: string;
  /** Types of the models in which it may learn from columns. */
  modelTypes: ModelType[];
  /** Learns from the past of one series instead of from columns: it answers alone or with others of its kind in a time series. */
  forecasts?: true;
  /** Detects outliers in series: it answers alone in outlier detection with a time. */
  detects?: true;
  /** A forecaster that takes columns known ahead. */
  knownAhead?: true;
  params: z.ZodObject;
}

export const ALGORITHMS = {
  XGB: { title: "Gradient-boosted trees", modelTypes: ["REGRESSION", "CLASSIFICATION"], params: xgbParams },
  RF: { title: "Random forest", modelTypes: ["REGRESSION", "CLASSIFICATION"], params: rfParams },
  GLM: { title: "Linear or logistic regression", modelTypes: ["REGRESSION", "CLASSIFICATION"], params: glmParams },
  KNN: { title: "Nearest neighbours", modelTypes: ["REGRESSION", "CLASSIFICATION"], params: knnParams },
  SVM: { title: "Support vector machine", modelTypes: ["REGRESSION", "CLASSIFICATION"], params: svmParams },
  enet: { title: "Elastic net", modelTypes: ["REGRESSION", "CLASSIFICATION"], params: enetParams },
  BYS: { title: "Bayesian regression or naive Bayes", modelTypes: ["REGRESSION", "CLASSIFICATION"], params: bysParams },
  GNET: { title: "Lasso path (glmnet)", modelTypes: ["REGRESSION", "CLASSIFICATION"], params: gnetParams },
  DNN: { title: "Neural network", modelTypes: ["REGRESSION", "CLASSIFICATION"], params: dnnParams },
  GAM: { title: "Additive curves (GAM)", modelTypes: ["REGRESSION", "CLASSIFICATION"], params: gamParams },
  iForest: { title: "Isolation forest", modelTypes: ["OCC"], params: iforestParams },
  LOF: { title: "Local outlier factor", modelTypes: ["OCC"], params: lofParams },
  OCS: { title: "One-class support vector machine", modelTypes: ["OCC"], params: ocsParams },
  PCA: { title: "Principal components", modelTypes: ["OCC"], params: pcaParams },
  AENN: { title: "Autoencoder", modelTypes: ["OCC"], params: aennParams },
  Dobin: { title: "Neighbours in a DOBIN basis", modelTypes: ["OCC"], params: dobinParams },
  GMM: { title: "Gaussian mixture", modelTypes: ["OCC", "CLUSTERING"], params: gmmParams },
  "k-means": { title: "k-means", modelTypes: ["CLUSTERING"], params: kmeansParams },
  SOM: { title: "Self-organizing map", modelTypes: ["CLUSTERING"], params: somParams },
  Combination: { title: "Combination of forecasts", modelTypes: [], forecasts: true, knownAhead: true, params: combinationParams },
  ETS: { title: "Exponential smoothing", modelTypes: [], forecasts: true, knownAhead: true, params: etsParams },
  ARIMA: { title: "ARIMA", modelTypes: [], forecasts: true, knownAhead: true, params: arimaParams },
  CES: { title: "Complex exponential smoothing", modelTypes: [], forecasts: true, knownAhead: true, params: cesParams },
  Theta: { title: "Theta method", modelTypes: [], forecasts: true, knownAhead: true, params: thetaParams },
  Harmonic: { title: "Harmonic regression", modelTypes: [], forecasts: true, knownAhead: true, params: harmonicParams },
  Croston: { title: "Intermittent demand (Croston)", modelTypes: [], forecasts: true, params: crostonParams },
  SNaive: { title: "Seasonal naive", modelTypes: [], forecasts: true, params: seasonalNaiveParams },
  Residual: { title: "Forecast residuals", modelTypes: [], detects: true, params: residualParams },
} as const satisfies Record<string, AlgorithmDefinition>;

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

/** Algorithm of a model of columns that names none. */
export const DEFAULT_ALGORITHM = {
  REGRESSION: "XGB",
  CLASSIFICATION: "XGB",
  OCC: "iForest",
  CLUSTERING: "k-means",
} as const satisfies Record<ModelType, AlgorithmName>;

/** Returns the algorithm of a model that names none. */
export function defaultAlgorithm(type: ModelType, isTimeSeries: boolean): AlgorithmName {
  return type === "OCC" && isTimeSeries ? SERIES_DETECTOR : DEFAULT_ALGORITHM[type];
}

export type ParamsOf<A extends AlgorithmName> = z.infer<(typeof ALGORITHMS)[A]["params"]>;
