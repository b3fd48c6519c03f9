import type { ColumnFlag, ColumnProfile, ProfileWarning, TableProfile } from "@agatha/contracts";

const MIN_ROWS = 20;
/** Skewness beyond which the mean describes the values poorly. Bulmer (1979) calls 1 highly skewed; money and counts easily reach it. */
const MAX_SKEWNESS = 3;
const MAX_OUTLIER_SHARE = 0.05;
const MAX_ZERO_SHARE = 0.5;
const MAX_LEVELS = 50;
/** Association at which one column can replace the other. */
const MAX_ASSOCIATION = 0.95;
const MAX_PAIRS = 10;

/** Flags of the data check that give no warning of their own: the quality follows from the others. */
const IGNORED_FLAGS: ReadonlySet<ColumnFlag> = new Set(["is_datetime", "column_quality"]);

type CheckedProfile = Pick<TableProfile, "rows" | "duplicateRows" | "completeRows" | "columns" | "associations" | "findings">;
type WarningKind = ProfileWarning["about"];

/** Returns the warnings: first about the table, then about columns, then about pairs. */
export function profileWarnings(profile: CheckedProfile): ProfileWarning[] {
  const { rows, duplicateRows, completeRows, columns, associations, findings = [] } = profile;
  const all: ProfileWarning[] = [];
  const tell = (about: WarningKind, figure: number, columns: string[] = []) => all.push({ about, columns, figure });
  if (rows === 0) tell("no_rows", 0);
  else if (rows < MIN_ROWS) tell("few_rows", rows);
  const isTold = findings.some(({ code, values }) => code === "copied_rows" && values.count === duplicateRows);
  if (duplicateRows > 0 && !isTold) tell("duplicate_rows", duplicateRows);
  if (rows > 0 && completeRows === 0) tell("no_complete_row", 0);
  for (const [about, names] of groupByWarning(columns, rows)) all.push({ about, columns: names, figure: null });
  const pairs = associations.filter(({ value, rows }) => Math.abs(value) >= MAX_ASSOCIATION && rows >= MIN_ROWS);
  for (const { a, b, value } of pairs.slice(0, MAX_PAIRS)) tell("associated", value, [a, b]);
  return all;
}

function groupByWarning(columns: readonly ColumnProfile[], rows: number): Map<WarningKind, string[]> {
  const found = new Map<WarningKind, string[]>();
  for (const column of columns) {
    for (const about of columnWarnings(column, rows)) found.set(about, [...(found.get(about) ?? []), column.name]);
  }
  return found;
}

function columnWarnings({ flags, missing, distinct, numbers, texts }: ColumnProfile, rows: number): WarningKind[] {
  const present = rows - missing;
  const about: WarningKind[] = flags.filter((flag) => !IGNORED_FLAGS.has(flag));
  if (numbers && Math.abs(numbers.skewness ?? 0) > MAX_SKEWNESS) about.push("skewed");
  if (numbers && (numbers.outliers ?? 0) > MAX_OUTLIER_SHARE * present) about.push("outliers");
  if (numbers && distinct > 2 && numbers.zeros > MAX_ZERO_SHARE * present) about.push("mostly_zero");
  if (texts && distinct > MAX_LEVELS && !flags.includes("idness")) about.push("many_levels");
  if (texts && texts.padded > 0) about.push("padded");
  if (texts && texts.variants > 0) about.push("variants");
  return about;
}
