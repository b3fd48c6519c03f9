import { setImmediate } from "node:timers/promises";
import { ERRORS, FORECAST_LIMIT, InvalidInput, type PredictionResult, ROW_LIMIT } from "@agatha/contracts";
import { joinResults, type PredictOptions, withRowOffset } from "@agatha/trainer/serving";
import { mayHoldEventLoop, type ThreadedModel } from "./model-threads.js";
import type { ClientRecord } from "./records.js";

/** Time of a part, and its rows at first and at the most. Other requests run between the parts. */
const PART_MS = 10;
const ROWS_PER_PART = { first: 20, most: 500 };
/** A row's explanation may take as long as hundreds of predictions. */
const EXPLAINED_ROWS_PER_PART = 1;
/** Rows that are explained at the most where a model sees them together. */
const EXPLAINED_TOGETHER = 500;
/** Longest time for a call to explain its rows, and the part of it after which the rest is estimated. */
const MAX_EXPLAIN_MS = 60_000;
const ESTIMATE_AFTER_MS = 1_000;

/**
 * Predicts rows. The result's lists have one element for each row, in the order sent; for time series and few rows also the periods
 * further ahead, unless `forecast` is false. Throws InvalidInput (apiInputInvalid) with the place of each invalid cell, and if
 * there are more rows than can be explained in MAX_EXPLAIN_MS or seen together.
 */
export async function predictRows(
  model: ThreadedModel,
  records: ClientRecord[],
  options: PredictOptions = {},
  now: () => number = () => performance.now(),
): Promise<PredictionResult> {
  const { explain = false } = options;
  let size = explain ? EXPLAINED_ROWS_PER_PART : ROWS_PER_PART.first;
  const forecast =
    options.forecast !== false && records.length <= ROWS_PER_PART.most && records.length * (model.horizon ?? 1) <= FORECAST_LIMIT;
  const predict = async (part: ClientRecord[]): Promise<PredictionResult> =>
    model.predictInThread && mayHoldEventLoop(model, part.length, { explain })
      ? (await model.predictInThread(model.toTable(part), { ...options, forecast })).result
      : model.predict(part, { ...options, forecast });
  ensureSeenTogether(model, records.length, { explain });
  // Rows of a forecast belong together: some have values since the training, or values known ahead.
  if (model.rowsTogether || records.length <= size) return await predict(records);
  const parts: PredictionResult[] = [];
  const begun = now();
  for (let start = 0; start < records.length; ) {
    if (start > 0) await setImmediate();
    const partBegun = now();
    if (explain) ensureExplainTime(partBegun - begun, start, records.length);
    const part = records.slice(start, start + size);
    try {
      parts.push(await predict(part));
    } catch (error) {
      throw withRowOffset(error, start);
    }
    start += part.length;
    if (!explain) size = nextPartSize(part.length, now() - partBegun);
  }
  return joinResults(parts);
}

/** Returns how many rows of a request the model sees together at the most; undefined where it predicts each row alone. */
function mostTogether({ rowsTogether = false }: ThreadedModel, { explain }: { explain: boolean }): number | undefined {
  if (!rowsTogether) return undefined;
  return explain ? EXPLAINED_TOGETHER : ROW_LIMIT;
}

/** Throws InvalidInput (apiInputInvalid) for more rows than a model sees together. */
export function ensureSeenTogether(model: ThreadedModel, rows: number, asked: { explain: boolean }): void {
  const most = mostTogether(model, asked);
  if (most === undefined || rows <= most) return;
  const message = `Send at most ${most} rows at once${asked.explain ? " with explanations" : ""}: this model of a time series sees them together`;
  throw new InvalidInput(ERRORS.apiInputInvalid, { path: "data", message });
}

/** Returns the rows of the next part, after a part of `rows` has taken so long. */
function nextPartSize(rows: number, milliseconds: number): number {
  const size = Math.floor((rows * PART_MS) / Math.max(1, milliseconds));
  return Math.max(1, Math.min(size, 2 * rows, ROWS_PER_PART.most));
}

/** Throws InvalidInput (apiInputInvalid) if so many rows cannot be explained within MAX_EXPLAIN_MS, according to those done. */
export function ensureExplainTime(passed: number, done: number, rows: number): void {
  if (passed < ESTIMATE_AFTER_MS || (passed / done) * rows <= MAX_EXPLAIN_MS) return;
  const most = Math.max(1, Math.floor((MAX_EXPLAIN_MS / passed) * done * 0.8));
  const message = `explaining ${rows} rows of this model would take more than ${MAX_EXPLAIN_MS / 1000} s: send at most ${most} rows at once`;
  throw new InvalidInput(ERRORS.apiInputInvalid, { path: "data", message });
}
