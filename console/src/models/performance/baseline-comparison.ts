/** Compares a model's ranking metric with that of the trivial guess. */
import type { ModelInfo } from "@agatha/contracts";
import { rankingCriteria } from "@agatha/contracts/ranking";

type BaselineComparison = "better" | "little" | "unclear" | "worse";

/** Share of the way from the trivial guess to a perfect model below which a model hardly helps. */
const MIN_RELATIVE_IMPROVEMENT = 0.1;

/** Null if there is no trivial guess to compare with. A difference whose interval contains 0 is unclear: it may be chance. */
export function compareWithBaseline({
  type,
  indicators,
  baseline,
  baseline_differences = {},
}: Pick<ModelInfo, "type" | "indicators" | "baseline" | "baseline_differences">): BaselineComparison | null {
  const { indicator, best } = rankingCriteria(type)[0]!;
  const [figure, trivial] = [indicators[indicator], baseline[indicator]];
  if (figure == null || trivial == null) return null;
  // Errors are perfect at 0, shares at 1.
  const room = best === "lowest" ? trivial : 1 - trivial;
  const gained = best === "lowest" ? trivial - figure : figure - trivial;
  if (gained <= 0) return "worse";
  const difference = baseline_differences[indicator];
  if (difference && difference.lower <= 0 && difference.upper >= 0) return "unclear";
  return gained < MIN_RELATIVE_IMPROVEMENT * room ? "little" : "better";
}
