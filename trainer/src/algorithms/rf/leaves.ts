import type { Section } from "../../numeric/sections.js";
import type { TargetScaling } from "../../numeric/trees/target-scaling.js";
import type { GrownTree } from "./tree-work.js";

/** Meaning of leaf values: a standardised number, the share of the second of two classes, or a class or mixture of several classes. */
export type LeafKind =
  | { kind: "number"; unit: TargetScaling }
  | { kind: "share" }
  | { kind: "class"; labels: number; mixtures: LeafDistributions };

/** Leaf `labels + m` has the classes `label` with `share`, from `start[m]` up to, not including, `start[m + 1]`. */
export interface LeafDistributions {
  start: Section;
  label: Section;
  share: Section;
}

/** Concatenates the trees' mixtures and renumbers the leaves. */
export function concatenateLeafDistributions(trees: readonly GrownTree[], labels: number): LeafDistributions {
  const start = [0];
  const label: number[] = [];
  const share: number[] = [];
  for (const { tree, mixed } of trees) {
    const before = start.length - 1;
    const entries = label.length;
    for (let k = 1; k < mixed!.start.length; k++) start.push(entries + mixed!.start[k]);
    for (const c of mixed!.label) label.push(c);
    for (const part of mixed!.share) share.push(part);
    for (let k = 0; k < tree.column.length; k++) if (tree.column[k] < 0 && tree.threshold[k] >= labels) tree.threshold[k] += before;
  }
  return { start: Uint32Array.from(start), label: Uint16Array.from(label), share: Float32Array.from(share) };
}
