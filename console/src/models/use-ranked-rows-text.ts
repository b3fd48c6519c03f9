import { useFormat } from "../i18n/use-format.js";
import { useJoinedList } from "../i18n/use-joined-list.js";
import { useText } from "../i18n/use-text.js";
import { messages } from "./messages.js";
import type { RankedModels } from "./ranking.js";

/**
 * Returns a function that describes what distinguishes models that are ranked together from others of the same question: their rows,
 * the held-out rows, or the costs of wrong answers.
 */
export function useRankedRowsText(): (set: RankedModels, all: readonly RankedModels[]) => string {
  const text = useText(messages);
  const format = useFormat();
  const joined = useJoinedList();
  const heldOutText = ({ heldOutBy, horizon }: RankedModels) => {
    if (heldOutBy === null) return text("heldOut.unknown");
    if (heldOutBy.groupedBy) return text(`heldOut.${heldOutBy.groupedBy}`);
    if (heldOutBy.rows !== "series") {
      const rows = heldOutBy.rows === "time" && heldOutBy.groupColumns ? "laterGroups" : heldOutBy.rows;
      return text(`heldOut.${rows}`, { columns: heldOutBy.groupColumns, column: heldOutBy.timeColumn });
    }
    return horizon === null ? text("heldOut.series") : text("heldOut.ahead", { count: horizon, shown: format.number(horizon) });
  };
  const costsText = ({ errorCosts: costs }: RankedModels) => {
    if (!costs) return text("rankedCosts.equal");
    const weights = Object.entries(costs.weights ?? {}).map(([label, weight]) => `${label} ${format.number(weight)}`);
    const cells = (costs.cells ?? []).map(({ actual, predicted, cost }) => `${actual} → ${predicted} ${format.number(cost)}`);
    const told = [...weights, ...cells];
    return told.length === 0 ? text("rankedCosts.balanced") : text("rankedCosts.given", { costs: joined(told) });
  };
  return (set, all) => {
    const differs = (of: (each: RankedModels) => string) => new Set(all.map(of)).size > 1;
    const parts = [
      differs(({ rows }) => rows) && text(`rankedRows.${set.rows}`),
      differs(heldOutText) && heldOutText(set),
      differs(costsText) && costsText(set),
    ];
    const told = parts.filter((part) => part !== false);
    return told.length > 0 ? told.join(" · ") : text(`rankedRows.${set.rows}`);
  };
}
