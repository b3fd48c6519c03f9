/** Largest number of classes of a classification. */
export const CLASS_LIMIT = 50;

/** Largest number of rows for preview, sampling, a page and training. */
export const ROW_LIMIT = 10_000;
