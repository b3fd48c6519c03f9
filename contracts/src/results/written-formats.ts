/** Formats of columns of numbers in `TableColumn.written`. */

/** Numbers with separators of thousands. */
export const GROUPED = "grouped";
/** Hours that are written as durations such as 36:30:00. */
export const DURATIONS = "durations";
/** Numbers of a column that the owner declares numeric: text that is no number is missing. */
export const LENIENT = "lenient";

/** The decimal mark of a column whose numbers have another one than the file. */
const DECIMAL_MARKS = { ".": "decimal_point", ",": "decimal_comma" } as const;

/** Returns the format of a column of numbers with this decimal mark. */
export const markFormat = (mark: "." | ","): string => DECIMAL_MARKS[mark];

/** Returns the decimal mark that a column's formats name. */
export const writtenMark = (formats: readonly string[]): "." | "," | undefined =>
  ([".", ","] as const).find((mark) => formats.includes(DECIMAL_MARKS[mark]));
