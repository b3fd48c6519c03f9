import { type DataFinding, describeFinding, FINDING_TEXTS } from "@agatha/contracts";
import type { MissingPeriods } from "../check/missing-periods.js";

const CODES = {
  hour: "missing_hours",
  day: "missing_days",
  month: "missing_months",
  period: "missing_periods",
} as const satisfies Record<MissingPeriods["unit"], DataFinding["code"]>;

/** Returns a finding for each column of regular times of which some are missing. `evidence` is in the order of the columns. */
export function missingPeriodFindings(
  columns: readonly { name: string }[],
  evidence: readonly { missingPeriods?: MissingPeriods | undefined }[],
): DataFinding[] {
  return columns.flatMap(({ name }, i): DataFinding[] => {
    const found = evidence[i].missingPeriods;
    if (!found || found.missing === 0) return [];
    const finding = { code: CODES[found.unit], column: name, values: { count: found.missing, periods: found.periods } };
    const { what, training } = describeFinding(finding, FINDING_TEXTS.en);
    return [{ ...finding, message: `${what} ${training}` }];
  });
}
