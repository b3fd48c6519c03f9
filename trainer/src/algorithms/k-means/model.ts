import { nearestPointIndex } from "../../numeric/neighbours/onnx-nearest.js";
import type { Points } from "../../numeric/points.js";
import { packSections, readSections } from "../../numeric/sections.js";
import type { FittedModel } from "../base/algorithm.js";
import { CentersWasm } from "./centers-wasm.js";
import { writePanels } from "./panels.js";

/** Rows that are compared together: few enough to stay in the processor's cache. */
const BLOCK_ROWS = 256;

/** Predicts the nearest centre, the first one on a tie. */
export function createKmeansModel(centers: Points): FittedModel {
  let wasm: CentersWasm | undefined;
  return {
    predict(x) {
      wasm ??= createCentersWasm(centers);
      const clusters = new Int32Array(x.nrow);
      for (let from = 0; from < x.nrow; from += BLOCK_ROWS) {
        const to = Math.min(from + BLOCK_ROWS, x.nrow);
        writePanels(x, wasm.points, from, to);
        wasm.findNearest(to - from);
        clusters.set(wasm.clusters.subarray(0, to - from), from);
      }
      return { clusters };
    },
    toOnnx(graph, features) {
      return { clusters: nearestPointIndex(graph, features, centers) };
    },
    save: () => packSections({ settings: { algorithm: "k-means", width: centers.width }, arrays: { centers: centers.values } }),
  };
}

function createCentersWasm(centers: Points): CentersWasm {
  const wasm = new CentersWasm({ rows: BLOCK_ROWS, width: centers.width, centers: centers.count });
  wasm.setCenters(centers);
  return wasm;
}

/** Throws when the bytes are not a saved model. */
export function loadKmeansModel(bytes: Uint8Array): FittedModel {
  const { settings, arrays } = readSections(bytes, "k-means", { centers: Float64Array });
  const { centers } = arrays;
  const width = Number(settings.width);
  if (!(width > 0) || centers.length % width !== 0) throw new Error("not a whole k-means model");
  return createKmeansModel({ count: centers.length / width, width, values: centers });
}
