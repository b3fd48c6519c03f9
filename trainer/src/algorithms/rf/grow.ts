import type { Random } from "../../random.js";
import type { Bins } from "../../trees/bins.js";
import { type Tree, TreeWriter } from "../../trees/forest.js";
import { divideBag, type InBag, type Range } from "./in-bag.js";
import type { Splitter } from "./splitter.js";

export interface GrowRule {
  /** Columns tried at each split. */
  tried: number;
  /** Levels of splits at the most. */
  maxDepth: number;
}

interface GrowingNode extends Range {
  depth: number;
}

/** Grows a tree breadth first on the rows in the bag, which it puts in the order of the leaves. */
export function growTree(bins: Bins, bag: InBag, splitter: Splitter, rule: GrowRule & { random: Random }): Tree {
  const writer = new TreeWriter();
  const order = Int32Array.from({ length: bins.ncol }, (_, j) => j);
  const queue: GrowingNode[] = [{ start: 0, end: bag.row.length, depth: 0 }];
  for (const node of queue) {
    const worth = splitter.begin(node) && node.depth < rule.maxDepth;
    if (worth) tryColumns(splitter, order, rule);
    const split = worth ? splitter.best() : undefined;
    if (split === undefined) {
      writer.leaf(splitter.leaf());
      continue;
    }
    const { middle, missingRight } = divideBag(bag, node, bins, split);
    writer.split(split.column, bins.cuts[bins.first[split.column] + split.bin], missingRight);
    queue.push({ start: node.start, end: middle, depth: node.depth + 1 }, { start: middle, end: node.end, depth: node.depth + 1 });
  }
  return writer.finish();
}

/** Tries `tried` columns in random order, and more until one has two values among the node's rows (as in scikit-learn). */
function tryColumns(splitter: Splitter, order: Int32Array, { tried, random }: { tried: number; random: Random }): void {
  let varied = false;
  for (let k = 0; k < order.length && (k < tried || !varied); k++) {
    const at = k + random.int(order.length - k);
    const column = order[at];
    order[at] = order[k];
    order[k] = column;
    if (splitter.attempt(column)) varied = true;
  }
}
