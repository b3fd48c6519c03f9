import { Readable } from "node:stream";
import type { PredictionResult } from "@agatha/contracts";

/** Rows of a list that are converted at once. */
const ROWS_PER_PIECE = 10_000;

/** Returns the JSON of predictions as bytes. They are converted as they are read: the text of a million rows takes hundreds of megabytes. */
export const predictionJson = (result: PredictionResult): Readable => Readable.from(jsonPieces(result), { objectMode: false });

function* jsonPieces(result: PredictionResult): Generator<string> {
  let before = "{";
  for (const [field, values] of Object.entries(result)) {
    if (values === undefined) continue;
    yield `${before}${JSON.stringify(field)}:`;
    if (Array.isArray(values)) yield* listPieces(values);
    else yield JSON.stringify(values);
    before = ",";
  }
  yield "}";
}

function* listPieces(values: readonly unknown[]): Generator<string> {
  let before = "[";
  for (let from = 0; from < values.length; from += ROWS_PER_PIECE) {
    yield before + JSON.stringify(values.slice(from, from + ROWS_PER_PIECE)).slice(1, -1);
    before = ",";
  }
  yield values.length === 0 ? "[]" : "]";
}
