/** Runs in a thread: predicts with the models that it was asked about last. */
import { type ClassDecision, InvalidInput, type PredictionResult } from "@agatha/contracts";
import { loadServingModel, type PredictOptions, type ServingModel, type Table } from "@agatha/trainer/serving";
import { LRUCache } from "lru-cache";

/** Cells of one column: numbers, or codes of levels. */
export type ColumnValues = Float64Array | Int32Array;

export interface PredictionTask {
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

/** A message does not keep the class of an error, so the content of InvalidInput is sent as an answer. */
export type ThreadAnswer = TimedResult | { refused: Pick<InvalidInput, "code" | "problems"> };

const models = new LRUCache<string, ServingModel>({ max: 4 });

/** Predicts the rows of a table. It keeps the four models last used, by `id`. */
export default function predict({ bytes, decision, id, columns, nrow, options }: PredictionTask): ThreadAnswer {
  const model = models.get(id) ?? loadServingModel(Uint8Array.from(new Uint8Array(bytes)), decision);
  models.set(id, model);
  const begun = performance.now();
  try {
    const result = model.predictTable({ nrow, columns: withLevels(model, columns) }, options);
    return { result, ms: performance.now() - begun };
  } catch (error) {
    if (error instanceof InvalidInput) return { refused: { code: error.code, problems: error.problems } };
    throw error;
  }
}

/** Returns the columns with the names and levels that the model knows. */
function withLevels(model: ServingModel, columns: readonly ColumnValues[]): Table["columns"] {
  const empty = model.rowColumns().take().columns;
  return empty.map((column, i) =>
    column.type === "s" ? { ...column, codes: columns[i] as Int32Array } : { ...column, values: columns[i] as Float64Array },
  );
}
