import type { FindingText } from "./describe-finding.js";

/** Findings that training treats alike: what was found, a sentence each, and what training does about all of them. */
export interface FindingGroup {
  what: string[];
  training: string;
}

/** Joins the findings that training treats alike, so that a list says it once. Groups keep the order of their first finding. */
export function groupByTraining(findings: readonly FindingText[]): FindingGroup[] {
  const groups = new Map<string, FindingGroup>();
  for (const { what, training } of findings) {
    const group = groups.get(training);
    if (group) group.what.push(what);
    else groups.set(training, { what: [what], training });
  }
  return [...groups.values()];
}
