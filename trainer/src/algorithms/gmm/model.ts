import { MAX_MAGNITUDE } from "../../numeric/linear-algebra/check-finite.js";
import { concatenate } from "../../numeric/linear-algebra/vectors.js";
import { packSections, readSections } from "../../numeric/sections.js";
import { threadLimit } from "../../numeric/threads/pool.js";
import type { OnnxGraph, OnnxPrediction, Value } from "../../onnx/graph.js";
import type { FittedModel } from "../base/algorithm.js";
import { logNormalisation, type Mixture } from "./mixture.js";
import { MixtureWasm } from "./mixture-wasm.js";

/** Fewest and most rows of a prediction block. */
const MIN_BLOCK_ROWS = 512;
const MAX_BLOCK_ROWS = 4096;
/** Products of a block that several threads share: enough for them to help (../../numeric/threads/pool.ts). */
const SHARED_PRODUCTS = 2 ** 24;

/** Scores are negative log densities. A row's cluster is its likeliest component, the first one on a tie. */
export function createGmmModel(mixture: Mixture): FittedModel {
  const { components } = mixture;
  const blockRows = blockRowsOf(mixture);
  let wasm: MixtureWasm | undefined;
  return {
    predict(x) {
      wasm ??= createMixtureWasm(mixture, blockRows);
      const scores = new Float64Array(x.nrow);
      const clusters = new Int32Array(x.nrow);
      for (let from = 0; from < x.nrow; from += blockRows) {
        const count = Math.min(blockRows, x.nrow - from);
        wasm.loadRows(x, from, count);
        wasm.computeResponsibilitiesSync();
        for (let i = 0; i < count; i++) {
          scores[from + i] = 0 - wasm.logDensities[i];
          for (let k = 1; k < components.length; k++)
            if (wasm.responsibilities[k][i] > wasm.responsibilities[clusters[from + i]][i]) clusters[from + i] = k;
        }
      }
      return { scores, clusters };
    },
    toOnnx: (graph, features) => mixtureToOnnx(mixture, graph, features),
    save: () =>
      packSections({
        settings: { algorithm: "GMM", width: mixture.width },
        arrays: {
          shares: Float64Array.from(components, ({ logShare }) => logShare),
          determinants: Float64Array.from(components, ({ logDeterminant }) => logDeterminant),
          means: concatenate(components.map(({ mean }) => mean)),
          factors: concatenate(components.map(({ factor }) => factor)),
        },
      }),
  };
}

function mixtureToOnnx({ width, padded, components }: Mixture, graph: OnnxGraph, features: Value): OnnxPrediction {
  const bounded = graph.clip(features, MAX_MAGNITUDE);
  const along = graph.int64s([1]);
  const logs = components.map((component) => {
    const { mean, factor } = component;
    const square = Float64Array.from({ length: width * width }, (_, at) => factor[Math.floor(at / width) * padded + (at % width)]);
    const centered = graph.node("Sub", [bounded, graph.doubles(mean, [1, width])]);
    const whitened = graph.node("MatMul", [centered, graph.doubles(square, [width, width])]);
    const halves = graph.node("Mul", [graph.node("ReduceSumSquare", [whitened, along], { keepdims: 1 }), graph.doubles([0.5])]);
    return graph.node("Sub", [graph.doubles([logNormalisation(component)]), halves]);
  });
  const all = logs.length === 1 ? logs[0] : graph.node("Concat", logs, { axis: 1 });
  return {
    scores: graph.node("Neg", [graph.node("ReduceLogSumExp", [all, along], { keepdims: 1 })]),
    clusters: graph.node("ArgMax", [all], { axis: 1, keepdims: 0 }),
  };
}

function blockRowsOf({ width, components }: Mixture): number {
  if (threadLimit() === 1) return MIN_BLOCK_ROWS;
  return Math.max(MIN_BLOCK_ROWS, Math.min(MAX_BLOCK_ROWS, Math.ceil((2 * SHARED_PRODUCTS) / (width * width * components.length))));
}

function createMixtureWasm({ width, components }: Mixture, rows: number): MixtureWasm {
  const wasm = new MixtureWasm({ rows, width, components: components.length });
  components.forEach((component, k) => {
    wasm.constants[k] = logNormalisation(component);
    wasm.means[k].set(component.mean);
    wasm.factors[k].set(component.factor);
  });
  return wasm;
}

/** Throws when the bytes are not a saved model. */
export function loadGmmModel(bytes: Uint8Array): FittedModel {
  const types = { shares: Float64Array, determinants: Float64Array, means: Float64Array, factors: Float64Array };
  const { settings, arrays } = readSections(bytes, "GMM", types);
  const { shares, determinants, means, factors } = arrays;
  const width = Number(settings.width);
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
