import type { ColumnCheck, ColumnFlag, ProductType } from "@agatha/contracts";
import type { DataCheckAnswer } from "@agatha/contracts/wire";

/** Flags about the steps between times. */
const TIME_STEP_FLAGS: readonly ColumnFlag[] = ["irregular_time", "repeated_time"];

/** Holding times is not a fault of a column. Irregular times matter to time series only. */
function isHarmless(flag: ColumnFlag, product: ProductType): boolean {
  return flag === "is_datetime" || (TIME_STEP_FLAGS.includes(flag) && product !== "timeseries");
}
/** Flags of columns that cannot be learned from. */
const UNUSABLE_FLAGS: readonly ColumnFlag[] = ["all_na", "all_equal", "idness"];

/** Flags of a column. Low quality is reported only if no other flag gives the reason. */
export function reportedFlags({ flags }: ColumnCheck): ColumnFlag[] {
  const raised = (Object.keys(flags) as ColumnFlag[]).filter((flag) => flags[flag] === true);
  const reasons = raised.filter((flag) => flag !== "column_quality");
  return reasons.some((flag) => flag !== "is_datetime" && !TIME_STEP_FLAGS.includes(flag)) ? reasons : raised;
}

function isFlagged(check: ColumnCheck, product: ProductType): boolean {
  return reportedFlags(check).some((flag) => !isHarmless(flag, product));
}

/** Returns the columns with a flag that matters to the product or with a finding, in the order of the table. */
export function columnsToLookAt({ check_table, findings = [] }: DataCheckAnswer, product: ProductType): ColumnCheck[] {
  const found = new Set(findings.map(({ column }) => column));
  return check_table.filter((line) => isFlagged(line, product) || found.has(line.name));
}

/** Returns true if the check found something because of which no model can learn from the column. */
export function isUnusable(check: ColumnCheck): boolean {
  return reportedFlags(check).some((flag) => UNUSABLE_FLAGS.includes(flag));
}
