import { type DataFinding, describeFinding, FINDING_TEXTS } from "@agatha/contracts";
import type { Language } from "@agatha/contracts/wire";
import { escapeHtml } from "../http/html.js";

/** Returns a list item for each finding of the data check: what was found, and what training does about it. */
export function findingLines(findings: readonly DataFinding[], language: Language): string[] {
  return findings.map((finding) => {
    const { what, training } = describeFinding(finding, FINDING_TEXTS[language]);
    return `<li>${escapeHtml(`${what} ${training}`)}</li>`;
  });
}
