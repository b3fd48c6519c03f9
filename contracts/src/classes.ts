/** Largest number of classes of a classification. */
export const CLASS_LIMIT = 50;
