import { packSections, unpackSections } from "../../trees/sections.js";
import type { FittedModel } from "../algorithm.js";
import { MixtureKernel } from "./kernel.js";
import { type Mixture, toProbabilities } from "./mixture.js";

/** Rows that are asked about together. */
const BLOCK = 512;

/** Scores are minus the logarithm of the density; a row's cluster is its likeliest component, the first one on a tie. */
export function createGmmModel(mixture: Mixture): FittedModel {
  const { width, components } = mixture;
  let kernel: MixtureKernel | undefined;
  return {
    predict(x) {
      kernel ??= kernelOf(mixture);
      const scores = new Float64Array(x.nrow);
      const clusters = new Int32Array(x.nrow);
      for (let from = 0; from < x.nrow; from += BLOCK) {
        const count = Math.min(BLOCK, x.nrow - from);
        kernel.load(x, from, count);
        for (const k of components.keys()) kernel.lengthsAtOnce(k);
        const own = scores.subarray(from, from + count);
        toProbabilities(kernel.table, components, own);
        for (let i = 0; i < count; i++) {
          own[i] = 0 - own[i];
          for (let k = 1; k < components.length; k++) if (kernel.table[k][i] > kernel.table[clusters[from + i]][i]) clusters[from + i] = k;
        }
      }
      return { scores, clusters };
    },
    save: () =>
      packSections({
        settings: { algorithm: "GMM", width },
        arrays: {
          shares: Float64Array.from(components, ({ logShare }) => logShare),
          determinants: Float64Array.from(components, ({ logDeterminant }) => logDeterminant),
          means: joined(components.map(({ mean }) => mean)),
          factors: joined(components.map(({ factor }) => factor)),
        },
      }),
  };
}

function kernelOf({ width, components }: Mixture): MixtureKernel {
  const kernel = new MixtureKernel({ rows: BLOCK, width, components: components.length });
  components.forEach(({ mean, factor }, k) => {
    kernel.means[k].set(mean);
    kernel.factors[k].set(factor);
  });
  return kernel;
}

function joined(lists: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(lists.length * lists[0].length);
  lists.forEach((list, k) => {
    all.set(list, k * list.length);
  });
  return all;
}

/** Throws when the bytes are not those of a model. */
export function loadGmmModel(bytes: Uint8Array): FittedModel {
  const { settings, arrays } = unpackSections(bytes);
  const width = Number(settings.width);
  const { shares, determinants, means, factors } = arrays;
  if (
    settings.algorithm !== "GMM" ||
    !(shares instanceof Float64Array && determinants instanceof Float64Array) ||
    !(means instanceof Float64Array && factors instanceof Float64Array)
  ) {
    throw new Error("not a saved GMM model");
  }
  const count = shares.length;
  const size = factors.length / count;
  const padded = Math.sqrt(size);
  if (!(width > 0) || determinants.length !== count || means.length !== count * width || !(padded >= width) || padded % 4 !== 0) {
    throw new Error("not a whole GMM model");
  }
  const components = Array.from(shares, (logShare, k) => ({
    logShare,
    logDeterminant: determinants[k],
    mean: means.subarray(k * width, (k + 1) * width),
    factor: factors.subarray(k * size, (k + 1) * size),
  }));
  return createGmmModel({ width, padded, components });
}
