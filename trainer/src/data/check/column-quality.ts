import { type ColumnCheck, type ColumnFlag, MIN_SEMILABELS, type TableColumn } from "@agatha/contracts";
import { isEqualUpToRounding } from "../../numeric/statistics.js";
import { namesQuantity, namesRowsByNumber } from "../column-names/name-kind.js";
import { areYears } from "../column-names/time-names.js";

/** Statistics for the check that the column's description lacks. */
export interface QualityStatistics {
  /** Rows in use, and all rows that they are a random sample of. */
  nrow: number;
  totalRows: number;
  /** Share of the most frequent value among the present ones. */
  topShare: number;
  /** Whether the times of a time column are even, but for a few that are missing. */
  regularTime: boolean;
  /** Whether a time column has the same time more than once. */
  repeatedTime: boolean;
}

/** Missing share from which imputation would make up most of the values that a model sees. */
const HIGH_MISSING_SHARE = 0.5;
/** Largest share of the rows with a value that may repeat an earlier one in a column that identifies the row. */
const MAX_REPEATED_SHARE = 0.05;
/** Largest range of whole numbers that number the rows, as a multiple of those that are there. */
const MAX_RANGE_RATIO = 2;
/** Least number of rows for an identifier: in fewer rows, values often all differ by chance. */
const MIN_IDENTIFIER_ROWS = 20;
/** Share of the most frequent value that is not suspicious. One class can be rare; a measurement can rest half of the time. */
const EXPECTED_MODE_SHARE = { classes: 0.98, measurements: 0.5 };
const MAX_CLASSES = 20;
const HIGH_REPEAT_SHARE = 0.5;
const MIN_QUALITY = 0.5;
/** Largest share of the times that differ in a table of several series. A copied row repeats one time, a second series most of them. */
const MAX_DISTINCT_OF_SERIES = 2 / 3;

/** Names of columns that mark known anomalies. */
const SEMILABEL_NAME_PATTERN = /semi[^a-z]?label/i;

/** Part of a column's description that the check reads. */
interface CheckedColumn extends Pick<TableColumn, "name" | "type"> {
  stats: Pick<TableColumn["stats"], "missing" | "unique" | "integer" | "min" | "max">;
}

/**
 * Returns the flags of a column and its quality from 0 (unusable) to 1. The quality is 1 minus the largest of
 *
 * - the share of missing values;
 * - the excess of the most frequent value's share over the share that the column's type explains, divided by 1 minus the latter;
 * - 1 for a column of one value;
 * - for a column that identifies the row, its distinct values ÷ rows that have one.
 */
export function checkColumn(column: CheckedColumn, evidence: QualityStatistics): ColumnCheck {
  const { missing, unique } = column.stats;
  const present = evidence.nrow - missing;
  const allNa = present === 0;
  const missingShare = evidence.nrow === 0 ? 1 : missing / evidence.nrow;
  const constant = isConstant(column, missing);
  const repeated = constant || allNa ? 0 : excessModeShare(column, evidence.topShare);
  const idness = isIdentifierLike(column, { present, ...evidence }) ? unique / present : 0;
  const quality = 1 - Math.max(missingShare, repeated, constant ? 1 : 0, idness);
  const flags: Partial<Record<ColumnFlag, boolean>> = {
    all_equal: constant,
    mass_na: !allNa && missingShare >= HIGH_MISSING_SHARE,
    mass_repeat: repeated >= HIGH_REPEAT_SHARE,
    idness: idness > 0,
    is_datetime: column.type === "d",
    all_na: allNa,
    odd_semilabel: isUnusableSemilabel(column, present, missing),
    // Between the times of several series, steps mean nothing.
    irregular_time: column.type === "d" && !allNa && !evidence.regularTime && unique > MAX_DISTINCT_OF_SERIES * present,
    repeated_time: column.type === "d" && !allNa && evidence.repeatedTime,
    column_quality: quality < MIN_QUALITY,
  };
  return { name: column.name, type: column.type, quality, all_na: allNa, flags, missing, unique };
}

/**
 * Returns true if all values are the same, numbers up to rounding. Text with one value and missing ones is not constant: it separates
 * two kinds of rows, as the labels of known anomalies do.
 */
function isConstant({ type, stats }: CheckedColumn, missing: number): boolean {
  const { unique, min, max } = stats;
  if (type === "n" && min !== null && max !== null && isEqualUpToRounding({ min, max })) return true;
  return unique === 1 && (type !== "s" || missing === 0);
}

/**
 * Returns true if a column looks like labels of known anomalies but cannot be used as such: models would refuse it
 * (semilabelColumn). A column looks like labels if its name says so, or if it has one text and is otherwise empty.
 */
function isUnusableSemilabel({ name, type, stats }: CheckedColumn, labeled: number, unlabeled: number): boolean {
  const fewest = MIN_SEMILABELS;
  if (SEMILABEL_NAME_PATTERN.test(name)) return type !== "s" || labeled < fewest || unlabeled < fewest;
  return type === "s" && stats.unique === 1 && labeled < fewest && unlabeled > labeled;
}

function excessModeShare({ type, stats }: CheckedColumn, topShare: number): number {
  if (type === "d") return 0;
  const classes = type === "s" || (stats.integer && stats.unique <= MAX_CLASSES);
  const explained = classes ? EXPECTED_MODE_SHARE.classes : EXPECTED_MODE_SHARE.measurements;
  return Math.max(0, (topShare - explained) / (1 - explained));
}

/** Statistics that show whether a column identifies the row. */
export interface IdentifierStatistics extends Pick<TableColumn, "name" | "type"> {
  stats: Pick<TableColumn["stats"], "unique" | "integer" | "min" | "max">;
}

/** Returns false for columns that never count as identifiers, whatever their values. `integer` is true if all are whole numbers. */
export function canIdentifyRows(type: TableColumn["type"], integer: boolean): boolean {
  return type === "s" || (type === "n" && integer);
}

/** Rows with a value of the column, rows in use, and all rows that they are a random sample of. */
interface RowCounts extends Pick<QualityStatistics, "nrow" | "totalRows"> {
  present: number;
}

/**
 * Returns true for text in which nearly every row differs. Returns true for integers in which nearly every row differs if they
 * fill at least half of their range or have an identifier's name. Years are times, and settings such as 1 to 40 degrees are quantities:
 * neither identifies a row. Fractions never count as identifiers, since measurements can all differ, too. A random sample of a share f of
 * the rows has a share f² of the pairs that are equal in the file.
 */
export function isIdentifierLike({ name, type, stats }: IdentifierStatistics, { present, nrow, totalRows }: RowCounts): boolean {
  const rowsPerSampled = totalRows / nrow;
  const repeated = (present - stats.unique) * rowsPerSampled;
  if (present < MIN_IDENTIFIER_ROWS || repeated > MAX_REPEATED_SHARE * present) return false;
  if (type === "s") return true;
  const { min, max } = stats;
  if (!canIdentifyRows(type, stats.integer) || min === null || max === null) return false;
  if (namesRowsByNumber(name)) return true;
  if (namesQuantity(name) || areYears(name, { min, max })) return false;
  return max - min + 1 <= MAX_RANGE_RATIO * present * rowsPerSampled;
}
