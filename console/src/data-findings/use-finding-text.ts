import { type DataFinding, type FindingText, findingTextName, writeFindingValues } from "@agatha/contracts";
import { useFormat } from "../i18n/use-format.js";
import { useText } from "../i18n/use-text.js";
import { messages } from "./messages.js";

/** Returns a function that describes a finding in the reader's language. `label` is the shown name of its column. */
export function useFindingText(): (finding: DataFinding, label?: string) => FindingText {
  const text = useText(messages);
  const format = useFormat();
  return (finding, label = finding.column) => {
    const name = findingTextName(finding);
    const named = { column: label ?? "", ...writeFindingValues(finding, format) };
    return { what: text(`found.${name}.what`, named), training: text(`found.${name}.training`, named) };
  };
}
