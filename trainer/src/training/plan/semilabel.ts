import { defaultAnomalyValue, ERRORS, InvalidInput, valueCountsProblem } from "@agatha/contracts";
import { type Column, findColumn, type Table } from "../../data/tables/table.js";
import type { Split } from "../../numeric/assign-folds.js";
import type { Random } from "../../numeric/random.js";
import { kFolds, type SplitOptions } from "../../numeric/split.js";
import type { ModelRequest } from "./plan.js";

/** Known anomalies in a training set. They determine the threshold and the metrics, and are never an input. */
export interface Semilabel {
  /** 1 for a known anomaly, 0 for another row. */
  anomalous: Int32Array;
  /** Text of each known anomaly, empty for another row. */
  labels: string[];
  /** Value that marks an anomaly; every value does if undefined. */
  value: string | undefined;
  /** Number of different values that mark an anomaly. */
  kinds: number;
  /** Whether the other rows are known to be normal. */
  normal: boolean;
  /** Whether the known anomalies are training rows, too. */
  trainsOnAnomalies: boolean;
}

/**
 * Number of unlabeled rows below which known anomalies are training rows, too. Otherwise they are left out, since a detector
 * learns what is usual (training on data without anomalies: Chandola, Banerjee and Kumar, Anomaly detection: a survey, ACM
 * Computing Surveys 41:3, 2009, section 2.3). From fewer than 30 rows, no share is held out either.
 */
const MIN_UNLABELED_ROWS = 30;

/** Reads the semi-label. Throws InvalidInput (semilabelColumn) for a column that does not exist or cannot mark anomalies. */
export function readSemilabel(table: Table, { semilabel: name, anomalyValue, otherRows }: SemilabelRequest): Semilabel {
  const column = findColumn(table, name);
  if (!column) throw invalidSemilabel(`the dataset has no column ${JSON.stringify(name)}`);
  const { labels, value, problem } = readLabels(column, anomalyValue);
  if (problem !== undefined) throw invalidSemilabel(`${name} ${problem}`);
  const anomalous = Int32Array.from(labels, (label) => (label === "" ? 0 : 1));
  const others = anomalous.reduce((count, one) => count + 1 - one, 0);
  const kinds = new Set(labels.filter((label) => label !== "")).size;
  return { anomalous, labels, value, kinds, normal: otherRows === "normal", trainsOnAnomalies: others < MIN_UNLABELED_ROWS };
}

/** Every value marks an anomaly where `anomalyValue` is null. */
type SemilabelRequest = Pick<ModelRequest, "otherRows"> & { semilabel: string; anomalyValue?: string | null | undefined };

/**
 * Returns the text of each known anomaly, empty for the other rows; the value that marks them, undefined if every value does; and
 * why the column cannot mark them, if it cannot. Every value marks an anomaly where `anomalyValue` is null.
 */
export function readLabels(column: Column, anomalyValue?: string | null): { labels: string[]; value?: string; problem?: string } {
  const texts =
    column.type === "s"
      ? Array.from(column.codes, (code) => (code < 0 ? "" : column.levels[code]))
      : Array.from(column.values, (value) => (Number.isFinite(value) ? String(value) : ""));
  const counted = new Map<string, number>();
  for (const text of texts) counted.set(text, (counted.get(text) ?? 0) + 1);
  const missing = counted.get("") ?? 0;
  counted.delete("");
  const counts = { type: column.type, missing, values: Array.from(counted, ([value, count]) => ({ value, count })) };
  const value = anomalyValue === undefined ? defaultAnomalyValue(counts) : (anomalyValue ?? undefined);
  const labels = value === undefined ? texts : texts.map((text) => (text === value ? text : ""));
  return { labels, value, problem: column.type === "d" ? "is a date-time column" : valueCountsProblem(counts, value ?? null) };
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

/** Returns cross-validation folds for any number of rows, as many as are asked for: known anomalies are few, and each is evaluated once. */
export function semilabelFolds({ anomalous }: Semilabel, random: Random, options?: SplitOptions): Split {
  const target = { kind: "class", codes: anomalous, labels: ["", "anomaly"] } as const;
  return { method: "cross_validation", folds: kFolds(target, anomalous.length, random, options) };
}
