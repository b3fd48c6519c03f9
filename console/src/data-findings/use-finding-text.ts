import type { DataFinding, FindingText } from "@agatha/contracts";
import { useFormat } from "../i18n/use-format.js";
import { useText } from "../i18n/use-text.js";
import { messages } from "./messages.js";

/** Returns a function that describes a finding in the reader's language. `label` is the shown name of its column. */
export function useFindingText(): (finding: DataFinding, label?: string) => FindingText {
  const text = useText(messages);
  const format = useFormat();
  return ({ code, column, values }, label = column) => {
    const written = Object.entries(values).map(([name, value]) => [
      name,
      typeof value === "string" ? value : name === "share" ? format.percent(value) : format.number(value),
    ]);
    const named = { column: label ?? "", ...Object.fromEntries(written) };
    return { what: text(`found.${code}.what`, named), training: text(`found.${code}.training`, named) };
  };
}
