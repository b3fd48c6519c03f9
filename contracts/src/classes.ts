/** Most classes that a classification may have. */
export const CLASS_LIMIT = 50;
