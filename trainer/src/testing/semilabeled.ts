/** Tables of which a column marks some anomalies, and the request of a detector that uses it. */
import type { Table, TextColumn } from "../data/tables/table.js";
import { contaminationMetrics } from "../evaluation/metrics/outlier-metrics.js";
import { createRandom } from "../numeric/random.js";
import type { ModelRequest } from "../training/plan/plan.js";
import type { TrainingResult } from "../training/train-model.js";
import { createTable } from "./create-table.js";
import { modelRequest } from "./train-on-table.js";

/**
 * Returns the table with its last column (yes or no, read as true or false) as a semi-label: `yes` for anomalies, empty for all
 * others.
 */
export function semilabeled(table: Table): Table {
  const column = table.columns[table.columns.length - 1] as TextColumn;
  const yes = column.levels.indexOf("true");
  const known: TextColumn = { ...column, codes: column.codes.map((code) => (code === yes ? 0 : -1)), levels: ["yes"] };
  return { ...table, columns: [...table.columns.slice(0, -1), known] };
}

/** Returns a request of a detector whose column `anomaly` marks known anomalies. */
export const asked = (overrides: Partial<ModelRequest> = {}) => modelRequest("OCC", "iForest", { semilabel: "anomaly", ...overrides });

/** Returns usual rows around 0 and some distant ones, of which the first `known` are labelled. */
export function some({ usual = 200, odd = 20, known = 10 } = {}): Table {
  const random = createRandom(4);
  const rows = Array.from({ length: usual + odd }, (_, i) => i);
  const place = rows.map((i) => (i < odd ? 4 : 0) + random.normal());
  return createTable({
    x: place,
    y: rows.map((i) => (i < odd ? -4 : 0) + random.normal()),
    anomaly: rows.map((i) => (i < known ? "yes" : null)),
  });
}

/** Recomputes the metrics from the held-out predictions. */
export function recount({ predictions }: TrainingResult) {
  const flagged = Int32Array.from(predictions.prediction.value, (value) => Number(value === true));
  const anomalous = Int32Array.from(predictions.actual ?? [], (label) => Number(label !== ""));
  return contaminationMetrics(flagged, anomalous);
}
