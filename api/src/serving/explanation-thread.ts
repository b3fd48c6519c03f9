/** Runs in a thread: explains predictions of the models that it was asked about last. */
import type { ClassDecision, PredictionResult } from "@agatha/contracts";
import { loadServingModel, type PredictOptions, type ServingModel, type Table } from "@agatha/trainer/serving";
import { LRUCache } from "lru-cache";

/** Cells of one column: numbers, or codes of levels. */
export type ColumnValues = Float64Array | Int32Array;

export interface ExplanationTask {
  /** Artifact of the model. Its bytes are shared, not copied, between threads. */
  bytes: SharedArrayBuffer;
  decision: ClassDecision | undefined;
  /** The same for all tasks with these bytes and this decision. */
  id: string;
  /** Columns of the model's inputs, in their order. */
  columns: ColumnValues[];
  nrow: number;
  options: PredictOptions;
}

export interface TimedResult {
  result: PredictionResult;
  /** Time of the computation. */
  ms: number;
}

const models = new LRUCache<string, ServingModel>({ max: 4 });

/** Explains the predictions of a table. It keeps the four models last used, by `id`. */
export default function explain({ bytes, decision, id, columns, nrow, options }: ExplanationTask): TimedResult {
  const model = models.get(id) ?? loadServingModel(Uint8Array.from(new Uint8Array(bytes)), decision);
  models.set(id, model);
  const begun = performance.now();
  const result = model.predictTable({ nrow, columns: withLevels(model, columns) }, { ...options, explain: true });
  return { result, ms: performance.now() - begun };
}

/** Returns the columns with the names and levels that the model knows. */
function withLevels(model: ServingModel, columns: readonly ColumnValues[]): Table["columns"] {
  const empty = model.rowColumns().take().columns;
  return empty.map((column, i) =>
    column.type === "s" ? { ...column, codes: columns[i] as Int32Array } : { ...column, values: columns[i] as Float64Array },
  );
}
