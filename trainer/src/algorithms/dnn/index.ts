/**
 * A feed-forward network with rectified linear units (Glorot, Bordes and Bengio 2011), initialised as by He et al. (2015). Adam
 * (Kingma and Ba 2015) trains it on mini-batches, with a learning rate that falls by half a cosine (Loshchilov and Hutter 2017).
 * Regression minimises the squared error of the standardised target. Classification minimises the cross-entropy of a softmax,
 * with class weights if `balance` asks for them. A tenth of the rows is set aside for validation, from 100 rows on. It decides
 * which epoch is best, and training stops after `patience` epochs without a better one. The network then is a moving average of
 * the weights over the epochs. Parameters: `firstLayer`, `secondLayer`, `thirdLayer`, `epochs`, `batchSize`, `patience`,
 * `learningRate`, `l2`, `balance`.
 *
 * Memory: half of the matrix, 16 bytes a row, and 20 bytes a weight.
 */
import { ALGORITHMS, type ParamsOf } from "@agatha/contracts";
import { requireFinite } from "../../numeric/linear-algebra/check-finite.js";
import { trainNetwork } from "../../numeric/network/train.js";
import type { Objective } from "../../numeric/network/training-set.js";
import { requireSupervisedTarget } from "../../numeric/trees/supervised-target.js";
import { fitTargetScaling, standardise } from "../../numeric/trees/target-scaling.js";
import { createYielder } from "../../numeric/yield-to-event-loop.js";
import type { Algorithm } from "../base/algorithm.js";
import { classWeights } from "../base/class-weights.js";
import { createDnnModel, loadDnnModel } from "./model.js";

/** Decay by epochs of the average of the weights. */
const WEIGHT_AVERAGING = 0.9;

export const dnn: Algorithm<"DNN"> = {
  name: "DNN",
  modelTypes: ALGORITHMS.DNN.modelTypes,
  encoding: { missing: "impute", scale: "standard" },
  load: loadDnnModel,
  async fit(x, target, params, context) {
    requireSupervisedTarget(x, target);
    requireFinite(x, "DNN");
    const train = async (objective: Objective) => {
      const settings = { ...params, hidden: hiddenLayers(params), trusted: 1, averaging: WEIGHT_AVERAGING };
      const network = await trainNetwork({ x, objective, splitter: context.splitter }, settings, context.random, createYielder(context));
      context.progress(1);
      return network;
    };
    if (target.kind === "number") {
      const unit = fitTargetScaling(target.values);
      return createDnnModel({ network: await train({ kind: "number", values: standardise(target.values, unit) }), unit });
    }
    const weights = classWeights(target.codes, target.labels.length, params.balance);
    return createDnnModel({ network: await train({ kind: "class", codes: target.codes, weights }) });
  },
};

function hiddenLayers({ firstLayer, secondLayer, thirdLayer }: ParamsOf<"DNN">): number[] {
  return [firstLayer, secondLayer, thirdLayer].filter((units) => units > 0);
}
