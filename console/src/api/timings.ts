/** Polling intervals in milliseconds (specification, section 9). */
export const POLL_INTERVALS = {
  rows: 600,
  evaluation: 1500,
  model: 2000,
  runningWork: 2000,
  dataset: 2000,
  modelStudio: 2500,
  profiling: 3000,
  /** Running work while nothing runs: another window may start something. */
  idle: 15_000,
} as const;

/** Milliseconds between the event that the data check is done and its request. */
export const DATA_CHECK_DELAY = 200;

/** Milliseconds between the last change of an edit history and the request for its result. */
export const EDIT_HISTORY_DEBOUNCE = 300;

/** Milliseconds between the end of a watched automatic training and the redirect to its best model. */
export const BEST_MODEL_REDIRECT_DELAY = 1200;

/** Milliseconds for which the list of all models and their APIs stays fresh unless something in it is changed. */
export const MODEL_LIST_STALE_TIME = 10_000;
