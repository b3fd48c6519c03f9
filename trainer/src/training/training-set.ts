import type { Table } from "../data/tables/table.js";
import type { Periods } from "../data/time-series/periods.js";
import type { LagFeatures } from "../data/time-series/recursive-forecast.js";
import type { Matrix, Target } from "../numeric/matrix.js";
import type { Plan } from "./fit-graph.js";
import type { Semilabel } from "./semilabel.js";

/** Rows that a model learns from, what is to be learned, and how. */
export interface TrainingSet {
  table: Table;
  target: Target;
  plan: Plan;
  /** The table's rows of the dataset in use. */
  datasetRows: Int32Array;
  /** Outlier detection: share of the training rows that lie above the threshold when there are no labels and no limit. */
  contamination: number;
  /** Outlier detection: upper limit on the share of unlabeled rows above the threshold. */
  maxFpr?: number;
  /** Outlier detection with known anomalies. */
  semilabel?: Semilabel;
  /** Unsupervised models: the rows in the space in which distances are measured. */
  distanceSpace?: Matrix;
  /** Time series: the rows are in order of time. */
  series?: SeriesTrainingSet;
}

/** What a training set about a time series knows besides its rows, which are in order of time. */
export interface SeriesTrainingSet extends LagFeatures {
  /** The time column. */
  time: string;
  horizon: number;
  timezone: string;
  periods: Periods;
  /** Of each row of the training set, its entry in `periods`. */
  entries: Int32Array;
}
