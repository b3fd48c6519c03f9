/** How often is asked again, in milliseconds (specification, section 9). */
export const POLL_INTERVALS = {
  rows: 600,
  evaluation: 1500,
  model: 2000,
  runningWork: 2000,
  dataset: 2000,
  modelStudio: 2500,
  profiling: 3000,
  /** Running work while nothing runs: something may be started in another window. */
  idle: 15_000,
} as const;

/** The data check is asked for so long after the server has told that it is done, in milliseconds. */
export const DATA_CHECK_DELAY = 200;

/** What an edit history leaves is asked for so long after its last change, in milliseconds. */
export const EDIT_HISTORY_DEBOUNCE = 300;

/** When an automatic training that was watched has ended, its best model is shown so long after, in milliseconds. */
export const BEST_MODEL_REDIRECT_DELAY = 1200;

/** The list of all models and their APIs serves so long again, in milliseconds, unless something in it is changed. */
export const MODEL_LIST_STALE_TIME = 10_000;
