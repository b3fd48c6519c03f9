// Loss and gradient of multinomial logistic regression (f64), written in AssemblyScript. build.mjs compiles them to WebAssembly with
// SIMD; src/algorithms/glm/likelihood-kernel.ts calls them. Pointers are byte addresses in memory that the caller lays out.
//
// The design lies in blocks of 64 rows, column by column; zeros pad the number of columns to a multiple of 4. A block is read once for
// both the loss and the gradient, since the whole design fits in no cache. Threads share the memory: a part is some blocks, and has
// sums of its own.
import { accumulateGram, COLUMN, multiplyBlock } from "./column-products";
import { exponential, MAX_EXPONENT } from "./exponential";

export { accumulateGramPart, setScratch } from "./linear-algebra";

/** Largest product of sums of exponentials. It can take another factor, since each sum is at most the number of classes. */
const MAX_PRODUCT: f64 = 1e290;

let design: usize = 0;
let width: i32 = 0;
let blockCount: i32 = 0;
let partBlocks: i32 = 0;
/** Class of each row; the last class is the reference. Rows after the last one have a code below 0. */
let codes: usize = 0;
/** Classes but the last, and their number padded to a multiple of 2. */
let outputs: i32 = 0;
let count: i32 = 0;
/** Coefficients of each output, `width` numbers each. */
let coefficients: usize = 0;
/** Probabilities of each output, in blocks like columns. */
let probabilities: usize = 0;
/** For each part its loss, and its gradient, laid out like the coefficients. */
let losses: usize = 0;
let gradients: usize = 0;

export function setDesign(designAt: usize, columns: i32, blocks: i32, blocksOfPart: i32, codesAt: usize): void {
  design = designAt;
  width = columns;
  blockCount = blocks;
  partBlocks = blocksOfPart;
  codes = codesAt;
}

export function setOutputs(number: i32, coefficientsAt: usize, probabilitiesAt: usize, lossesAt: usize, gradientsAt: usize): void {
  outputs = number;
  count = (number + 1) & ~1;
  coefficients = coefficientsAt;
  probabilities = probabilitiesAt;
  losses = lossesAt;
  gradients = gradientsAt;
}

/** Room of this thread for the residuals of a block. */
let residuals: usize = 0;

export function setResiduals(residualsAt: usize): void {
  residuals = residualsAt;
}

/** Computes the probabilities of a part's rows, their negative log-likelihood and its gradient. */
export function lossPart(part: i32): void {
  const row = (<usize>width) << 3;
  const gradient = gradients + <usize>part * <usize>count * row;
  memory.fill(gradient, 0, <usize>count * row);
  let loss: f64 = 0;
  const end = min(blockCount, (part + 1) * partBlocks);
  for (let block = part * partBlocks; block < end; block++) {
    const rows = design + <usize>(block * width) * COLUMN;
    const own = probabilities + <usize>(block * count) * COLUMN;
    multiplyBlock(rows, width, coefficients, count, own);
    loss += softmax(own, codes + <usize>block * COLUMN);
    for (let c: usize = 0; c < <usize>count; c += 2) {
      accumulateGram(residuals + c * COLUMN, rows, COLUMN, width, gradient + c * row, row);
    }
  }
  store<f64>(losses + ((<usize>part) << 3), loss);
}

/**
 * Replaces the logits of a block against the last class by probabilities, and writes the residuals: each probability less the
 * indicator of the class. Returns Σ −log p(class of row).
 */
function softmax(logits: usize, classes: usize): f64 {
  const zero = f64x2.splat(0);
  const one = f64x2.splat(1);
  const past = logits + <usize>outputs * COLUMN;
  let product = one;
  let total = zero;
  let loss: f64 = 0;
  for (let r: usize = 0; r < COLUMN; r += 16) {
    let highest = zero;
    for (let at = logits + r; at < past; at += COLUMN) highest = f64x2.pmax(highest, v128.load(at));
    const code = v128.load(classes + r);
    let own = zero;
    let sum = exponentialOf(f64x2.neg(highest));
    for (let k = 0, at = logits + r; k < outputs; k++, at += COLUMN) {
      const logit = v128.load(at);
      own = v128.bitselect(logit, own, f64x2.eq(code, f64x2.splat(<f64>k)));
      const power = exponentialOf(f64x2.sub(logit, highest));
      v128.store(at, power);
      sum = f64x2.add(sum, power);
    }
    const isRow = f64x2.ge(code, zero);
    for (let k = 0, at = logits + r, to = residuals + r; k < outputs; k++, at += COLUMN, to += COLUMN) {
      const p = f64x2.div(v128.load(at), sum);
      v128.store(at, p);
      v128.store(to, v128.and(isRow, f64x2.sub(p, v128.and(one, f64x2.eq(code, f64x2.splat(<f64>k))))));
    }
    total = f64x2.add(total, v128.and(isRow, f64x2.sub(highest, own)));
    // A logarithm costs as much as twenty products.
    product = f64x2.mul(product, v128.bitselect(sum, one, isRow));
    if (!v128.any_true(f64x2.gt(product, f64x2.splat(MAX_PRODUCT)))) continue;
    loss += sumOfLogarithms(product);
    product = one;
  }
  return loss + sumOfLogarithms(product) + f64x2.extract_lane(total, 0) + f64x2.extract_lane(total, 1);
}

/** Returns e^x for x up to 0; at least e^−MAX_EXPONENT. NaN stays NaN. */
function exponentialOf(x: v128): v128 {
  return exponential(f64x2.max(x, f64x2.splat(-MAX_EXPONENT)));
}

function sumOfLogarithms(product: v128): f64 {
  return Math.log(f64x2.extract_lane(product, 0)) + Math.log(f64x2.extract_lane(product, 1));
}
