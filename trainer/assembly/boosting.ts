// Inner loops of gradient boosting, written in AssemblyScript. build.mjs compiles them to WebAssembly with SIMD;
// src/algorithms/xgb/boosting-wasm.ts calls them. Pointers are byte addresses in memory that the caller lays out.

/** Sizes and addresses, set once before a fit. */
let nrow: i32 = 0;
/** Bin numbers, one byte each, group by group. */
let codes: usize = 0;
/** Row numbers (i32) in the order of the tree's nodes, and a buffer of the same size. */
let rows: usize = 0;
let buffer: usize = 0;
/** First and second derivative (f64, f64) of each row, and a buffer of the same size. */
let derivatives: usize = 0;
let gathered: usize = 0;
/** By group (i32): its first bin in a histogram, and the number of its bins that hold values. */
let binOffsets: usize = 0;
let valueBinCounts: usize = 0;
/** By column (i32): its group, and its bin there if it is an indicator in a bundle, else 0. */
let groupOf: usize = 0;
let indicator: usize = 0;

export function setLayout(
  rowCount: i32,
  codesAt: usize,
  rowsAt: usize,
  bufferAt: usize,
  derivativesAt: usize,
  gatheredAt: usize,
  binOffsetsAt: usize,
  valueBinCountsAt: usize,
  groupOfAt: usize,
  indicatorAt: usize,
): void {
  nrow = rowCount;
  codes = codesAt;
  rows = rowsAt;
  buffer = bufferAt;
  derivatives = derivativesAt;
  gathered = gatheredAt;
  binOffsets = binOffsetsAt;
  valueBinCounts = valueBinCountsAt;
  groupOf = groupOfAt;
  indicator = indicatorAt;
}

/** Adds the derivatives of rows `start` to `end` to their bins in the `count` groups listed (i32) at `groups`. */
export function buildHistogram(histogram: usize, groups: usize, count: i32, start: i32, end: i32): void {
  const list = rows + ((<usize>start) << 2);
  const n = end - start;
  for (let k = 0; k < n; k++) {
    const row = load<i32>(list + ((<usize>k) << 2));
    v128.store(gathered + ((<usize>k) << 4), v128.load(derivatives + ((<usize>row) << 4)));
  }
  for (let g = 0; g < count; g++) {
    const group = load<i32>(groups + ((<usize>g) << 2));
    const column = codes + <usize>group * nrow;
    const bins = histogram + ((<usize>load<i32>(binOffsets + ((<usize>group) << 2))) << 4);
    for (let k = 0; k < n; k++) {
      const row = load<i32>(list + ((<usize>k) << 2));
      const at = bins + ((<usize>load<u8>(column + row)) << 4);
      v128.store(at, f64x2.add(v128.load(at), v128.load(gathered + ((<usize>k) << 4))));
    }
  }
}

export function subtract(parent: usize, child: usize, bins: i32): void {
  for (let b = 0; b < bins; b++) {
    const at = parent + ((<usize>b) << 4);
    v128.store(at, f64x2.sub(v128.load(at), v128.load(child + ((<usize>b) << 4))));
  }
}

export function clear(histogram: usize, bins: i32): void {
  memory.fill(histogram, 0, (<usize>bins) << 4);
}

/** Number of rows without a value in the column of the last call of `partitionRows`. */
export let missingRows: i32 = 0;

/**
 * Moves the rows from `start` to `end` that go left before those that go right. Rows keep their order within a side. Returns
 * where the right side begins. Rows in bins up to `bin` go left; in a bundle, rows whose indicator `on` is at most `bin` go left.
 */
export function partitionRows(start: i32, end: i32, group: i32, on: i32, bin: i32, missingRight: i32): i32 {
  const column = codes + <usize>group * nrow;
  const missing = load<i32>(valueBinCounts + ((<usize>group) << 2));
  fillSides(on, bin, missing, missingRight);
  let left = rows + ((<usize>start) << 2);
  let right = buffer;
  let unknown = 0;
  const last = rows + ((<usize>end) << 2);
  for (let at = left; at < last; at += 4) {
    const row = load<i32>(at);
    const code = <i32>load<u8>(column + row);
    const side = (<usize>load<u8>(sides + code)) << 2;
    unknown += i32(code === missing);
    store<i32>(left, row);
    store<i32>(right, row);
    left += 4 - side;
    right += side;
  }
  missingRows = unknown;
  memory.copy(left, buffer, right - buffer);
  return <i32>((left - rows) >> 2);
}

/** By bin number: 0 if its rows go left, 1 if they go right. */
const sides: usize = memory.data(256);

