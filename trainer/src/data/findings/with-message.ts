import { type DataFinding, describeFinding, FINDING_TEXTS } from "@agatha/contracts";

/** Returns the finding with its message in English: what was found, and what training does about it. */
export function withMessage(finding: Omit<DataFinding, "message">): DataFinding {
  const { what, training } = describeFinding(finding, FINDING_TEXTS.en);
  return { ...finding, message: `${what} ${training}` };
}
