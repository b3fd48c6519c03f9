/** Largest number of classes of a classification. */
export const CLASS_LIMIT = 50;

/** Largest number of rows for preview, sampling, a page and training. */
export const ROW_LIMIT = 10_000;

/** Most characters of a text that a list is searched or filtered by. */
export const FILTER_TEXT_LENGTH = 128;

/**
 * The columns that a data check tries as the response: so many of the first and of the last columns of numbers and of few classes. A
 * response mostly stands there.
 */
export const TRIED_RESPONSES = { atEnd: 6, mostClasses: 10 } as const;

/** Columns in which the data check looks for findings. In more the search would take too long and too much memory. */
export const MAX_CHECKED_COLUMNS = 200;

/** Most lines or rows that may stand before a table in its file. */
export const MAX_SKIPPED_ROWS = 1000;
