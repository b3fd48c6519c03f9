/**
 * Changes the basis before an outlier detector: pca is the principal axes of the training rows, dobin the whole DOBIN basis. The
 * basis is learned from the rows that the detector learns from, and is saved inside its model. Detectors that look at one column
 * at a time, such as trees, see different columns after a rotation. Detectors that measure distances are not affected by pca.
 */
import type { ModelNode } from "@agatha/contracts";
import type { FitContext } from "../../numeric/fit-context.js";
import { concatenate } from "../../numeric/linear-algebra/vectors.js";
import type { Matrix } from "../../numeric/matrix.js";
import { type Basis, rotationTo, rotationToLayers, rotationToOnnx } from "../../numeric/rotations/basis.js";
import { dobinBasis } from "../../numeric/rotations/dobin-basis.js";
import { principalAxes } from "../../numeric/rotations/principal-axes.js";
import { packSections, unpackSections } from "../../numeric/sections.js";
import { createYielder } from "../../numeric/yield-to-event-loop.js";
import type { Algorithm, Encoding, FittedModel } from "./algorithm.js";

export type Rotation = Exclude<NonNullable<ModelNode["rotation"]>, "none">;

/** A rotation needs every value, and columns of the same scale. */
export const ROTATED_ENCODING: Encoding = { missing: "impute", scale: "standard" };

/** Share of the progress that learning the basis takes. */
const BASIS_PROGRESS_SHARE = 0.3;

/** Learns the basis from encoded rows, then fits the detector to the rotated rows. */
export async function fitRotated(
  rotation: Rotation,
  x: Matrix,
  context: FitContext,
  fit: (x: Matrix, context: FitContext) => Promise<FittedModel>,
): Promise<FittedModel> {
  const basis = await fitBasis(rotation, x, { ...context, progress: (done) => context.progress(BASIS_PROGRESS_SHARE * done) });
  const model = await fit(rotationTo(basis)(x), {
    ...context,
    progress: (done) => context.progress(BASIS_PROGRESS_SHARE + (1 - BASIS_PROGRESS_SHARE) * done),
  });
  return createRotatedModel(basis, model);
}

async function fitBasis(rotation: Rotation, x: Matrix, context: FitContext): Promise<Basis> {
  const yieldToEventLoop = createYielder(context);
  if (rotation === "dobin") return dobinBasis(x, x.ncol, context.random.fork(0), yieldToEventLoop);
  const { means, vectors } = await principalAxes(x, yieldToEventLoop);
  return { center: means, directions: concatenate(vectors) };
}

/** The rotated model predicts but explains nothing, since an explanation would be of the axes and not of the columns. */
function createRotatedModel(basis: Basis, model: FittedModel): FittedModel {
  const rotate = rotationTo(basis);
  return {
    predict: (x) => model.predict(rotate(x)),
    toOnnx: (graph, features) => model.toOnnx(graph, rotationToOnnx(basis, graph, features)),
    toLayers: model.toLayers && ((graph, features) => model.toLayers?.(graph, rotationToLayers(basis, graph, features)) ?? {}),
    save: () => packSections({ settings: { rotated: true }, arrays: { ...basis, model: model.save() } }),
  };
}

/** Throws when the bytes are not a saved model of that algorithm with a rotation. */
export function loadRotatedModel(bytes: Uint8Array, algorithm: Algorithm): FittedModel {
  const { settings, arrays } = unpackSections(bytes);
  const { center, directions, model } = arrays;
  if (!settings.rotated || !(center instanceof Float64Array && directions instanceof Float64Array && model instanceof Uint8Array)) {
    throw new Error("not a saved model after a rotation");
  }
  if (!(center.length > 0) || !(directions.length > 0) || directions.length % center.length !== 0) throw new Error("not a whole rotation");
  return createRotatedModel({ center, directions }, algorithm.load(model));
}
