import type { EmptyPeriods, FalseAlarms, GroupedBy, ReconciliationMethod } from "@agatha/contracts";
import type { Table } from "../../data/tables/table.js";
import type { Periods } from "../../data/time-series/periods.js";
import type { FilledResponse } from "../../data/time-series/proposed-inputs.js";
import type { LagFeatures } from "../../data/time-series/recursive-forecast.js";
import type { Matrix, Target } from "../../numeric/matrix.js";
import type { Splitter } from "../../numeric/split.js";
import type { Plan } from "./plan.js";
import type { Semilabel } from "./semilabel.js";

/** Rows, target and plan of a training. */
export interface TrainingSet {
  table: Table;
  target: Target;
  plan: Plan;
  /** Index of each row in the dataset in use. */
  datasetRows: Int32Array;
  /** Which rows are held out together; left out for a time series. */
  validation?: ResolvedValidation;
  /** Outlier detection: share of the training rows above the threshold, without labels and limit. */
  contamination: number;
  /** Outlier detection: the thresholds keep a budget for false alarms. */
  falseAlarms?: FalseAlarms;
  /** Outlier detection: upper limit on the share of unlabeled rows above the threshold. */
  maxFpr?: number;
  /** Outlier detection with known anomalies. */
  semilabel?: Semilabel;
  /** Unsupervised models: all rows in the space of the distances, so that every fold has the same distances. */
  distanceSpace?: Matrix;
  /** Time series: the rows are in order of time. */
  series?: SeriesTrainingSet;
}

/** Validation of a request, resolved for the rows of a table. */
export interface ResolvedValidation {
  splitter: Splitter;
  /** Folds of the request; as many as suit the rows when left out. */
  folds?: number;
  /** Columns that name the group; empty if none does. */
  groupColumns?: string[];
  /** How rows belong together if no column names their group. */
  groupedBy?: GroupedBy;
  timeColumn?: string;
  /** Group of each row, even if random rows are held out. */
  groups?: Int32Array;
}

/** Time series of a training set, whose rows are in order of time. */
export interface SeriesTrainingSet extends LagFeatures {
  /** Columns whose values are known for future periods. */
  knownAhead: readonly string[];
  /** Name of the time column. */
  time: string;
  emptyPeriods?: EmptyPeriods | undefined;
  horizon: number;
  /** Forecasts of the backtest per series; as many as there is time for when left out. */
  cutoffs?: number | undefined;
  /** How forecasts of a hierarchy are made to add up; by the errors when left out. */
  reconciliation?: ReconciliationMethod | undefined;
  /** Values that proposed inputs are made from. */
  filled?: FilledResponse | undefined;
  /** Forecasters learn from it: the rows have times instead of lags. */
  forecasts: boolean;
  timezone: string;
  /** Column that names the series, where there are several. */
  seriesColumn?: string;
  periods: Periods;
  /** Entry in `periods` of each row of the training set. */
  entries: Int32Array;
}