function fillSides(on: i32, bin: i32, missing: i32, missingRight: i32): void {
  for (let code = 0; code < 256; code++) {
    const value = on > 0 ? i32(code === on) : code;
    store<u8>(sides + code, u8(code === missing ? missingRight : i32(value > bin)));
  }
}

/** Best split that `findSplit` found. */
export let splitColumn: i32 = -1;
export let splitBin: i32 = 0;
export let splitMissingRight: i32 = 0;
export let leftGradient: f64 = 0;
export let leftHessian: f64 = 0;

let splitScore: f64 = 0;
let nodeGradient: f64 = 0;
let nodeHessian: f64 = 0;
let lambda: f64 = 0;
let minChildHessian: f64 = 0;

/**
 * Finds the split with the greatest score above `score` among the `count` columns listed (i32) at `columns`. The score sums, over
 * both sides, the squared sum of first derivatives ÷ (sum of second derivatives + `penalty`). Each side's second derivatives sum
 * to at least `minHessian`, which is above 0.
 */
export function findSplit(
  histogram: usize,
  columns: usize,
  count: i32,
  gradient: f64,
  hessian: f64,
  penalty: f64,
  minHessian: f64,
  score: f64,
): void {
  splitColumn = -1;
  splitScore = score;
  nodeGradient = gradient;
  nodeHessian = hessian;
  lambda = penalty;
  minChildHessian = minHessian;
  for (let c = 0; c < count; c++) {
    const column = load<i32>(columns + ((<usize>c) << 2));
    const group = load<i32>(groupOf + ((<usize>column) << 2));
    const on = load<i32>(indicator + ((<usize>column) << 2));
    const begin = load<i32>(binOffsets + ((<usize>group) << 2));
    const values = load<i32>(valueBinCounts + ((<usize>group) << 2));
    const bins = histogram + ((<usize>begin) << 4);
    const missing = load<i32>(binOffsets + ((<usize>(group + 1)) << 2)) - begin > values ? bins + ((<usize>values) << 4) : 0;
    const some = missing !== 0 && load<f64>(missing, 8) > 0;
    if (on > 0) scanIndicator(column, bins + ((<usize>on) << 4), some ? missing : 0);
    else {
      scan(column, bins, values, 0);
      if (some) scan(column, bins, values, missing);
    }
  }
}

/** Tries a split after every bin that has rows. Rows without a value go left if `missing` is an address, else right. */
function scan(column: i32, bins: usize, values: i32, missing: usize): void {
  let g: f64 = 0;
  let h: f64 = 0;
  if (missing !== 0) {
    g = load<f64>(missing);
    h = load<f64>(missing, 8);
  }
  const maxHessian = nodeHessian - minChildHessian;
  let previous = -1;
  for (let bin = 0; bin < values; bin++) {
    const at = bins + ((<usize>bin) << 4);
    const added = load<f64>(at, 8);
    if (added === 0) continue;
    if (h >= minChildHessian && h <= maxHessian && previous >= 0) consider(column, previous, missing === 0, g, h);
    g += load<f64>(at);
    h += added;
    previous = bin;
  }
  if (missing === 0 && h >= minChildHessian && h <= maxHessian) consider(column, values - 1, true, g, h);
}

/**
 * Tries the splits of an indicator. 0 goes left, 1 goes right and missing goes to either side; or both values go left and missing
 * goes right alone.
 */
function scanIndicator(column: i32, on: usize, missing: usize): void {
  const onGradient = load<f64>(on);
  const onHessian = load<f64>(on, 8);
  const maxHessian = nodeHessian - minChildHessian;
  const g = nodeGradient - onGradient;
  const h = nodeHessian - onHessian;
  if (h >= minChildHessian && h <= maxHessian) consider(column, 0, false, g, h);
  if (missing === 0) return;
  const missingGradient = load<f64>(missing);
  const missingHessian = load<f64>(missing, 8);
  if (h - missingHessian >= minChildHessian && h - missingHessian <= maxHessian)
    consider(column, 0, true, g - missingGradient, h - missingHessian);
  const present = nodeHessian - missingHessian;
  if (present >= minChildHessian && present <= maxHessian) consider(column, 1, true, nodeGradient - missingGradient, present);
}

function consider(column: i32, bin: i32, missingRight: bool, g: f64, h: f64): void {
  const otherG = nodeGradient - g;
  const score = (g * g) / (h + lambda) + (otherG * otherG) / (nodeHessian - h + lambda);
  if (score <= splitScore) return;
  splitScore = score;
  splitColumn = column;
  splitBin = bin;
  splitMissingRight = missingRight ? 1 : 0;
  leftGradient = g;
  leftHessian = h;
}
