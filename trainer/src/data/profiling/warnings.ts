import type { ColumnFlag, ProfiledColumn, ProfileWarning, TableProfile } from "@agatha/contracts";

const FEW_ROWS = 20;
/** Beyond this the mean says little about the values (Bulmer 1979 calls 1 highly skewed; money and counts easily reach it). */
const SKEWED = 3;
const OUTLIERS = 0.05;
const MOSTLY = 0.5;
const MANY_LEVELS = 50;
/** So strong that one column can take the other's place. */
const ASSOCIATED = 0.95;
const MOST_PAIRS = 10;

/** Flags of the data check that are no news by themselves: the quality follows from the others. */
const SILENT: ReadonlySet<ColumnFlag> = new Set(["is_datetime", "column_quality"]);

type Checked = Pick<TableProfile, "rows" | "duplicateRows" | "completeRows" | "columns" | "associations">;
type About = ProfileWarning["about"];

/** What should be looked at before the table is used: about all of it, then about columns, then about pairs. */
export function profileWarnings(profile: Checked): ProfileWarning[] {
  const { rows, duplicateRows, completeRows, columns, associations } = profile;
  const all: ProfileWarning[] = [];
  const tell = (about: About, figure: number, columns: string[] = []) => all.push({ about, columns, figure });
  if (rows === 0) tell("no_rows", 0);
  else if (rows < FEW_ROWS) tell("few_rows", rows);
  if (duplicateRows > 0) tell("duplicate_rows", duplicateRows);
  if (rows > 0 && completeRows === 0) tell("no_complete_row", 0);
  for (const [about, names] of byColumn(columns, rows)) all.push({ about, columns: names, figure: null });
  const pairs = associations.filter(({ value, rows }) => Math.abs(value) >= ASSOCIATED && rows >= FEW_ROWS);
  for (const { a, b, value } of pairs.slice(0, MOST_PAIRS)) tell("associated", value, [a, b]);
  return all;
}

function byColumn(columns: readonly ProfiledColumn[], rows: number): Map<About, string[]> {
  const found = new Map<About, string[]>();
  for (const column of columns) {
    for (const about of aboutColumn(column, rows)) found.set(about, [...(found.get(about) ?? []), column.name]);
  }
  return found;
}

function aboutColumn({ flags, missing, distinct, numbers, texts }: ProfiledColumn, rows: number): About[] {
  const present = rows - missing;
  const about: About[] = flags.filter((flag) => !SILENT.has(flag));
  if (numbers && Math.abs(numbers.skewness ?? 0) > SKEWED) about.push("skewed");
  if (numbers && (numbers.outliers ?? 0) > OUTLIERS * present) about.push("outliers");
  if (numbers && distinct > 2 && numbers.zeros > MOSTLY * present) about.push("mostly_zero");
  if (texts && distinct > MANY_LEVELS && !flags.includes("idness")) about.push("many_levels");
  if (texts && texts.padded > 0) about.push("padded");
  if (texts && texts.variants > 0) about.push("variants");
  return about;
}
