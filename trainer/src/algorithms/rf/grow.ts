import type { Random } from "../../numeric/random.js";
import type { Bins } from "../../numeric/trees/bins.js";
import { type Tree, TreeBuilder } from "../../numeric/trees/forest.js";
import { type BootstrapSample, partitionSample, type RowRange } from "./bootstrap-sample.js";
import type { NodeSplitter } from "./splitter.js";

export interface GrowOptions {
  /** Number of columns tried at each split. */
  columnsPerSplit: number;
  /** Most levels of splits. */
  maxDepth: number;
}

interface GrowingNode extends RowRange {
  depth: number;
  /** Columns known to be constant among the node's rows, from the nodes above it: column j is bit j & 31 of word j >> 5. */
  constant: Int32Array;
}

/** Grows a tree breadth first on a bootstrap sample, and sorts the sample by leaf. */
export function growTree(bins: Bins, sample: BootstrapSample, splitter: NodeSplitter, options: GrowOptions & { random: Random }): Tree {
  const writer = new TreeBuilder();
  const order = Int32Array.from({ length: bins.ncol }, (_, j) => j);
  const none = new Int32Array(Math.ceil(bins.ncol / 32));
  const queue: GrowingNode[] = [{ start: 0, end: sample.row.length, depth: 0, constant: none }];
  for (const node of queue) {
    const splittable = splitter.startNode(node) && node.depth < options.maxDepth;
    const constant = splittable ? tryColumns(splitter, order, node.constant, options) : none;
    const split = splittable ? splitter.bestSplit() : undefined;
    if (split === undefined) {
      writer.addLeaf(splitter.leafValue(), splitter.sampleCount());
      continue;
    }
    const { middle, missingRight } = partitionSample(sample, node, bins, split);
    writer.addSplit(split.column, bins.cuts[bins.binOffsets[split.column] + split.bin], missingRight);
    const depth = node.depth + 1;
    queue.push({ start: node.start, end: middle, depth, constant }, { start: middle, end: node.end, depth, constant });
  }
  return writer.build();
}

/**
 * Tries `columnsPerSplit` columns in random order, and more until one varies among the node's rows (as in scikit-learn). Returns
 * the columns that are constant here and below.
 */
function tryColumns(
  splitter: NodeSplitter,
  order: Int32Array,
  constantAbove: Int32Array,
  rule: GrowOptions & { random: Random },
): Int32Array {
  let constant = constantAbove;
  let varied = false;
  for (let k = 0; k < order.length && (k < rule.columnsPerSplit || !varied); k++) {
    const at = k + rule.random.int(order.length - k);
    const column = order[at];
    order[at] = order[k];
    order[k] = column;
    if ((constant[column >> 5] & (1 << column)) !== 0) continue;
    if (splitter.tryColumn(column)) varied = true;
    else {
      if (constant === constantAbove) constant = constantAbove.slice();
      constant[column >> 5] |= 1 << column;
    }
  }
  return constant;
}
