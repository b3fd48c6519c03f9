// Prediction of ensembles of trees, written in AssemblyScript. build.mjs compiles it to WebAssembly with SIMD;
// src/numeric/trees/forest-kernel.ts calls it. Pointers are byte addresses in memory that the caller lays out.
//
// A node is 16 bytes: its threshold, or the value of a leaf (f64); the byte at which the column that it tests begins (u32); and
// the address of its left child, which the right child follows (u32). A leaf is its own left child and tests the column of NaN
// after the others: its comparison is false, so a row stays in its leaf. Another byte for each node is 1 if rows without a value
// go right.
//
// Columns are `columnBytes` apart, and have a number for each row (f64). After the column of NaN are the columns of the sums.
//
// Eight rows descend at a time: two at once for the first two levels, whose nodes all rows test, then each by itself. Neither a
// step nor the check whether all are in leaves branches on a single row, so that the processor neither waits nor predicts. There is
// room for up to seven rows after the last, whose sums mean nothing.

const NODE_BYTES: u32 = 16;
/** Rows that descend together. */
const TOGETHER: i32 = 8;
/** Levels before the first check whether all rows are in leaves. */
const UNCHECKED_LEVELS: i32 = 6;
/** Bytes of a tree that take as much time to load as one row takes to descend. */
const BYTES_PER_ROW: u32 = 512;
const CACHE_LINE: u32 = 64;

/** Type arguments of functions that are compiled twice: for rows that may have missing values, and for others. */
type AnyRows = i32;
type CompleteRows = f64;

let nodes: u32 = 0;
let missingRight: usize = 0;
/** Address of each tree's root, and of the end of the last tree (u32). */
let roots: usize = 0;
let columns: usize = 0;
let columnBytes: usize = 0;

/** Sets the addresses. */
export function setLayout(nodesAt: u32, missingRightAt: usize, rootsAt: usize, columnsAt: usize): void {
  nodes = nodesAt;
  missingRight = missingRightAt;
  roots = rootsAt;
  columns = columnsAt;
}

/**
 * Passes the rows of a part down `trees` trees, and adds the value of the leaf of tree t to sum t modulo `outputs`. A part has
 * `partRows` rows, a multiple of 8; the last part has fewer.
 */
export function addLeafValues(part: i32, partRows: i32, rowCount: i32, trees: i32, columnCount: i32, bytes: usize, outputs: i32): void {
  columnBytes = bytes;
  const first = part * partRows;
  const count = min(partRows, rowCount - first);
  const rows = columns + ((<usize>first) << 3);
  const sums = rows + <usize>(columnCount + 1) * columnBytes;
  if (hasMissing(rows, count, columnCount)) descendAll<AnyRows>(rows, count, trees, sums, outputs);
  else descendAll<CompleteRows>(rows, count, trees, sums, outputs);
}

/** Returns whether a number of the rows is NaN. An odd row after the last counts too, which only costs time. */
function hasMissing(rows: usize, count: i32, columnCount: i32): bool {
  for (let j = 0; j < columnCount; j++) {
    let at = rows + <usize>j * columnBytes;
    let missing = f64x2.splat(0);
    for (const end = at + ((<usize>count) << 3); at < end; at += 16) {
      const pair = v128.load(at);
      missing = v128.or(missing, f64x2.ne(pair, pair));
    }
    if (v128.any_true(missing)) return true;
  }
  return false;
}

/**
 * Loads the nodes of a tree into the cache, one after the other, if many rows will descend it. They would load most of the nodes
 * too, but in an order that the processor cannot foresee.
 */
function loadTree(root: u32, end: u32, rowCount: i32): void {
  if (end - root > BYTES_PER_ROW * <u32>rowCount) return;
  for (let at = root; at < end; at += CACHE_LINE) load<u32>(at);
}

function descendAll<Rows>(rows: usize, count: i32, trees: i32, sums: usize, outputs: i32): void {
  for (let tree = 0; tree < trees; tree++) {
    const root = load<u32>(roots + ((<usize>tree) << 2));
    loadTree(root, load<u32>(roots + ((<usize>tree) << 2), 4), count);
    descend<Rows>(root, rows, count, sums + <usize>(tree % outputs) * columnBytes);
  }
}

