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
 * to `sums`. Handles eight rows at a time without branches, so that the processor neither waits nor predicts. Up to seven rows
 * after the last are handled too; they need nothing but their NaN.
 */
export function descend(nodes: usize, root: i32, rows: usize, stride: usize, count: i32, sums: usize): void {
  for (let i = 0; i < count; i += 8) {
    const a = rows;
    const b = a + stride;
    const c = b + stride;
    const d = c + stride;
    const e = d + stride;
    const f = e + stride;
    const g = f + stride;
    const h = g + stride;
    let o = root;
    let p = root;
    let q = root;
    let r = root;
    let s = root;
    let t = root;
    let u = root;
    let v = root;
    for (
      let level = 1;
      level <= UNCHECKED_LEVELS ||
      splits(nodes, o) ||
      splits(nodes, p) ||
      splits(nodes, q) ||
      splits(nodes, r) ||
      splits(nodes, s) ||
      splits(nodes, t) ||
      splits(nodes, u) ||
      splits(nodes, v);
      level++
    ) {
      o = childOf(nodes, o, a);
      p = childOf(nodes, p, b);
      q = childOf(nodes, q, c);
      r = childOf(nodes, r, d);
      s = childOf(nodes, s, e);
      t = childOf(nodes, t, f);
      u = childOf(nodes, u, g);
      v = childOf(nodes, v, h);
    }
    addValue(nodes, o, sums);
    addValue(nodes, p, sums + 8);
    addValue(nodes, q, sums + 16);
    addValue(nodes, r, sums + 24);
    addValue(nodes, s, sums + 32);
    addValue(nodes, t, sums + 40);
    addValue(nodes, u, sums + 48);
    addValue(nodes, v, sums + 56);
    rows += 8 * stride;
    sums += 64;
  }
}
