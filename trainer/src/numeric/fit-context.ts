import type { Random } from "./random.js";
import type { Splitter } from "./split.js";

export interface FitContext {
  random: Random;
  /** Reports the share of the fit that is done, 0 to 1. */
  progress(fraction: number): void;
  /** Checked at least every 100 ms of work. The fit throws its reason when it is aborted. */
  signal: AbortSignal;
  /** Which of the fit's rows are held out together where the fit holds out rows itself. Left out: any rows. */
  splitter?: Splitter;
  /** Whether the model is to score outliers, of an algorithm that also finds clusters. */
  scoresOutliers?: boolean;
  /** Called when the fit ends before it has converged, with advice. */
  warnNotConverged?(message: string): void;
}