/** Returns the child that a row goes to. */
function childOf<Rows>(node: u32, row: usize): u32 {
  const columnAndLeft = load<u64>(node, 8);
  const value = load<f64>(row + <u32>columnAndLeft);
  const left = <u32>(columnAndLeft >> 32);
  const above = value > load<f64>(node);
  if (isInteger<Rows>()) {
    const missing = <u32>f64.ne(value, value) & load<u8>(missingRight + (node - nodes) / NODE_BYTES);
    return select<u32>(left + NODE_BYTES, left, (<u32>above | missing) !== 0);
  }
  return select<u32>(left + NODE_BYTES, left, above);
}

/** Returns where two rows, side by side, go to the right child of a node: all bits of their halves are 1 there. */
function goRight<Rows>(node: u32, rows: usize): v128 {
  const values = v128.load(rows + load<u32>(node, 8));
  const above = f64x2.gt(values, v128.load64_splat(node));
  if (isInteger<Rows>()) {
    const missing = i64x2.splat(-(<i64>load<u8>(missingRight + (node - nodes) / NODE_BYTES)));
    return v128.or(above, v128.and(f64x2.ne(values, values), missing));
  }
  return above;
}

/** Passes two rows, side by side, down two levels. Returns the nodes where they arrive in lanes 0 and 2 (i32). */
function descendTwoLevels<Rows>(root: u32, left: u32, right: u32, rows: usize): v128 {
  const first = goRight<Rows>(root, rows);
  const second = v128.bitselect(goRight<Rows>(right, rows), goRight<Rows>(left, rows), first);
  const children = v128.bitselect(v128.load32_splat(right, 12), v128.load32_splat(left, 12), first);
  return i32x4.add(children, v128.and(second, i32x4.splat(NODE_BYTES)));
}

/** Returns 0 for a leaf, and another number for other nodes. */
function toLeft(node: u32): u32 {
  return load<u32>(node, 12) ^ node;
}

function addValue(leaf: u32, sum: usize): void {
  store<f64>(sum, load<f64>(sum) + load<f64>(leaf));
}

/** Passes rows down the tree from `root`, and adds the values of their leaves to the sums. */
function descend<Rows>(root: u32, rows: usize, count: i32, sums: usize): void {
  const left = load<u32>(root, 12);
  // A root that is a leaf is its own left child, and no row goes right.
  const right = left === root ? root : left + NODE_BYTES;
  for (let i = 0; i < count; i += TOGETHER) {
    let two = descendTwoLevels<Rows>(root, left, right, rows);
    let o = <u32>i32x4.extract_lane(two, 0);
    let p = <u32>i32x4.extract_lane(two, 2);
    two = descendTwoLevels<Rows>(root, left, right, rows + 16);
    let q = <u32>i32x4.extract_lane(two, 0);
    let r = <u32>i32x4.extract_lane(two, 2);
    two = descendTwoLevels<Rows>(root, left, right, rows + 32);
    let s = <u32>i32x4.extract_lane(two, 0);
    let t = <u32>i32x4.extract_lane(two, 2);
    two = descendTwoLevels<Rows>(root, left, right, rows + 48);
    let u = <u32>i32x4.extract_lane(two, 0);
    let v = <u32>i32x4.extract_lane(two, 2);
    for (
      let level = 3;
      level <= UNCHECKED_LEVELS || (toLeft(o) | toLeft(p) | toLeft(q) | toLeft(r) | toLeft(s) | toLeft(t) | toLeft(u) | toLeft(v)) !== 0;
      level++
    ) {
      o = childOf<Rows>(o, rows);
      p = childOf<Rows>(p, rows + 8);
      q = childOf<Rows>(q, rows + 16);
      r = childOf<Rows>(r, rows + 24);
      s = childOf<Rows>(s, rows + 32);
      t = childOf<Rows>(t, rows + 40);
      u = childOf<Rows>(u, rows + 48);
      v = childOf<Rows>(v, rows + 56);
    }
    addValue(o, sums);
    addValue(p, sums + 8);
    addValue(q, sums + 16);
    addValue(r, sums + 24);
    addValue(s, sums + 32);
    addValue(t, sums + 40);
    addValue(u, sums + 48);
    addValue(v, sums + 56);
    rows += 8 * TOGETHER;
    sums += 8 * TOGETHER;
  }
}
