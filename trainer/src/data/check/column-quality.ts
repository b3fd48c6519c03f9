import { type ColumnCheck, type ColumnFlag, MIN_SEMILABELS, type TableColumn } from "@agatha/contracts";

/** What the check needs to know of a column besides its description. */
export interface QualityStatistics {
  /** Rows in use, and all rows of the file. */
  nrow: number;
  totalRows: number;
  /** Share of the most frequent value among the present ones. */
  topShare: number;
  /** Whether the steps between the times of a time column are all alike. */
  regularTime: boolean;
  /** Whether a time of a time column is there more than once. */
  repeatedTime: boolean;
}

/** Half of the values missing: imputation would make up most of what a model sees. */
const HIGH_MISSING_SHARE = 0.5;
/** Distinct values ÷ rows from which text names the row. */
const MIN_UNIQUE_RATIO = 0.95;
/** Few rows are often all different without naming anything. */
const MIN_IDENTIFIER_ROWS = 20;
/** Share that the most frequent value may have: of classes one can be rare, of measurements half can be the resting state. */
const EXPECTED_MODE_SHARE = { classes: 0.98, measurements: 0.5 };
const MAX_CLASSES = 20;
const HIGH_REPEAT_SHARE = 0.5;
const MIN_QUALITY = 0.5;
/** Names of columns of whole numbers that count or name rows though they are not dense. */
const ID_NAME_PATTERN = /(^|[^a-z])(id|uid|uuid|guid|identifier|serial)([^a-z]|$)/i;

/** Names of columns that mark known anomalies. */
const SEMILABEL_NAME_PATTERN = /semi[^a-z]?label/i;

/** What is looked at of a column's description. */
export interface CheckedColumn extends Pick<TableColumn, "name" | "type"> {
  stats: Pick<TableColumn["stats"], "missing" | "unique" | "integer" | "min" | "max">;
}

/**
 * Quality from 0 (unusable) to 1: one less the worst of
 * - the share of missing values;
 * - how far the most frequent value's share lies above what the column's type explains, of the way to 1;
 * - 1 for a column of one value;
 * - for a column that names the row, its idness: distinct values ÷ rows that have one.
 */
export function checkColumn(column: CheckedColumn, evidence: QualityStatistics): ColumnCheck {
  const { missing, unique } = column.stats;
  const present = evidence.nrow - missing;
  const allNa = present === 0;
  const missingShare = evidence.nrow === 0 ? 1 : missing / evidence.nrow;
  const constant = isConstant(column, missing);
  const repeated = constant || allNa ? 0 : excessModeShare(column, evidence.topShare);
  const idness = isIdentifierLike(column, present, evidence.totalRows) ? unique / present : 0;
  const quality = 1 - Math.max(missingShare, repeated, constant ? 1 : 0, idness);
  const flags: Partial<Record<ColumnFlag, boolean>> = {
    all_equal: constant,
    mass_na: !allNa && missingShare >= HIGH_MISSING_SHARE,
    mass_repeat: repeated >= HIGH_REPEAT_SHARE,
    idness: idness > 0,
    is_datetime: column.type === "d",
    all_na: allNa,
    odd_semilabel: isUnusableSemilabel(column, present, missing),
    irregular_time: column.type === "d" && !allNa && !evidence.regularTime,
    repeated_time: column.type === "d" && !allNa && evidence.repeatedTime,
    column_quality: quality < MIN_QUALITY,
  };
  return { name: column.name, type: column.type, quality, all_na: allNa, flags, missing, unique };
}

/** Text that has one value or none tells two kinds of rows apart, as the labels of known anomalies do. */
function isConstant({ type, stats }: CheckedColumn, missing: number): boolean {
  return stats.unique === 1 && (type !== "s" || missing === 0);
}

/** A column that is named as one, or has one text and is empty else, and yet cannot mark known anomalies: models would refuse it (semilabelColumn). */
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

/** What has to be known of a column to tell whether it names the row. */
export interface IdentifierStatistics extends Pick<TableColumn, "name" | "type"> {
  stats: Pick<TableColumn["stats"], "unique" | "integer" | "min" | "max">;
}

/**
 * Text in which nearly every row differs, and whole numbers that do so and count (they fill their range at least half)
 * or are named as identifiers. Measurements can all differ, too: fractions never count as identifiers.
 */
export function isIdentifierLike({ name, type, stats }: IdentifierStatistics, present: number, totalRows: number): boolean {
  if (present < MIN_IDENTIFIER_ROWS || stats.unique / present < MIN_UNIQUE_RATIO) return false;
  if (type === "s") return true;
  if (type === "d" || !stats.integer || stats.min === null || stats.max === null) return false;
  return stats.max - stats.min + 1 <= 2 * totalRows || ID_NAME_PATTERN.test(name);
}
