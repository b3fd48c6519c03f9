import { ERRORS, InvalidInput, semilabelCountProblem } from "@agatha/contracts";
import { findColumn, type Table } from "../../data/tables/table.js";
import type { Random } from "../../numeric/random.js";
import { kFolds, type Split, type SplitDesign } from "../../numeric/split.js";

/** Known anomalies in a training set. They determine the threshold and the metrics, and are never an input. */
export interface Semilabel {
  /** 1 for a known anomaly, 0 for an unlabeled row. */
  anomalous: Int32Array;
  /** Text of the column, empty where missing. */
  labels: string[];
  /** Whether the known anomalies are training rows, too. */
  trainsOnAnomalies: boolean;
}

/**
 * Number of unlabeled rows below which known anomalies are training rows, too. Otherwise they are left out, since a detector
 * learns what is usual (training on data without anomalies: Chandola, Banerjee and Kumar, Anomaly detection: a survey, ACM
 * Computing Surveys 41:3, 2009, section 2.3). From fewer than 30 rows, no share is held out either.
 */
const MIN_UNLABELED_ROWS = 30;

/**
 * Reads the semi-label. Throws InvalidInput (semilabelColumn) for a column that does not exist, is not text, or has too few rows
 * with or without a label.
 */
export function readSemilabel(table: Table, name: string): Semilabel {
  const column = findColumn(table, name);
  if (!column) throw invalidSemilabel(`the dataset has no column ${JSON.stringify(name)}`);
  if (column.type !== "s") throw invalidSemilabel(`${name} is no text: change its type to text in the dataset`);
  const anomalous = column.codes.map((code) => (code < 0 ? 0 : 1));
  const anomalies = anomalous.reduce((sum, one) => sum + one, 0);
  const unlabeled = anomalous.length - anomalies;
  const few = semilabelCountProblem(anomalies, unlabeled);
  if (few !== undefined) throw invalidSemilabel(`${name} ${few}`);
  const labels = Array.from(column.codes, (code) => (code < 0 ? "" : column.levels[code]));
  return { anomalous, labels, trainsOnAnomalies: unlabeled < MIN_UNLABELED_ROWS };
}

function invalidSemilabel(message: string): InvalidInput {
  return new InvalidInput(ERRORS.semilabelColumn, { path: "semilabel", message });
}

/** Returns those of the rows that a detector learns from. */
export function trainingRows({ anomalous, trainsOnAnomalies }: Semilabel, rows: Int32Array): Int32Array {
  return trainsOnAnomalies ? rows : rows.filter((row) => anomalous[row] === 0);
}

/** Returns 1 for each row that is a known anomaly, 0 for the others; undefined without labels. */
export function takeAnomalous(rows: Int32Array, semilabel: Semilabel | undefined): Int32Array | undefined {
  return semilabel && rows.map((row) => semilabel.anomalous[row]);
}

/** Returns cross-validation folds for any number of rows: known anomalies are few, and each is evaluated once. */
export function semilabelFolds({ anomalous }: Semilabel, random: Random, design?: SplitDesign): Split {
  const target = { kind: "class", codes: anomalous, labels: ["", "anomaly"] } as const;
  return { method: "cross_validation", folds: kFolds(target, anomalous.length, random, design) };
}
