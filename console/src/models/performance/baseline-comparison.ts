/** Compares a model's ranking metric with that of the trivial guess. */
import type { ModelInfo } from "@agatha/contracts";
import { rankingCriteria } from "@agatha/contracts/ranking";

type BaselineComparison = "better" | "little" | "worse";

/** Share of the way from the trivial guess to a perfect model below which a model hardly helps. */
const MIN_RELATIVE_IMPROVEMENT = 0.1;

/** Null if there is no trivial guess to compare with. */
export function compareWithBaseline({
  type,
  indicators,
  baseline,
}: Pick<ModelInfo, "type" | "indicators" | "baseline">): BaselineComparison | null {
  const { indicator, best } = rankingCriteria(type)[0]!;
  const [figure, trivial] = [indicators[indicator], baseline[indicator]];
  if (figure == null || trivial == null) return null;
  // Errors are perfect at 0, shares at 1.
  const room = best === "lowest" ? trivial : 1 - trivial;
  const gained = best === "lowest" ? trivial - figure : figure - trivial;
  if (gained <= 0) return "worse";
  return gained < MIN_RELATIVE_IMPROVEMENT * room ? "little" : "better";
}
