import { clip } from "../../numeric/clip.js";
import { MAX_MAGNITUDE } from "../../numeric/linear-algebra/check-finite.js";
import { multiplyByVectors, subtractCenter } from "../../numeric/linear-algebra/onnx.js";
import type { Matrix } from "../../numeric/matrix.js";
import { roundUp } from "../../numeric/round-up.js";
import { packSections, readSections } from "../../numeric/sections.js";
import linearAlgebra from "../../numeric/wasm/linear-algebra.js";
import { createSharedKernel } from "../../numeric/wasm/shared-kernel.js";
import type { Value } from "../../onnx/graph.js";
import type { FittedModel } from "../base/algorithm.js";

interface PcaState {
  means: Float64Array;
  /** Orthonormal directions, one after the other, a number for each column. */
  directions: Float64Array;
  /**
   * Part of a centered row that gives the score. "beside": the residual after projection on the directions, which are the
   * components. "along": the projection on the directions.
   */
  scored: "beside" | "along";
}

/** Exports of assembly/linear-algebra.ts in use here, described there. */
interface WasmExports {
  reconstructionErrors(
    block: number,
    width: number,
    components: number,
    count: number,
    projections: number,
    reconstructed: number,
    rows: number,
    scores: number,
  ): void;
  projectionSquares(
    block: number,
    width: number,
    directions: number,
    count: number,
    projections: number,
    rows: number,
    scores: number,
  ): void;
}

/** Rows of a block, and bytes of a number. */
const BLOCK_ROWS = 64;
const DOUBLE = 8;

/**
 * Returns the principal directions as a model. The score of a row is the squared length of its projection on the directions, or
 * of what remains beside them.
 */
export function createPcaModel(learned: PcaState): FittedModel {
  const score = createScorer(learned);
  return {
    predict: (x) => ({ scores: score(x) }),
    toOnnx(graph, features) {
      const { means, directions, scored } = learned;
      const width = means.length;
      const rows = subtractCenter(graph, features, means);
      const squares = (value: Value) => graph.node("ReduceSumSquare", [value, graph.int64s([1])], { keepdims: 1 });
      if (directions.length === 0) return { scores: squares(rows) };
      const projections = multiplyByVectors(graph, rows, directions, width);
      if (scored === "along") return { scores: squares(projections) };
      const reconstructed = graph.node("MatMul", [projections, graph.doubles(directions, [directions.length / width, width])]);
      return { scores: squares(graph.node("Sub", [rows, reconstructed])) };
    },
    save: () =>
      packSections({
        settings: { algorithm: "PCA", scored: learned.scored },
        arrays: { means: learned.means, directions: learned.directions },
      }),
  };
}

/** Returns a function that computes the squared length of the scored part of each row. Numbers are clipped to MAX_MAGNITUDE. */
function createScorer({ means, directions, scored }: PcaState): (x: Matrix) => Float64Array {
  const ncol = means.length;
  // The kernel handles four columns, directions and rows at once.
  const [width, count] = [roundUp(ncol, 4), roundUp(directions.length / ncol, 4)];
  const lengths = [width * BLOCK_ROWS, width * count, count * BLOCK_ROWS, 4 * BLOCK_ROWS, BLOCK_ROWS];
  const common = lengths.map((length) => length * DOUBLE);
  const { exports, buffer, addresses } = createSharedKernel<WasmExports>(linearAlgebra, { common, own: [] }, () => []);
  const [block, directionsAt, projections, reconstructed, scoresAt] = addresses;
  const [columns, rows, , , blockScores] = lengths.map((length, b) => new Float64Array(buffer, addresses[b], length));
  for (let d = 0; d < directions.length / ncol; d++) rows.set(directions.subarray(d * ncol, (d + 1) * ncol), d * width);
  return (x) => {
    const scores = new Float64Array(x.nrow);
    for (let from = 0; from < x.nrow; from += BLOCK_ROWS) {
      const to = Math.min(x.nrow, from + BLOCK_ROWS);
      for (let j = 0; j < ncol; j++) copyCentered(x.columns[j], { from, to, mean: means[j] }, columns, j * BLOCK_ROWS);
      const size = roundUp(to - from, 4);
      if (scored === "along") exports.projectionSquares(block, width, directionsAt, count, projections, size, scoresAt);
      else exports.reconstructionErrors(block, width, directionsAt, count, projections, reconstructed, size, scoresAt);
      scores.set(blockScores.subarray(0, to - from), from);
    }
    return scores;
  };
}

interface CenteredRange {
  from: number;
  to: number;
  mean: number;
}

function copyCentered(column: Float64Array, { from, to, mean }: CenteredRange, into: Float64Array, at: number): void {
  const shift = at - from;
  for (let i = from; i < to; i++) into[i + shift] = clip(column[i], MAX_MAGNITUDE) - mean;
}

/** Throws when the bytes are not a saved model. */
export function loadPcaModel(bytes: Uint8Array): FittedModel {
  const { settings, arrays } = readSections(bytes, "PCA", { means: Float64Array });
  // Models of earlier versions have only components.
  const { means, directions = arrays.components } = arrays;
  const { scored = "beside" } = settings;
  const isWhole = directions instanceof Float64Array && means.length > 0 && directions.length % means.length === 0;
  if (!isWhole || (scored !== "along" && scored !== "beside")) throw new Error("not a whole PCA model");
  return createPcaModel({ means, directions, scored });
}
