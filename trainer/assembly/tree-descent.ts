// Prediction of ensembles of trees, written in AssemblyScript. build.mjs compiles it to WebAssembly;
// src/numeric/trees/descent-wasm.ts calls it. Pointers are byte addresses in memory that the caller lays out.
//
// A node is 16 bytes: its threshold, or the value of a leaf (f64); the byte of a row at which the value that it tests lies (i32);
// and the number of its left child, which the right child follows (i32). A leaf is its own left child and tests the NaN after the
// row: its comparison is false, so a row stays in its leaf.

/** Shift from the number of a node to its bytes. */
const NODE: usize = 4;
/** Levels before the first check whether all rows are in leaves. */
const UNCHECKED_LEVELS: i32 = 6;

function nodeAt(nodes: usize, node: i32): usize {
  return nodes + ((<usize>node) << NODE);
}

/** Returns the child that the row goes to. */
function childOf(nodes: usize, node: i32, row: usize): i32 {
  const at = nodeAt(nodes, node);
  return load<i32>(at, 12) + <i32>(load<f64>(row + <usize>load<i32>(at, 8)) > load<f64>(at));
}

/** Returns whether the left child of a node is another node. */
function splits(nodes: usize, node: i32): bool {
  return load<i32>(nodeAt(nodes, node), 12) !== node;
}

function addValue(nodes: usize, leaf: i32, sum: usize): void {
  store<f64>(sum, load<f64>(sum) + load<f64>(nodeAt(nodes, leaf)));
}

/**
 * Passes `count` rows without missing values, `stride` bytes apart, down the tree from `root`, and adds the values of their leaves
 * to `sums`. Handles four rows at a time without branches, so that the processor neither waits nor predicts. Up to three rows
 * after the last are handled too; they need nothing but their NaN.
 */
export function descend(nodes: usize, root: i32, rows: usize, stride: usize, count: i32, sums: usize): void {
  for (let i = 0; i < count; i += 4) {
    const a = rows;
    const b = a + stride;
    const c = b + stride;
    const d = c + stride;
    let p = root;
    let q = root;
    let r = root;
    let s = root;
    for (
      let level = 1;
      level <= UNCHECKED_LEVELS || splits(nodes, p) || splits(nodes, q) || splits(nodes, r) || splits(nodes, s);
      level++
    ) {
      p = childOf(nodes, p, a);
      q = childOf(nodes, q, b);
      r = childOf(nodes, r, c);
      s = childOf(nodes, s, d);
    }
    addValue(nodes, p, sums);
    addValue(nodes, q, sums + 8);
    addValue(nodes, r, sums + 16);
    addValue(nodes, s, sums + 24);
    rows += 4 * stride;
    sums += 32;
  }
}
