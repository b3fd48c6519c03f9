import type { Forest } from "./forest.js";

/** Rows, and the sums of their leaf values. */
export interface LoadedRows {
  /** Row by row, `ncol` numbers each and a NaN. Leaves test the NaN: its comparison is false, so a row stays in its leaf. */
  rows: Float64Array;
  count: number;
  /** Sum k of row i is `sums[k * stride + i]`. */
  sums: Float64Array;
  stride: number;
}

/** Number of levels before the first check whether a row is in its leaves. A row in its leaf stays there. */
const UNCHECKED_LEVELS = 6;
const TOGETHER = 4;

/**
 * Passes rows without missing values down all trees, and adds the leaf values of tree t to sum t modulo `outputs`. Each row descends
 * four trees at a time without branches, so that the processor neither waits nor predicts. It is twice as fast as one tree at a time.
 */
export function descendPresent(forest: Forest, loaded: LoadedRows, outputs: number): void {
  const trees = forest.roots.length - 1;
  const together = trees - (trees % TOGETHER);
  for (let tree = 0; tree < together; tree += TOGETHER) descendFour(forest, tree, loaded, outputs);
  for (let tree = together; tree < trees; tree++) descendOne(forest, tree, loaded, outputs);
}

/** Passes rows, of which some have missing values, down all trees, and adds their leaf values as `descendPresent` does. */
export function descendMissing(forest: Forest, loaded: LoadedRows, outputs: number): void {
  for (let tree = 0; tree < forest.roots.length - 1; tree++) descendOne(forest, tree, loaded, outputs);
}

function descendFour({ ncol, roots, column, threshold, left }: Forest, tree: number, loaded: LoadedRows, outputs: number): void {
  const { rows, count, sums, stride } = loaded;
  const firstSum = (tree % outputs) * stride;
  const secondSum = ((tree + 1) % outputs) * stride;
  const thirdSum = ((tree + 2) % outputs) * stride;
  const fourthSum = ((tree + 3) % outputs) * stride;
  for (let i = 0; i < count; i++) {
    const at = i * (ncol + 1);
    let p = roots[tree];
    let q = roots[tree + 1];
    let r = roots[tree + 2];
    let s = roots[tree + 3];
    for (let level = 1; ; level++) {
      const pl = left[p];
      const ql = left[q];
      const rl = left[r];
      const sl = left[s];
      if (level > UNCHECKED_LEVELS && ((pl ^ p) | (ql ^ q) | (rl ^ r) | (sl ^ s)) === 0) break;
      p = pl + Number(rows[at + column[p]] > threshold[p]);
      q = ql + Number(rows[at + column[q]] > threshold[q]);
      r = rl + Number(rows[at + column[r]] > threshold[r]);
      s = sl + Number(rows[at + column[s]] > threshold[s]);
    }
    sums[firstSum + i] += threshold[p];
    sums[secondSum + i] += threshold[q];
    sums[thirdSum + i] += threshold[r];
    sums[fourthSum + i] += threshold[s];
  }
}

function descendOne(
  { ncol, roots, column, threshold, missingRight, left }: Forest,
  tree: number,
  { rows, count, sums, stride }: LoadedRows,
  outputs: number,
): void {
  const firstSum = (tree % outputs) * stride;
  for (let i = 0; i < count; i++) {
    const at = i * (ncol + 1);
    let node = roots[tree];
    for (let next = left[node]; next !== node; next = left[node]) {
      const value = rows[at + column[node]];
      node = next + (Number.isNaN(value) ? missingRight[node] : Number(value > threshold[node]));
    }
    sums[firstSum + i] += threshold[node];
  }
}
