import { ERRORS, InvalidInput, MIN_SEMILABELS } from "@agatha/contracts";
import { findColumn, type Table } from "../data/tables/table.js";
import type { Random } from "../numeric/random.js";
import { kFolds, type Split } from "../numeric/split.js";

/** Known anomalies among the rows of a training set. They choose the threshold and judge the detector; they are never its input. */
export interface Semilabel {
  /** 1 for a known anomaly, 0 for an unlabeled row. */
  anomalous: Int32Array;
  /** What the column says, empty where it says nothing. */
  labels: string[];
  /** Whether the detector learns from the known anomalies, too. */
  trainsOnAnomalies: boolean;
}

/**
 * A detector learns what is usual, so known anomalies are left out of what it learns from (training on data without
 * anomalies: Chandola, Banerjee and Kumar, Anomaly detection: a survey, ACM Computing Surveys 41:3, 2009, section 2.3).
 * With fewer unlabeled rows than these, all rows are learned from: 30 is also below what a share of the rows is held out.
 */
const MIN_UNLABELED_ROWS = 30;

/** Throws InvalidInput (semilabelColumn) for a column that is not there, is no text, or has too few rows with or without a label. */
export function readSemilabel(table: Table, name: string): Semilabel {
  const column = findColumn(table, name);
  if (!column) throw invalidSemilabel(`the dataset has no column ${JSON.stringify(name)}`);
  if (column.type !== "s") throw invalidSemilabel(`${name} is no text: change its type to text in the dataset`);
  const anomalous = column.codes.map((code) => (code < 0 ? 0 : 1));
  const anomalies = anomalous.reduce((sum, one) => sum + one, 0);
  const unlabeled = anomalous.length - anomalies;
  if (anomalies < MIN_SEMILABELS)
    throw invalidSemilabel(`${name} marks ${anomalies} rows, and has to mark ${MIN_SEMILABELS} known anomalies at the least`);
  if (unlabeled < MIN_SEMILABELS) {
    throw invalidSemilabel(
      `${name} is empty in ${unlabeled} rows, and has to be in ${MIN_SEMILABELS} at the least: leave it empty where a row is no known anomaly`,
    );
  }
  const labels = Array.from(column.codes, (code) => (code < 0 ? "" : column.levels[code]));
  return { anomalous, labels, trainsOnAnomalies: unlabeled < MIN_UNLABELED_ROWS };
}

function invalidSemilabel(message: string): InvalidInput {
  return new InvalidInput(ERRORS.semilabelColumn, { path: "semilabel", message });
}

/** The rows among these that a detector learns from. */
export function trainingRows({ anomalous, trainsOnAnomalies }: Semilabel, rows: Int32Array): Int32Array {
  return trainsOnAnomalies ? rows : rows.filter((row) => anomalous[row] === 0);
}

/** 1 for each of these rows that is a known anomaly, 0 for the others; nothing without labels. */
export function takeAnomalous(rows: Int32Array, semilabel: Semilabel | undefined): Int32Array | undefined {
  return semilabel && rows.map((row) => semilabel.anomalous[row]);
}

/** Cross-validation however many rows there are: known anomalies are few, and each of them is to be judged once. */
export function semilabelFolds({ anomalous }: Semilabel, random: Random): Split {
  const target = { kind: "class", codes: anomalous, labels: ["", "anomaly"] } as const;
  return { method: "cross_validation", folds: kFolds(target, anomalous.length, random) };
}
