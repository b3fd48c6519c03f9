import { packSections, unpackSections } from "../../trees/sections.js";
import type { FittedModel, Matrix } from "../algorithm.js";
import { FURTHEST } from "../finite.js";

interface Learned {
  means: Float64Array;
  /** One after the other, a number for each column. */
  components: Float64Array;
}

/** Rows whose columns stay in the processor's cache. */
const BLOCK = 512;

export function createPcaModel(learned: Learned): FittedModel {
  return {
    predict: (x) => ({ scores: residuals(learned, x) }),
    save: () => packSections({ settings: { algorithm: "PCA" }, arrays: { means: learned.means, components: learned.components } }),
  };
}

/** Squared length of what the components leave of each row. Infinite numbers count as the furthest that can be learned from. */
function residuals({ means, components }: Learned, x: Matrix): Float64Array {
  const width = means.length;
  const scores = new Float64Array(x.nrow);
  const left = Array.from({ length: width }, () => new Float64Array(BLOCK));
  const along = new Float64Array(BLOCK);
  for (let from = 0; from < x.nrow; from += BLOCK) {
    const count = Math.min(BLOCK, x.nrow - from);
    left.forEach((column, j) => {
      for (let i = 0; i < count; i++) column[i] = Math.max(-FURTHEST, Math.min(FURTHEST, x.columns[j][from + i])) - means[j];
    });
    for (let at = 0; at < components.length; at += width) {
      along.fill(0);
      left.forEach((column, j) => void addScaled(along, components[at + j], column, count));
      left.forEach((column, j) => void addScaled(column, -components[at + j], along, count));
    }
    for (const column of left) for (let i = 0; i < count; i++) scores[from + i] += column[i] * column[i];
  }
  return scores;
}

function addScaled(into: Float64Array, factor: number, column: Float64Array, count: number): void {
  for (let i = 0; i < count; i++) into[i] += factor * column[i];
}

/** Throws when the bytes are not those of a model. */
export function loadPcaModel(bytes: Uint8Array): FittedModel {
  const { settings, arrays } = unpackSections(bytes);
  const { means, components } = arrays;
  if (settings.algorithm !== "PCA" || !(means instanceof Float64Array) || !(components instanceof Float64Array)) {
    throw new Error("not a saved PCA model");
  }
  if (!(means.length > 0) || components.length % means.length !== 0) throw new Error("not a whole PCA model");
  return createPcaModel({ means, components });
}
