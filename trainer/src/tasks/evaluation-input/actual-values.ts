import { ERRORS, type EvaluationWarning, InvalidInput, type ModelType, pluralizeShare } from "@agatha/contracts";
import { type Column, findColumn, type Table, takeRows } from "../../data/tables/table.js";
import { readLabels } from "../../training/plan/semilabel.js";
import { withHours } from "./match-columns.js";

/** Actual values of the response in the test rows. */
interface ActualValues {
  /** Number or text of each row, null where missing. For outlier detection, the semi-label; empty for unlabeled rows. */
  values: (number | string | null)[];
  warnings: EvaluationWarning[];
}

interface ActualColumn {
  name: string;
  rows: Int32Array;
  /** Value that marks an anomaly, as in training. Null if every value does. */
  anomalyValue?: string | null;
}

/**
 * Reads the actual values. Throws InvalidInput: evaluationInputColumns when the response is missing or of another type,
 * evaluationInputSemilabel for an unusable semi-label.
 */
export function readActualValues(test: Table, type: ModelType, { name, rows, anomalyValue }: ActualColumn): ActualValues {
  const column = findColumn(test, name);
  if (type === "OCC") return { values: readSemilabels(column && takeColumnAt(test, column, rows), name, anomalyValue), warnings: [] };
  if (!column)
    throw new InvalidInput(ERRORS.evaluationInputColumns, {
      path: name,
      message: "is missing, and is what the models predict: add the column",
    });
  const response = type === "REGRESSION" ? withHours(column) : column;
  if (type === "REGRESSION" && response.type !== "n") {
    throw new InvalidInput(ERRORS.evaluationInputColumns, {
      path: name,
      message: "holds no numbers, and is what the models predict: change its values",
    });
  }
  const values = toValues(takeColumnAt(test, response, rows));
  return { values, warnings: [...missingTarget(values, name), ...(type === "REGRESSION" ? constantTarget(values, name) : [])] };
}

function missingTarget(values: readonly unknown[], name: string): EvaluationWarning[] {
  const missing = values.filter((value) => value === null).length;
  const message = `${pluralizeShare(missing, values.length, "row", [`has no ${name}, and does`, `have no ${name}, and do`])} not count`;
  return missing > 0 ? [{ code: "target_missing", column: name, message }] : [];
}

/** Numbers without variation have no R2. */
function constantTarget(values: readonly unknown[], name: string): EvaluationWarning[] {
  const present = values.filter((value) => value !== null);
  if (present.length < 2 || present.some((value) => value !== present[0])) return [];
  return [{ code: "target_constant", column: name, message: `${name} is ${present[0]} in all rows, so there is no R2` }];
}

function takeColumnAt(test: Table, column: Column, rows: Int32Array): Column {
  return takeRows({ nrow: test.nrow, columns: [column] }, rows).columns[0];
}

function toValues(column: Column): (number | string | null)[] {
  if (column.type === "s") return Array.from(column.codes, (code) => (code < 0 ? null : column.levels[code]));
  return Array.from(column.values, (value) => (Number.isFinite(value) ? value : null));
}

function readSemilabels(column: Column | undefined, name: string, anomalyValue: ActualColumn["anomalyValue"]): string[] {
  const wrong = (message: string) => new InvalidInput(ERRORS.evaluationInputSemilabel, { path: name, message });
  if (!column) throw wrong("is missing: add the column that marks known anomalies");
  const { labels, problem } = readLabels(column, anomalyValue);
  if (problem !== undefined) throw wrong(problem);
  return labels;
}
