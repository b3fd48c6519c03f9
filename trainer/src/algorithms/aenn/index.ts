/**
 * Outlier detection by an autoencoder (replicator neural network: Hawkins, He, Williams and Baxter 2002). A network with a narrow
 * layer learns to reconstruct its inputs, and a row's score is its squared reconstruction error. A network that has learned
 * outliers reconstructs them too. So the rows with the greatest errors are left out of the next epoch: only the share `trusted`
 * trains it (least trimmed squares, Rousseeuw 1984). Training is the same as DNN's. Parameters: `outerLayer`, `innerLayer`,
 * `trusted`, `epochs`, `batchSize`, `patience`, `learningRate`, `l2`. `contamination` sets the threshold and changes no score.
 *
 * Memory: half of the matrix, 16 bytes a row, and 20 bytes a weight.
 */
import { ALGORITHMS, ERRORS, InvalidInput, type ParamsOf } from "@agatha/contracts";
import { requireFinite } from "../../numeric/linear-algebra/check-finite.js";
import { trainNetwork } from "../../numeric/network/train.js";
import { createYielder } from "../../numeric/yield-to-event-loop.js";
import type { Algorithm } from "../base/algorithm.js";
import { createAennModel, loadAennModel } from "./model.js";

export const aenn: Algorithm<"AENN"> = {
  name: "AENN",
  modelTypes: ALGORITHMS.AENN.modelTypes,
  encoding: { missing: "impute", scale: "standard" },
  load: loadAennModel,
  async fit(x, _target, params, context) {
    if (x.nrow === 0 || x.ncol === 0) {
      throw new InvalidInput(ERRORS.modelTrainingFailed, {
        path: "columns",
        message: "AENN needs at least one row and one column to learn from",
      });
    }
    requireFinite(x, "AENN");
    const settings = { ...params, hidden: hiddenLayers(x.ncol, params), averaging: 0 };
    const network = await trainNetwork(
      { x, objective: { kind: "inputs" }, splitter: context.splitter },
      settings,
      context.random,
      createYielder(context),
    );
    context.progress(1);
    return createAennModel(network);
  },
};

/** Most units of an automatic layer, the same limit as for the parameters. */
const MAX_UNITS = 512;

function hiddenLayers(columns: number, { outerLayer, innerLayer }: ParamsOf<"AENN">): number[] {
  const outer = outerLayer || Math.min(MAX_UNITS, Math.max(2, Math.floor(columns / 2)));
  const inner = innerLayer || Math.min(MAX_UNITS, Math.max(1, Math.floor(columns / 4)));
  return [outer, inner, outer];
}
