const KILOBYTE = 1000;
const MEGABYTE = 1_000_000;

/** Longest JSON bodies in bytes, by what a route takes. */
export const BODY_LIMITS = {
  /** Names, ids, passwords and settings. */
  small: 64 * KILOBYTE,
  /** A list of columns, models or conditions: a model's layers, a dataset's columns, an edit step. */
  list: MEGABYTE,
  /** 10,000 rows of 200 columns as records, which name every column in every row. */
  rows: 64 * MEGABYTE,
} as const;

export type BodyLimit = keyof typeof BODY_LIMITS;

/**
 * Bytes that are read before the sender is known to have the right, and that are parsed at once. A longer body is parsed in slices of
 * this size, and other requests are served between them.
 */
export const SLICE_BYTES = 64 * KILOBYTE;

/** Most bytes of a body whose token comes last. */
export const TOKEN_BYTES = MEGABYTE;

/** Largest depth of JSON; no schema of the API needs half of it. */
export const MAX_DEPTH = 32;
/** Most members of one object, and most elements of one list that is no member of the outermost object. */
export const MAX_MEMBERS = 10_000;
