/** Parameters of every algorithm, with defaults and bounds. The trainer's registry and the console's forms use this table. */
import type { z } from "zod";
import type { ModelType } from "../kinds/model.js";
import { aennParams } from "./aenn.js";
import { bysParams } from "./bys.js";
import { dnnParams } from "./dnn.js";
import { dobinParams } from "./dobin.js";
import { enetParams } from "./enet.js";
import { gamParams } from "./gam.js";
import { glmParams } from "./glm.js";
import { gmmParams } from "./gmm.js";
import { gnetParams } from "./gnet.js";
import { iforestParams } from "./iforest.js";
import { kmeansParams } from "./k-means.js";
import { knnParams } from "./knn.js";
import { lofParams } from "./lof.js";
import { pcaParams } from "./pca.js";
import { rfParams } from "./rf.js";
import { somParams } from "./som.js";
import { ocsParams, svmParams } from "./svm.js";
import { xgbParams } from "./xgb.js";

export { clusterCountProblem, MIN_ROWS_PER_CLUSTER } from "./clusters.js";

export interface AlgorithmDefinition {
  /** Display name. */
  title: string;
  modelTypes: ModelType[];
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
} as const satisfies Record<string, AlgorithmDefinition>;

export type AlgorithmName = keyof typeof ALGORITHMS;
export const ALGORITHM_NAMES = Object.keys(ALGORITHMS) as AlgorithmName[];

/** Algorithm of a model that names none. */
export const DEFAULT_ALGORITHM = {
  REGRESSION: "XGB",
  CLASSIFICATION: "XGB",
  OCC: "iForest",
  CLUSTERING: "k-means",
} as const satisfies Record<ModelType, AlgorithmName>;

export type ParamsOf<A extends AlgorithmName> = z.infer<(typeof ALGORITHMS)[A]["params"]>;
export type { AennParams } from "./aenn.js";
export type { BysParams } from "./bys.js";
export type { DnnParams } from "./dnn.js";
export type { DobinParams } from "./dobin.js";
export type { EnetParams } from "./enet.js";
export type { GamParams } from "./gam.js";
export type { GlmParams } from "./glm.js";
export type { GmmParams } from "./gmm.js";
export type { GnetParams } from "./gnet.js";
export type { IforestParams } from "./iforest.js";
export type { KmeansParams } from "./k-means.js";
export type { KnnParams } from "./knn.js";
export type { LofParams } from "./lof.js";
export type { PcaParams } from "./pca.js";
export type { RfParams } from "./rf.js";
export type { SomParams } from "./som.js";
export type { OcsParams, SvmParams } from "./svm.js";
export type { XgbParams } from "./xgb.js";
