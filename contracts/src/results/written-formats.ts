/** Formats of columns of numbers in `TableColumn.written`. */

/** Numbers with separators of thousands. */
export const GROUPED = "grouped";
/** Hours that are written as durations such as 36:30:00. */
export const DURATIONS = "durations";
/** Numbers of a column that the owner declares numeric: text that is no number is missing. */
export const LENIENT = "lenient";
