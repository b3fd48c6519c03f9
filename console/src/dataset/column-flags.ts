import type { ColumnCheck, ColumnFlag, ProductType } from "@agatha/contracts";

/** Said of the steps between times. */
const TIME_STEP_FLAGS: readonly ColumnFlag[] = ["irregular_time", "repeated_time"];

/** That a column holds times is no fault of it, and uneven ones matter to time series only. */
function isHarmless(flag: ColumnFlag, product: ProductType): boolean {
  return flag === "is_datetime" || (TIME_STEP_FLAGS.includes(flag) && product !== "timeseries");
}
/** Flags that leave nothing to learn from. */
const UNUSABLE_FLAGS: readonly ColumnFlag[] = ["all_na", "all_equal", "idness"];

/** What is said of a column: its flags, low quality only where no other says why. */
export function reportedFlags({ flags }: ColumnCheck): ColumnFlag[] {
  const raised = (Object.keys(flags) as ColumnFlag[]).filter((flag) => flags[flag] === true);
  const reasons = raised.filter((flag) => flag !== "column_quality");
  return reasons.some((flag) => flag !== "is_datetime" && !TIME_STEP_FLAGS.includes(flag)) ? reasons : raised;
}

export function isFlagged(check: ColumnCheck, product: ProductType): boolean {
  return reportedFlags(check).some((flag) => !isHarmless(flag, product));
}

export function isUnusable(check: ColumnCheck): boolean {
  return reportedFlags(check).some((flag) => UNUSABLE_FLAGS.includes(flag));
}
