import type { Forest } from "../../numeric/trees/forest.js";
import type { FittedModel } from "../base/algorithm.js";
import { createForestExplanation, type ForestOutput } from "../base/explain-forest.js";
import type { LeafDistributions, LeafKind } from "./leaves.js";

/** Explains predicted numbers, or the probability of one class. */
export function explainForest(forest: Forest, leaves: LeafKind): NonNullable<FittedModel["explain"]> {
  const trees = forest.roots.length - 1;
  if (leaves.kind === "number") {
    const { center, scale } = leaves.unit;
    const output: ForestOutput = { value: (answer) => (scale * answer) / trees, constant: center };
    return createForestExplanation(forest, "value", () => output);
  }
  if (leaves.kind === "share") {
    const second: ForestOutput = { value: (answer) => answer / trees, constant: 0 };
    const first: ForestOutput = { value: (answer) => (1 - answer) / trees, constant: 0 };
    return createForestExplanation(forest, "probability", (label) => (label === 1 ? second : first));
  }
  const { labels, mixtures } = leaves;
  return createForestExplanation(forest, "probability", (label) => ({
    value: (answer) => (answer < labels ? Number(answer === label) : classShare(mixtures, answer - labels, label)) / trees,
    constant: 0,
  }));
}

function classShare({ start, label, share }: LeafDistributions, mixture: number, code: number): number {
  for (let e = start[mixture]; e < start[mixture + 1]; e++) if (label[e] === code) return share[e];
  return 0;
}
