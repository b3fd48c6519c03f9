/**
 * Outlier detection by DOBIN (Kandanaarachchi and Hyndman 2021). A row's score is the distance to its `neighbours`-th nearest
 * training row, in the first vectors of a basis that brings outliers out (../../numeric/rotations/dobin-basis.ts). DOBIN itself
 * detects nothing, and its whole basis leaves distances unchanged. Hence `components`, the share of the basis in use, half by
 * default. `contamination` sets the threshold and changes no score.
 *
 * Memory: two copies of the matrix, and 32 MB for the distances of the rows that give the basis; with few columns 240 bytes a row
 * for its neighbours instead.
 */
import { ALGORITHMS, ERRORS, InvalidInput } from "@agatha/contracts";
import { requireBoundedMagnitude } from "../../numeric/linear-algebra/check-finite.js";
import { buildIndex } from "../../numeric/neighbours/build-index.js";
import { rotationTo } from "../../numeric/rotations/basis.js";
import { dobinBasis } from "../../numeric/rotations/dobin-basis.js";
import { createYielder } from "../../numeric/yield-to-event-loop.js";
import type { Algorithm } from "../base/algorithm.js";
import { createDobinModel, loadDobinModel } from "./model.js";

export const dobin: Algorithm<"Dobin"> = {
  name: "Dobin",
  modelTypes: ALGORITHMS.Dobin.modelTypes,
  encoding: { missing: "impute", scale: "standard" },
  load: loadDobinModel,
  async fit(x, _target, params, context) {
    if (x.nrow < 2 || x.ncol === 0) {
      throw new InvalidInput(ERRORS.modelTrainingFailed, {
        path: "columns",
        message: "Dobin needs at least two rows and one column to compare rows by",
      });
    }
    requireBoundedMagnitude(x, "Dobin");
    const yieldToEventLoop = createYielder(context);
    const basis = await dobinBasis(x, Math.max(1, Math.ceil(params.components * x.ncol)), context.random, yieldToEventLoop);
    const neighbours = Math.min(params.neighbours, x.nrow - 1);
    const { index } = await buildIndex(rotationTo(basis)(x), neighbours + 1, yieldToEventLoop);
    return createDobinModel({ basis, tree: index(), neighbours });
  },
};
