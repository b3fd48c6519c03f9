/** Option for what wrong answers of a classifier cost. */
import type { ErrorCosts } from "@agatha/contracts/kinds/error-costs";
import type { Command, ParsedArguments } from "../../command.js";
import { UsageError } from "../../command-context.js";

export const ERROR_COST_OPTIONS: Command["options"] = {
  "class-weights": {
    valueName: "A=N,B=M",
    description:
      "With --type CLASSIFICATION: what a wrong answer costs for a row of each class, 1 for others; or balanced, by which all classes weigh alike",
  },
};

/** Returns the costs of wrong answers that the options ask for; undefined without any. */
export function errorCostFields({ "class-weights": weights }: ParsedArguments["options"]): ErrorCosts | undefined {
  if (weights === undefined) return undefined;
  if (weights === "balanced") return {};
  const pairs = weights.split(",").map((pair) => /^(.+)=(\d+(?:\.\d+)?)$/.exec(pair) ?? []);
  if (pairs.some(([, label]) => label === undefined)) throw new UsageError("--class-weights are like ok=1,nok=50, or balanced");
  return { weights: Object.fromEntries(pairs.map(([, label = "", weight]) => [label, Number(weight)])) };
}
