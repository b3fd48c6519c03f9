import { instantiate } from "../../kernels/instantiate.js";
import linearAlgebra from "../../kernels/linear-algebra.js";
import type { Value } from "../../onnx/graph.js";
import { fromCenter, productsWith } from "../../onnx/matrices.js";
import { packSections, unpackSections } from "../../trees/sections.js";
import type { FittedModel, Matrix } from "../algorithm.js";
import { FURTHEST } from "../finite.js";

interface Learned {
  means: Float64Array;
  /** One after the other, a number for each column. */
  components: Float64Array;
}

/** What assembly/linear-algebra.ts exports for this; see there. */
interface Kernel {
  residuals(
    block: number,
    width: number,
    components: number,
    count: number,
    along: number,
    made: number,
    rows: number,
    scores: number,
  ): void;
}

/** Rows of a block, and bytes of a number. */
const ROWS = 64;
const DOUBLE = 8;

export function createPcaModel(learned: Learned): FittedModel {
  const score = createScorer(learned);
  return {
    predict: (x) => ({ scores: score(x) }),
    express(graph, features) {
      const { means, components } = learned;
      const width = means.length;
      const rows = fromCenter(graph, features, means);
      const squares = (value: Value) => graph.node("ReduceSumSquare", [value, graph.integers([1])], { keepdims: 1 });
      if (components.length === 0) return { scores: squares(rows) };
      const along = productsWith(graph, rows, components, width);
      const made = graph.node("MatMul", [along, graph.doubles(components, [components.length / width, width])]);
      return { scores: squares(graph.node("Sub", [rows, made])) };
    },
    save: () => packSections({ settings: { algorithm: "PCA" }, arrays: { means: learned.means, components: learned.components } }),
  };
}

/** Squared length of what the components leave of each row. Infinite numbers count as the furthest that can be learned from. */
function createScorer({ means, components }: Learned): (x: Matrix) => Float64Array {
  const [ncol, count] = [means.length, components.length / means.length];
  const [width, kept] = [padded(ncol), padded(count)];
  const lengths = [width * ROWS, width * kept, kept * ROWS, 4 * ROWS, ROWS];
  const { exports, buffer, addresses } = instantiate<Kernel>(
    linearAlgebra,
    lengths.map((length) => length * DOUBLE),
  );
  const [block, componentsAt, along, made, scoresAt] = addresses;
  const [columns, rows, , , found] = lengths.map((length, b) => new Float64Array(buffer, addresses[b], length));
  for (let c = 0; c < count; c++) rows.set(components.subarray(c * ncol, (c + 1) * ncol), c * width);
  return (x) => {
    const scores = new Float64Array(x.nrow);
    for (let from = 0; from < x.nrow; from += ROWS) {
      const to = Math.min(x.nrow, from + ROWS);
      for (let j = 0; j < ncol; j++) copyCentred(x.columns[j], { from, to, mean: means[j] }, columns, j * ROWS);
      exports.residuals(block, width, componentsAt, kept, along, made, padded(to - from), scoresAt);
      scores.set(found.subarray(0, to - from), from);
    }
    return scores;
  };
}

/** The kernel takes four at once. */
function padded(count: number): number {
  return Math.ceil(count / 4) * 4;
}

interface Part {
  from: number;
  to: number;
  mean: number;
}

function copyCentred(column: Float64Array, { from, to, mean }: Part, into: Float64Array, at: number): void {
  const shift = at - from;
  for (let i = from; i < to; i++) into[i + shift] = Math.max(-FURTHEST, Math.min(FURTHEST, column[i])) - mean;
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
