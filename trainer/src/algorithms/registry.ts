import type { AlgorithmName } from "@agatha/contracts";
import { aenn } from "./aenn/index.js";
import { arima } from "./arima/index.js";
import type { Algorithm } from "./base/algorithm.js";
import { forecasterAlgorithm } from "./base/forecaster.js";
import { withClassWeights } from "./base/with-class-weights.js";
import { withLogResponse } from "./base/with-log-response.js";
import { bys } from "./bys/index.js";
import { ces } from "./ces/index.js";
import { combination } from "./combination/index.js";
import { croston } from "./croston/index.js";
import { dnn } from "./dnn/index.js";
import { dobin } from "./dobin/index.js";
import { enet } from "./enet/index.js";
import { ets } from "./ets/index.js";
import { gam } from "./gam/index.js";
import { glm } from "./glm/index.js";
import { gmm } from "./gmm/index.js";
import { gnet } from "./gnet/index.js";
import { harmonic } from "./harmonic/index.js";
import { iforest } from "./iforest/index.js";
import { kmeans } from "./k-means/index.js";
import { knn } from "./knn/index.js";
import { lof } from "./lof/index.js";
import { ocs } from "./ocs/index.js";
import { pca } from "./pca/index.js";
import { residual } from "./residual/index.js";
import { rf } from "./rf/index.js";
import { seasonalNaive } from "./seasonal-naive/index.js";
import { som } from "./som/index.js";
import { svm } from "./svm/index.js";
import { theta } from "./theta/index.js";
import { xgb } from "./xgb/index.js";

/**
 * Every algorithm by its name. A new algorithm needs a folder here, a schema in contracts and a line below. SVM and DNN weight
 * the classes in their fit.
 */
export const REGISTRY = {
  XGB: withLogResponse(withClassWeights(xgb)),
  RF: withLogResponse(withClassWeights(rf)),
  GLM: withLogResponse(withClassWeights(glm)),
  KNN: withLogResponse(withClassWeights(knn)),
  SVM: withLogResponse(svm),
  enet: withLogResponse(withClassWeights(enet)),
  BYS: withLogResponse(withClassWeights(bys)),
  GNET: withLogResponse(withClassWeights(gnet)),
  DNN: withLogResponse(dnn),
  GAM: withLogResponse(withClassWeights(gam)),
  iForest: iforest,
  LOF: lof,
  OCS: ocs,
  PCA: pca,
  AENN: aenn,
  Dobin: dobin,
  GMM: gmm,
  "k-means": kmeans,
  SOM: som,
  Combination: forecasterAlgorithm(combination),
  ETS: forecasterAlgorithm(ets),
  ARIMA: forecasterAlgorithm(arima),
  CES: forecasterAlgorithm(ces),
  Theta: forecasterAlgorithm(theta),
  Harmonic: forecasterAlgorithm(harmonic),
  Croston: forecasterAlgorithm(croston),
  SNaive: forecasterAlgorithm(seasonalNaive),
  Residual: residual,
} satisfies { [A in AlgorithmName]: Algorithm<A> };

/** Returns the algorithm of the name; undefined if there is none. */
export function findAlgorithm(name: string): Algorithm | undefined {
  return Object.hasOwn(REGISTRY, name) ? REGISTRY[name as AlgorithmName] : undefined;
}
