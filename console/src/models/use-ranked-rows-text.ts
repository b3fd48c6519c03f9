import { useFormat } from "../i18n/use-format.js";
import { useText } from "../i18n/use-text.js";
import { messages } from "./messages.js";
import type { RankedModels } from "./ranking.js";

/** Returns a function that tells models that are ranked together from the others of their question: by their rows, or those held out. */
export function useRankedRowsText(): (set: RankedModels, all: readonly RankedModels[]) => string {
  const text = useText(messages);
  const format = useFormat();
  const heldOutText = ({ heldOutBy, horizon }: RankedModels) => {
    if (heldOutBy === null) return text("heldOut.unknown");
    if (heldOutBy.groupedBy) return text(`heldOut.${heldOutBy.groupedBy}`);
    if (heldOutBy.rows !== "series") {
      const rows = heldOutBy.rows === "time" && heldOutBy.groupColumns ? "laterGroups" : heldOutBy.rows;
      return text(`heldOut.${rows}`, { columns: heldOutBy.groupColumns, column: heldOutBy.timeColumn });
    }
    return horizon === null ? text("heldOut.series") : text("heldOut.ahead", { count: horizon, shown: format.number(horizon) });
  };
  return (set, all) => {
    const differs = (of: (each: RankedModels) => string) => new Set(all.map(of)).size > 1;
    const parts = [differs(({ rows }) => rows) && text(`rankedRows.${set.rows}`), differs(heldOutText) && heldOutText(set)];
    const told = parts.filter((part) => part !== false);
    return told.length > 0 ? told.join(" · ") : text(`rankedRows.${set.rows}`);
  };
}
