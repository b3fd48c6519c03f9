import type { Random } from "./random.js";

export interface FitContext {
  random: Random;
  /** Share of the fit that is done, 0 to 1. */
  progress(fraction: number): void;
  /** Checked at least every 100 ms of work; throws its reason when aborted. */
  signal: AbortSignal;
  /** Processors that may be used. */
  threads: number;
  /** Hears that the fit ended before it had converged, and what to do. */
  warnNotConverged?(message: string): void;
}
