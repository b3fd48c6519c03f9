import { setImmediate } from "node:timers/promises";
import { ERRORS, InvalidInput, type PredictionResult } from "@agatha/contracts";
import { joinResults, type ServingModel } from "@agatha/trainer/serving";
import type { ClientRecord } from "./records.js";

/** Rows predicted without a pause. Other requests run between the parts. */
const ROWS_PER_PART = 500;
/** A row's explanation may take as long as hundreds of predictions. */
const EXPLAINED_ROWS_PER_PART = 1;
/** Longest time for a call to explain its rows, and the part of it after which the rest is estimated. */
const MAX_EXPLAIN_MS = 60_000;
const ESTIMATE_AFTER_MS = 1_000;

/**
 * Predicts rows. The result's lists have one element for each row, in the order sent; for time series and few rows also the
 * periods further ahead. Throws InvalidInput (apiInputInvalid) with the place of each invalid cell, and if there are more rows
 * than can be explained in MAX_EXPLAIN_MS.
 */
export async function predictRows(
  model: ServingModel,
  records: ClientRecord[],
  options: { outside?: boolean; explain?: boolean } = {},
  now: () => number = () => performance.now(),
): Promise<PredictionResult> {
  const size = options.explain ? EXPLAINED_ROWS_PER_PART : ROWS_PER_PART;
  if (records.length <= size) return model.predict(records, { ...options, forecast: true });
  const parts: PredictionResult[] = [];
  const begun = now();
  for (let start = 0; start < records.length; start += size) {
    if (start > 0) await setImmediate();
    if (options.explain) ensureExplainTime(now() - begun, start, records.length);
    parts.push(withRowOffset(start, () => model.predict(records.slice(start, start + size), options)));
  }
  return joinResults(parts);
}

/** Throws InvalidInput (apiInputInvalid) if so many rows cannot be explained within MAX_EXPLAIN_MS, according to those done. */
export function ensureExplainTime(passed: number, done: number, rows: number): void {
  if (passed < ESTIMATE_AFTER_MS || (passed / done) * rows <= MAX_EXPLAIN_MS) return;
  const most = Math.max(1, Math.floor((MAX_EXPLAIN_MS / passed) * done * 0.8));
  const message = `explaining ${rows} rows of this model would take more than ${MAX_EXPLAIN_MS / 1000} s: send at most ${most} rows at once`;
  throw new InvalidInput(ERRORS.apiInputInvalid, { path: "data", message });
}

/** Predicts a part. Its problems have the row numbers of the whole request. */
function withRowOffset(start: number, predict: () => PredictionResult): PredictionResult {
  try {
    return predict();
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    const path = (text: string): string => text.replace(/^data\[(\d+)\]/, (_, row) => `data[${Number(row) + start}]`);
    throw new InvalidInput(
      error.code,
      error.problems.map((problem) => ({ ...problem, path: path(problem.path) })),
    );
  }
}
