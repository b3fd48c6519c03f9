import { clip } from "../clip.js";
import { sumOf } from "../linear-algebra/center.js";
import { accumulateGram, CACHED_BYTES, type GramKernel, setUpGram, withoutPadding } from "../linear-algebra/gram.js";
import { addScaled } from "../linear-algebra/vectors.js";
import { roundUp } from "../round-up.js";
import logistic from "../wasm/logistic.js";
import { createSharedKernel } from "../wasm/shared-kernel.js";
import type { YieldToEventLoop } from "../yield-to-event-loop.js";
import type { SufficientStatistics } from "./sufficient-statistics.js";

/** Rows with their classes, 0 … classes−1; some classes may have no row. */
export interface ClassRows {
  columns: readonly Float64Array[];
  codes: Int32Array;
  classes: number;
}

/** Current point of a logistic regression. Two classes have one output, the first against the second. */
export interface LogLikelihood {
  /** Outputs to fit: those of classes with rows. */
  outputs: readonly number[];
  /** Goes to coefficients of 0, and intercepts that give each class its share of the rows. */
  reset(): void;
  /** Returns the mean negative log-likelihood. */
  loss(): number;
  /** Computes for each row its indicator of class k less its probability p, and p (1 − p), its weight. Returns sums of the former. */
  derive(k: number): { residualSum: number; gradient: Float64Array };
  /** Returns by what share the rows' weights have changed since the last call of `weightedSums` for the class; infinite before it. */
  weightChange(k: number): number;
  /** Returns sums over the rows with the weights of the last call of `derive`, which was for class k. */
  weightedSums(k: number, yieldToEventLoop: YieldToEventLoop): Promise<Pick<SufficientStatistics, "rows" | "sumX" | "xx">>;
  /** Returns a copy of the coefficients of output k without the intercept. */
  slopeCoefficients(k: number): Float64Array;
  applyStep(k: number, step: { move: Float64Array; shift: number }, share: number): void;
  /** Returns a copy: outputs × (1 + width). */
  coefficients(): Float64Array;
}

/** Exports of assembly/logistic.ts, described there. */
interface WasmExports extends GramKernel {
  setLayout(blocks: number, stride: number, width: number, design: number, codes: number, rows: number): void;
  derive(k: number, odds: number): number;
  columnSums(values: number, to: number): void;
  weightChange(before: number): number;
  applyStep(
    k: number,
    logits: number,
    shift: number,
    moves: number,
    actives: number,
    count: number,
    allOdds: number,
    classes: number,
  ): void;
  loss(): number;
}

/** Largest absolute logit. It keeps exponentials and their sums finite. */
const MAX_LOGIT = 300;
/** Rows of a block at the most. A hundred columns of them stay in the processor's cache. */
const BLOCK_ROWS = 512;
const DOUBLE = 8;
const INTEGER = 4;

