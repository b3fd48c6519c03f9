import type { ClassRows } from "../../numeric/coordinate-descent/log-likelihood.js";
import { fourColumnsFrom, sumOf } from "../../numeric/linear-algebra/center.js";
import { accumulateGram, CACHED_BYTES, type GramKernel, setUpGram, withoutPadding } from "../../numeric/linear-algebra/gram.js";
import { roundUp } from "../../numeric/round-up.js";
import multinomial from "../../numeric/wasm/multinomial.js";
import { createSharedKernel } from "../../numeric/wasm/shared-kernel.js";
import type { YieldToEventLoop } from "../../numeric/yield-to-event-loop.js";

/** Loss and its gradient. */
export interface Evaluation {
  loss: number;
  gradient: Float64Array;
}

/** Likelihood of multinomial logistic regression. Coefficients are those of each class but the last, one class after the other. */
export interface LikelihoodKernel {
  /** Returns Σ −log p(class of row) and its gradient, at the coefficients. */
  evaluate(coefficients: Float64Array): Evaluation;
  /** Returns the probability of a class but the last for each row, at the coefficients of the last call of `evaluate`. */
  probabilities(output: number): Float64Array;
  /** Does what `weightedGram` in gram.ts does. */
  weightedGram(weight: Float64Array | undefined, yieldToEventLoop: YieldToEventLoop): Promise<Float64Array>;
}

/** Exports of assembly/multinomial.ts, described there. */
interface WasmExports extends GramKernel {
  setDesign(design: number, columns: number, blocks: number, partBlocks: number, codes: number): void;
  setOutputs(number: number, coefficients: number, probabilities: number, losses: number, gradients: number): void;
  setResiduals(residuals: number): void;
  lossPart(part: number): void;
}

/** Rows of a block, and bytes of a number. */
const BLOCK_ROWS = 64;
const DOUBLE = 8;
/** Parts of an evaluation: enough for the threads to end together. */
const PARTS = 16;

/** Copies the columns of the design into a kernel's memory, in blocks of 64 rows of all columns. Memory: another 8 bytes a number. */
export function createLikelihoodKernel({ columns, codes, classes }: ClassRows): LikelihoodKernel {
  const [nrow, outputs] = [codes.length, classes - 1];
  const [width, count] = [roundUp(columns.length, 4), roundUp(outputs, 2)];
  const blocks = Math.ceil(nrow / BLOCK_ROWS);
  const partBlocks = Math.ceil(blocks / PARTS);
  const parts = Math.ceil(blocks / partBlocks);
  const rows = blocks * BLOCK_ROWS;
  const sizes = [width * rows, rows, count * width, count * rows, parts, parts * count * width, rows, width * width];
  const stride = BLOCK_ROWS * DOUBLE;
  const own = [2 * stride, count * stride];
  const kernel = createSharedKernel<WasmExports>(
    multinomial,
    { common: sizes.map((size) => size * DOUBLE), own },
    ([designAt, codesAt, ...others], [weightedAt, residualsAt]) => [
      ...setUpGram([], [weightedAt]),
      { name: "setDesign", args: [designAt, width, blocks, partBlocks, codesAt] },
      { name: "setOutputs", args: [outputs, ...others.slice(0, 4)] },
      { name: "setResiduals", args: [residualsAt] },
    ],
  );
  const views = kernel.addresses.map((address, k) => new Float64Array(kernel.buffer, address, sizes[k]));
  const [design, rowCodes, coefficientsOf, probabilitiesOf, losses, gradients, weights, gram] = views;
  for (let j = 0; j < columns.length; j += 4) copyFourColumns(columns, design, j, width);
  rowCodes.fill(-1);
  rowCodes.set(codes);
  return {
    evaluate(coefficients) {
      forEachOutput((a, from, to) => coefficientsOf.set(coefficients.subarray(from, to), a * width));
      kernel.callParts("lossPart", parts);
      const gradient = new Float64Array(coefficients.length);
      for (let part = 0; part < parts; part++) {
        forEachOutput((a, from, to) => {
          const sums = (part * count + a) * width - from;
          for (let at = from; at < to; at++) gradient[at] += gradients[sums + at];
        });
      }
      return { loss: sumOf(losses), gradient };
    },
    probabilities(output) {
      const column = new Float64Array(nrow);
      forEachBlock(nrow, (block, from, to) => {
        const at = (block * count + output) * BLOCK_ROWS;
        column.set(probabilitiesOf.subarray(at, at + to - from), from);
      });
      return column;
    },
    async weightedGram(weight, yieldToEventLoop) {
      if (weight) weights.set(weight);
      gram.fill(0);
      const [designAt, weightsAt, gramAt] = [kernel.addresses[0], kernel.addresses[6], kernel.addresses[7]];
      const blocksTogether = Math.max(1, Math.floor(CACHED_BYTES / (width * stride)));
      for (let block = 0; block < blocks; block += blocksTogether) {
        const at = { blocks: designAt + block * width * stride, weights: weight ? weightsAt + block * stride : 0, gram: gramAt };
        const blockCount = Math.min(blocksTogether, blocks - block);
        await accumulateGram(kernel, { ...at, blockCount, stride, width }, columns.length, yieldToEventLoop);
      }
      return withoutPadding(gram, columns.length);
    },
  };

  /** Visits each class but the last, with the places of its coefficients. */
  function forEachOutput(visit: (output: number, from: number, to: number) => void): void {
    for (let a = 0; a < outputs; a++) visit(a, a * columns.length, (a + 1) * columns.length);
  }
}

function forEachBlock(nrow: number, visit: (block: number, from: number, to: number) => void): void {
  for (let block = 0, from = 0; from < nrow; block++, from += BLOCK_ROWS) visit(block, from, Math.min(nrow, from + BLOCK_ROWS));
}

/** Copies four columns to their places in all blocks. What it writes after the last column enters no sum that is read. */
function copyFourColumns(columns: readonly Float64Array[], design: Float64Array, j: number, width: number): void {
  const [a, b, c, d] = fourColumnsFrom(columns, j);
  forEachBlock(a.length, (block, from, to) => {
    for (let i = from, at = (block * width + j) * BLOCK_ROWS; i < to; i++, at++) {
      design[at] = a[i];
      design[at + BLOCK_ROWS] = b[i];
      design[at + 2 * BLOCK_ROWS] = c[i];
      design[at + 3 * BLOCK_ROWS] = d[i];
    }
  });
}
