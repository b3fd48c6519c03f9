// Rows that threads share, in AssemblyScript. They lie column by column, and a thread reads a part of them in place. The kernels
// naive-bayes.ts, nearest-center.ts and rotation.ts use them; src/numeric/wasm/row-block.ts writes them.

export let width: i32 = 0;
let rows: usize = 0;
/** Bytes from a column to the next. */
export let stride: usize = 0;
/** Rows of the part: from `firstRow` to before `lastRow`. There is room for a multiple of 8 rows. */
export let firstRow: i32 = 0;
export let lastRow: i32 = 0;

export function setRowLayout(columns: i32, rowsAt: usize): void {
  width = columns;
  rows = rowsAt;
}

/** Sets the part of the rows from `from` to before `to`; a part has `partRows` rows, a multiple of 8. */
export function setPart(part: i32, partRows: i32, from: i32, to: i32, strideBytes: usize): void {
  stride = strideBytes;
  firstRow = from + part * partRows;
  lastRow = min(firstRow + partRows, to);
}

/** Returns the address of a row's first number. */
export function rowAt(row: i32): usize {
  return rows + ((<usize>row) << 3);
}

/** Returns two numbers, or the nearest of −limit and limit for those beyond them. NaN stays NaN. */
export function clip(pair: v128, limit: f64): v128 {
  return f64x2.pmax(f64x2.pmin(pair, f64x2.splat(limit)), f64x2.splat(-limit));
}