/** Memory: a copy of the rows, and three numbers a row and output. */
export function createLogLikelihood({ columns, codes, classes }: ClassRows): LogLikelihood {
  const rows = codes.length;
  const count = classes === 2 ? 1 : classes;
  const size = 1 + columns.length;
  const width = roundUp(columns.length, 4);
  const blocks = Math.ceil(rows / BLOCK_ROWS);
  const blockRows = roundUp(Math.ceil(rows / blocks), 4);
  const stride = blockRows * DOUBLE;
  const padded = blocks * blockRows;
  const blocksTogether = Math.max(1, Math.floor(CACHED_BYTES / (stride * width)));
  const common = [
    ...[padded * width, padded, 4 * padded, count * padded, count * padded, count * padded].map((length) => length * DOUBLE),
    ...[width * DOUBLE, width * INTEGER, width * width * DOUBLE],
  ];
  const kernel = createSharedKernel<WasmExports>(logistic, { common, own: [2 * stride] }, setUpGram);
  const { exports, buffer, addresses } = kernel;
  const [designAt, codesAt, rowsAt, logitsAt, oddsAt, weightsAt, listAt, activesAt, sumsAt] = addresses;
  const numbers = (address: number, length: number) => new Float64Array(buffer, address, length);
  const rowList = (address: number, k: number) => numbers(address + k * padded * DOUBLE, padded);
  const [sums, ownLogits, , weight] = [0, 1, 2, 3].map((k) => rowList(rowsAt, k));
  const list = numbers(listAt, width);
  const actives = new Int32Array(buffer, activesAt, width);
  exports.setLayout(blocks, stride, width, designAt, codesAt, rowsAt);
  for (let block = 0; block < blocks; block++) {
    columns.forEach((column, j) => {
      numbers(designAt + (block * width + j) * stride, blockRows).set(column.subarray(block * blockRows, (block + 1) * blockRows));
    });
  }
  rowList(codesAt, 0).fill(-1).set(codes);
  const shares = new Float64Array(classes);
  for (const code of codes) shares[code] += 1 / rows;
  const present = [...shares.keys()].filter((k) => shares[k] > 0);
  const start = Float64Array.from({ length: count }, (_, k) =>
    clip(Math.log(shares[k]) - (classes === 2 ? Math.log(shares[1]) : 0), MAX_LOGIT),
  );
  const all = new Float64Array(count * size);
  const hasWeights = new Set<number>();
  let cachedLoss: number | undefined;

  function columnSums(address: number): Float64Array {
    exports.columnSums(address, listAt);
    return list.slice(0, columns.length);
  }

  function reset(): void {
    all.fill(0);
    hasWeights.clear();
    cachedLoss = undefined;
    start.forEach((value, k) => {
      all[k * size] = value;
      rowList(logitsAt, k).fill(value);
      rowList(oddsAt, k).fill(Math.exp(value)).fill(0, rows);
    });
    const oddsOfRow = start.reduce((sum, value) => sum + Math.exp(value), classes === 2 ? 1 : 0);
    sums.fill(oddsOfRow).fill(1, rows);
    for (let i = 0; i < rows; i++) ownLogits[i] = codes[i] < count ? start[codes[i]] : 0;
  }

  reset();
  return {
    outputs: present.length < 2 ? [] : present.filter((k) => k < count),
    reset,
    loss() {
      cachedLoss ??= exports.loss() / rows;
      return cachedLoss;
    },
    derive(k) {
      const residualSum = exports.derive(k, oddsAt + k * padded * DOUBLE);
      return { residualSum, gradient: columnSums(rowsAt + 2 * padded * DOUBLE) };
    },
    weightChange: (k) => (hasWeights.has(k) ? exports.weightChange(weightsAt + k * padded * DOUBLE) : Number.POSITIVE_INFINITY),
    async weightedSums(k, yieldToEventLoop) {
      rowList(weightsAt, k).set(weight);
      hasWeights.add(k);
      const xx = numbers(sumsAt, width * width).fill(0);
      for (let block = 0; block < blocks; block += blocksTogether) {
        const blockCount = Math.min(blocksTogether, blocks - block);
        const at = { blocks: designAt + block * width * stride, weights: rowsAt + (3 * blocks + block) * stride, gram: sumsAt };
        await accumulateGram(kernel, { ...at, blockCount, stride, width }, columns.length, yieldToEventLoop);
      }
      return { rows: sumOf(weight), sumX: columnSums(rowsAt + 3 * padded * DOUBLE), xx: withoutPadding(xx, columns.length) };
    },
    slopeCoefficients: (k) => all.slice(k * size + 1, (k + 1) * size),
    applyStep(k, { move, shift }, share) {
      all[k * size] += share * shift;
      let active = 0;
      for (let j = 0; j < move.length; j++) {
        if (move[j] === 0) continue;
        all[k * size + 1 + j] += share * move[j];
        list[active] = share * move[j];
        actives[active++] = j;
      }
      const end = roundUp(active, 4);
      list.fill(0, active, end);
      actives.fill(0, active, end);
      exports.applyStep(k, logitsAt + k * padded * DOUBLE, share * shift, listAt, activesAt, end, oddsAt, count);
      cachedLoss = undefined;
    },
    coefficients: () => all.slice(),
  };
}

/** Least probability in a held-out loss, so that no single row decides alone. */
const MIN_PROBABILITY = 1e-15;

/** Returns the mean negative log-likelihood of other rows at the coefficients. */
export function meanLogLossOf({ columns, codes, classes }: ClassRows, coefficients: Float64Array): number {
  const width = columns.length + 1;
  const count = coefficients.length / width;
  const sums = new Float64Array(codes.length).fill(classes === 2 ? 1 : 0);
  const ownOdds = new Float64Array(codes.length).fill(1);
  const logit = new Float64Array(codes.length);
  for (let k = 0; k < count; k++) {
    logit.fill(coefficients[k * width]);
    for (let j = 1; j < width; j++) if (coefficients[k * width + j] !== 0) addScaled(logit, coefficients[k * width + j], columns[j - 1]);
    for (let i = 0; i < logit.length; i++) {
      const classOdds = Math.exp(clip(logit[i], MAX_LOGIT));
      sums[i] += classOdds;
      if (codes[i] === k) ownOdds[i] = classOdds;
    }
  }
  let loss = 0;
  for (let i = 0; i < codes.length; i++) loss -= Math.log(Math.max(ownOdds[i] / sums[i], MIN_PROBABILITY));
  return loss / codes.length;
}
