import type { Table } from "../data/tables/table.js";
import type { LagInputs } from "../data/time-series/forecast.js";
import type { Periods } from "../data/time-series/periods.js";
import type { Matrix, Target } from "../numeric/matrix.js";
import type { Plan } from "./fit-graph.js";
import type { Semilabel } from "./semilabel.js";

/** Rows that a model learns from, what is to be learned, and how. */
export interface Lesson {
  table: Table;
  target: Target;
  plan: Plan;
  /** The table's rows as rows of the dataset in use. */
  rows: Int32Array;
  /** Outlier detection: share of the training rows that lie above the threshold when there are no labels and no limit. */
  flaggedShare: number;
  /** Outlier detection: upper limit on the share of unlabeled rows above the threshold. */
  maxFpr?: number;
  /** Outlier detection with known anomalies. */
  semilabel?: Semilabel;
  /** Unsupervised models: the rows in the space in which distances are measured. */
  space?: Matrix;
  /** Time series: the rows are in order of time. */
  series?: Series;
}

/** What a lesson about a time series knows besides its rows, which are in order of time. */
export interface Series extends LagInputs {
  /** The time column. */
  time: string;
  horizon: number;
  timezone: string;
  periods: Periods;
  /** Of each row of the lesson, its entry in `periods`. */
  entries: Int32Array;
}
