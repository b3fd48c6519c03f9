/** How often is asked again, in milliseconds (specification, section 9). */
export const INTERVALS = {
  rows: 600,
  evaluation: 1500,
  model: 2000,
  job: 2000,
  dataset: 2000,
  modelStudio: 2500,
  profiling: 3000,
  /** Running work while nothing runs: something may be started in another window. */
  idle: 15_000,
} as const;
