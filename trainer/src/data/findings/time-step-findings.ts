import type { DataFinding } from "@agatha/contracts";
import type { LocalTimes } from "../check/clock-changes.js";
import type { MissingPeriods } from "../check/missing-periods.js";
import { withMessage } from "./with-message.js";

const CODES = {
  hour: "missing_hours",
  day: "missing_days",
  month: "missing_months",
  period: "missing_periods",
} as const satisfies Record<MissingPeriods["unit"], DataFinding["code"]>;

type TimeEvidence = { missingPeriods?: MissingPeriods | undefined; localTimes?: LocalTimes | undefined };
type Finding = Omit<DataFinding, "message" | "column">;

/**
 * Returns what the steps between times tell of each column: local times of a zone with summer time, and periods that are missing.
 * `evidence` is in the order of the columns.
 */
export function timeStepFindings(columns: readonly { name: string }[], evidence: readonly TimeEvidence[]): DataFinding[] {
  return columns.flatMap(({ name }, i) =>
    [...localTimeFinding(evidence[i]), ...missingPeriodFinding(evidence[i])].map((found) => withMessage({ ...found, column: name })),
  );
}

function localTimeFinding({ localTimes }: TimeEvidence): Finding[] {
  if (!localTimes) return [];
  const { zone, isKnown, repeated, skipped } = localTimes;
  return [{ code: isKnown ? "repeated_hours" : "unset_time_zone", values: { zone, repeated, skipped } }];
}

function missingPeriodFinding({ missingPeriods: found }: TimeEvidence): Finding[] {
  return found && found.missing > 0 ? [{ code: CODES[found.unit], values: { count: found.missing, periods: found.periods } }] : [];
}
