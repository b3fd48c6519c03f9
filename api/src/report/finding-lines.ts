import { type DataFinding, describeFinding, FINDING_TEXTS, groupByTraining } from "@agatha/contracts";
import type { Language } from "@agatha/contracts/wire";
import { escapeHtml } from "../http/html.js";

/** Returns list items for findings of the data check: what was found, and what training does about it. */
export function findingLines(findings: readonly DataFinding[], language: Language): string[] {
  const described = findings.map((finding) => describeFinding(finding, FINDING_TEXTS[language]));
  return groupByTraining(described).map(
    ({ what, training }) => `<li>${escapeHtml([...what, training].join(language === "en" ? " " : ""))}</li>`,
  );
}
