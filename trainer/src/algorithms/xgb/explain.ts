import { unscale } from "../../numeric/trees/target-scaling.js";
import type { FittedModel } from "../base/algorithm.js";
import { createForestExplanation, type ForestOutput } from "../base/explain-forest.js";
import type { BoostedModel } from "./boosted-model.js";

/** Explains predicted numbers; for a class its log probability less the mean of the others', from the margins. */
export function explainBoosted({ forest, base, unit }: BoostedModel): NonNullable<FittedModel["explain"]> {
  if (unit !== undefined) {
    const output: ForestOutput = { value: (answer) => unit.scale * answer, constant: unscale(base[0], unit) };
    return createForestExplanation(forest, "value", () => output);
  }
  return createForestExplanation(forest, "log_odds", (label) =>
    base.length === 1 ? binaryMargin(base[0], label) : classContrast(base, label),
  );
}

/** Returns the output to explain. The one margin is the log odds of the second class. */
function binaryMargin(base: number, label: number): ForestOutput {
  const sign = label === 1 ? 1 : -1;
  return { value: (answer) => sign * answer, constant: sign * base };
}

function classContrast(base: Float64Array, label: number): ForestOutput {
  const others = base.length - 1;
  const weight = (output: number) => (output === label ? 1 : -1 / others);
  return {
    value: (answer, tree) => weight(tree % base.length) * answer,
    constant: base.reduce((sum, margin, output) => sum + weight(output) * margin, 0),
  };
}
