import type { ColumnCheck, ColumnFlag } from "@agatha/contracts";

/** That a column holds times is no fault of it. */
const NO_FAULT: readonly ColumnFlag[] = ["is_datetime"];
/** Flags that leave nothing to learn from. */
const USELESS: readonly ColumnFlag[] = ["all_na", "all_equal", "idness"];

export function flagsOf({ flags }: ColumnCheck): ColumnFlag[] {
  const raised = (Object.keys(flags) as ColumnFlag[]).filter((flag) => flags[flag] === true);
  // Low quality is said only where no flag says why.
  const reasons = raised.filter((flag) => flag !== "column_quality" && !NO_FAULT.includes(flag));
  return reasons.length > 0 ? raised.filter((flag) => flag !== "column_quality") : raised;
}

export function isFlagged(check: ColumnCheck): boolean {
  return flagsOf(check).some((flag) => !NO_FAULT.includes(flag));
}

export function isUseless(check: ColumnCheck): boolean {
  return flagsOf(check).some((flag) => USELESS.includes(flag));
}
