import type { Matrix } from "../../numeric/matrix.js";
import type { Random } from "../../numeric/random.js";
import { type Tree, TreeBuilder } from "../../numeric/trees/forest.js";

/** Rows of a node: `rows[start]` up to, not including, `rows[end]`. */
interface Node {
  start: number;
  end: number;
  depth: number;
}

/**
 * Grows an isolation tree on the rows at `rows`, which it reorders. Each node splits at a random threshold within the range of a
 * random column that still varies. A leaf's value is its depth plus the mean path length of a tree of its rows (Liu, Ting and
 * Zhou 2008, algorithm 2). Rows without a value go with the majority.
 */
export function growIsolationTree(x: Matrix, rows: Int32Array, random: Random): Tree {
  const writer = new TreeBuilder();
  const limit = Math.ceil(Math.log2(Math.max(2, rows.length)));
  const order = Int32Array.from({ length: x.ncol }, (_, j) => j);
  const buffer = new Int32Array(rows.length);
  const queue: Node[] = [{ start: 0, end: rows.length, depth: 0 }];
  for (const { start, end, depth } of queue) {
    const split = depth < limit && end - start > 1 ? drawSplit(x, rows.subarray(start, end), order, random) : undefined;
    if (split === undefined) {
      writer.addLeaf(depth + averagePathLength(end - start));
      continue;
    }
    const { middle, missingRight } = partitionRows(x.columns[split.column], rows.subarray(start, end), split.threshold, buffer);
    writer.addSplit(split.column, split.threshold, missingRight);
    queue.push({ start, end: start + middle, depth: depth + 1 }, { start: start + middle, end, depth: depth + 1 });
  }
  return writer.build();
}

/** Returns the mean depth of an unsuccessful search among `n` rows (the paper's c(n)). */
export function averagePathLength(n: number): number {
  if (n <= 1) return 0;
  if (n === 2) return 1;
  return 2 * (Math.log(n - 1) + EULER_GAMMA) - (2 * (n - 1)) / n;
}

const EULER_GAMMA = 0.5772156649015329;

interface RandomSplit {
  column: number;
  /** At least one value is at most the threshold, and at least one is greater. */
  threshold: number;
}

/** Tries columns in random order until one varies among the rows. */
function drawSplit(x: Matrix, rows: Int32Array, order: Int32Array, random: Random): RandomSplit | undefined {
  for (let left = order.length; left > 0; left--) {
    const at = random.int(left);
    const column = order[at];
    order[at] = order[left - 1];
    order[left - 1] = column;
    const values = x.columns[column];
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < rows.length; i++) {
      const value = values[rows[i]];
      if (value < low) low = value;
      if (value > high) high = value;
    }
    if (low < high) return { column, threshold: drawThreshold(low, high, random.next()) };
  }
  return undefined;
}

/** Draws a threshold. Infinite ends count as the greatest finite numbers, so that the range is finite. */
function drawThreshold(low: number, high: number, share: number): number {
  const from = Math.max(low, -Number.MAX_VALUE);
  const to = Math.min(high, Number.MAX_VALUE);
  const threshold = from * (1 - share) + to * share;
  return threshold >= low && threshold < high ? threshold : low;
}

/** Moves the rows that go left to the front, and returns their number. */
function partitionRows(
  values: Float64Array,
  rows: Int32Array,
  threshold: number,
  buffer: Int32Array,
): { middle: number; missingRight: boolean } {
  let left = 0;
  let right = 0;
  for (let i = 0; i < rows.length; i++) {
    if (values[rows[i]] <= threshold) left++;
    else if (values[rows[i]] > threshold) right++;
  }
  const missingRight = right > left;
  let middle = 0;
  let rightCount = 0;
  for (let i = 0; i < rows.length; i++) {
    const value = values[rows[i]];
    if (value <= threshold || (Number.isNaN(value) && !missingRight)) rows[middle++] = rows[i];
    else buffer[rightCount++] = rows[i];
  }
  rows.set(buffer.subarray(0, rightCount), middle);
  return { middle, missingRight };
}
