import { MAX_MAGNITUDE } from "../../numeric/linear-algebra/check-finite.js";
import type { Matrix } from "../../numeric/matrix.js";
import { instantiateWasm, type WasmInstance } from "../../numeric/wasm/instantiate.js";
import code from "../../numeric/wasm/naive-bayes.js";
import { columnBytes, predictionRows, RowBlock } from "../../numeric/wasm/row-block.js";

/** Exports of assembly/naive-bayes.ts, described there. */
interface WasmExports {
  setRowLayout(columns: number, rows: number): void;
  setClassLayout(count: number, means: number, factors: number, sums: number, sumBytes: number, limit: number): void;
  sumSquares(part: number, partRows: number, from: number, to: number, stride: number): void;
}

/** Numbers of the columns, class by class. */
export interface ClassNumbers {
  classes: number;
  width: number;
  means: Float64Array;
  factors: Float64Array;
}

/** The kernel of all models, since creating one takes longer than a prediction of few rows. It keeps nothing between predictions. */
let kernel: WasmInstance<WasmExports> | undefined;

/**
 * Computes the sum of factor · (x − mean)² over the columns for each row and class, a block of rows at a time: `visit` receives a
 * list for each class, and the number of the block's first row and its rows. Numbers are clipped to MAX_MAGNITUDE.
 */
export function visitSquareSums(
  { classes, width, means, factors }: ClassNumbers,
  x: Matrix,
  visit: (sums: readonly Float64Array[], from: number, count: number) => void,
): void {
  const rows = Math.min(predictionRows(width, 1), x.nrow);
  const each = columnBytes(rows);
  const { exports, buffer, addresses } = kernelWithRoom(each * width + each * classes + means.byteLength + factors.byteLength);
  const rowsAt = addresses[0];
  const sumsAt = rowsAt + each * width;
  const meansAt = sumsAt + each * classes;
  const factorsAt = meansAt + means.byteLength;
  new Float64Array(buffer, meansAt, means.length).set(means);
  new Float64Array(buffer, factorsAt, factors.length).set(factors);
  exports.setRowLayout(width, rowsAt);
  exports.setClassLayout(classes, meansAt, factorsAt, sumsAt, each, MAX_MAGNITUDE);
  const block = new RowBlock(buffer, rowsAt, { rows, width }, classes);
  const sums = Array.from({ length: classes }, (_, k) => new Float64Array(buffer, sumsAt + k * each, rows));
  for (let from = 0; from < x.nrow; from += rows) {
    const count = Math.min(rows, x.nrow - from);
    const [parts, ...args] = block.load(x, from, from + count);
    for (let part = 0; part < parts; part++) exports.sumSquares(part, ...args);
    visit(sums, from, count);
  }
}

function kernelWithRoom(bytes: number): WasmInstance<WasmExports> {
  if (!kernel || kernel.buffer.byteLength - kernel.addresses[0] < bytes) kernel = instantiateWasm<WasmExports>(code, [bytes]);
  return kernel;
}
