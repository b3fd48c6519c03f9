/**
 * A change of basis before an outlier detector: pca, the principal axes along which the training rows vary, or dobin, the
 * whole DOBIN basis. It is learned from the rows that the detector learns from, and kept inside its model. Detectors that
 * look at one column at a time, such as trees, see other columns by it; to those that measure distances, pca is all the same.
 */
import type { ModelNode } from "@agatha/contracts";
import type { FitContext } from "../../numeric/fit-context.js";
import type { Matrix } from "../../numeric/matrix.js";
import { type Basis, rotate, rotationToOnnx } from "../../numeric/rotations/basis.js";
import { dobinBasis } from "../../numeric/rotations/dobin-basis.js";
import { principalAxes } from "../../numeric/rotations/principal-axes.js";
import { packSections, unpackSections } from "../../numeric/sections.js";
import { createYielder } from "../../numeric/yield-to-event-loop.js";
import type { Algorithm, Encoding, FittedModel } from "./algorithm.js";

export type Rotation = Exclude<NonNullable<ModelNode["rotation"]>, "none">;

/** What is rotated has to be there, and columns have to be of a size. */
export const ROTATED_ENCODING: Encoding = { missing: "impute", scale: "standard" };

/** Share of the progress that learning the basis makes up. */
const BASIS_PROGRESS_SHARE = 0.3;

/** Learns the basis from encoded rows, then has the detector learn from the rows in it. */
export async function fitRotated(
  rotation: Rotation,
  x: Matrix,
  context: FitContext,
  fit: (x: Matrix, context: FitContext) => Promise<FittedModel>,
): Promise<FittedModel> {
  const basis = await fitBasis(rotation, x, { ...context, progress: (done) => context.progress(BASIS_PROGRESS_SHARE * done) });
  const model = await fit(rotate(basis, x), {
    ...context,
    progress: (done) => context.progress(BASIS_PROGRESS_SHARE + (1 - BASIS_PROGRESS_SHARE) * done),
  });
  return createRotatedModel(basis, model);
}

async function fitBasis(rotation: Rotation, x: Matrix, context: FitContext): Promise<Basis> {
  const pace = createYielder(context);
  if (rotation === "dobin") return dobinBasis(x, x.ncol, context.random.fork(0), pace);
  const { means, vectors } = await principalAxes(x, pace);
  return { center: means, directions: Float64Array.from(vectors.flatMap((vector) => [...vector])) };
}

/** What a model tells of its own columns would be told of the axes: it answers, and no more. */
function createRotatedModel(basis: Basis, model: FittedModel): FittedModel {
  return {
    predict: (x) => model.predict(rotate(basis, x)),
    toOnnx: (graph, features) => model.toOnnx(graph, rotationToOnnx(basis, graph, features)),
    save: () => packSections({ settings: { rotated: true }, arrays: { ...basis, model: model.save() } }),
  };
}

/** Throws when the bytes are not those of a model of that algorithm after a rotation. */
export function loadRotatedModel(bytes: Uint8Array, algorithm: Algorithm): FittedModel {
  const { settings, arrays } = unpackSections(bytes);
  const { center, directions, model } = arrays;
  if (!settings.rotated || !(center instanceof Float64Array && directions instanceof Float64Array && model instanceof Uint8Array)) {
    throw new Error("not a saved model after a rotation");
  }
  if (!(center.length > 0) || !(directions.length > 0) || directions.length % center.length !== 0) throw new Error("not a whole rotation");
  return createRotatedModel({ center, directions }, algorithm.load(model));
}
