/** Short requests of one model that arrive together: their token is verified once, and their rows are predicted together. */
import type { PredictionResult } from "@agatha/contracts";
import type { RowColumns } from "@agatha/trainer/serving";
import { PostedRows } from "./posted-rows.js";
import { continueStream, createRequestPredictor } from "./predict-table.js";
import type { ServedModel } from "./served-model.js";
import type { RowRange } from "./stored-results.js";

/** A stored result, and the model that it comes from. */
export interface StoredPrediction {
  id: string;
  model: string;
}

interface WaitingRequest {
  body: Buffer;
  resolve(stored: StoredPrediction): void;
  reject(error: unknown): void;
}

/** Request whose rows are valid. They are a part of the group's columns. */
interface ReadRequest extends RowRange {
  request: WaitingRequest;
  posted: PostedRows;
}

interface GroupServices {
  /** Loads the model of a token; see createServedModels. */
  load(token: string): Promise<ServedModel>;
  /** Counts a request of the model. Throws ApiError (tooManyRequests). */
  limitRate(modelName: string): void;
  /** Stores the result and returns an id for each request's part of it. */
  store(model: ServedModel, result: PredictionResult, parts: readonly RowRange[]): Promise<string[]>;
}

/** Returns a function that predicts a whole short body with its token, and returns the stored result. */
export function createPredictionGroups({
  load,
  limitRate,
  store,
}: GroupServices): (token: string, body: Buffer) => Promise<StoredPrediction> {
  const waiting = new Map<string, WaitingRequest[]>();

  async function predictGroup(token: string): Promise<void> {
    const group = waiting.get(token) ?? [];
    waiting.delete(token);
    await rejectOnError(group, async () => {
      const model = await load(token);
      const { hasForecast, nextPeriods, rowsTogether, stream } = model.serving;
      // A forecast belongs to a request that is predicted alone, as do rows that are seen or judged together.
      const isAlone = hasForecast || nextPeriods || rowsTogether || stream;
      const parts = isAlone ? group.map((request) => [request]) : [group];
      for (const part of parts) await rejectOnError(part, () => predictTogether(token, model, part));
    });
  }

  async function predictTogether(token: string, model: ServedModel, group: WaitingRequest[]): Promise<void> {
    const columns = model.serving.rowColumns(model.formats);
    const read = group.flatMap((request) => readRequest(token, model, columns, request) ?? []);
    const [first] = read;
    if (!first) return;
    const table = columns.take();
    const predictor = createRequestPredictor(model.serving, { explain: false, isShort: true });
    if (first.posted.asksNext()) {
      const next = await predictor.predictNext(table, { periods: first.posted.periods });
      return storeEach(model, next, [{ ...first, start: 0, end: next.value.length }]);
    }
    const result = await predictor.predict(table, { isWhole: read.length === 1, rows: table.nrow });
    storeEach(model, continueStream(model.serving, result, first.posted.stream), read);
  }

  /** Is not awaited, so that the next requests are predicted meanwhile. */
  function storeEach(model: ServedModel, whole: PredictionResult, read: readonly ReadRequest[]): void {
    store(model, whole, read).then(
      (ids) => {
        for (const [i, { request }] of read.entries()) request.resolve({ id: ids[i] as string, model: model.name });
      },
      (error: unknown) => {
        for (const { request } of read) request.reject(error);
      },
    );
  }

  function readRequest(token: string, model: ServedModel, columns: RowColumns, request: WaitingRequest): ReadRequest | undefined {
    const start = columns.rows;
    try {
      limitRate(model.name);
      const posted = new PostedRows(columns, model.rowNames, {
        token,
        pauseAt: Number.POSITIVE_INFINITY,
        mayAskNext: model.serving.nextPeriods !== undefined,
        mayContinue: model.serving.stream !== undefined,
      });
      posted.write(request.body, 0);
      posted.end();
      return { request, posted, start, end: columns.rows };
    } catch (error) {
      columns.truncate(start);
      request.reject(error);
      return undefined;
    }
  }

  return (token, body) =>
    new Promise((resolve, reject) => {
      const group = waiting.get(token);
      if (group) group.push({ body, resolve, reject });
      else {
        waiting.set(token, [{ body, resolve, reject }]);
        setImmediate(() => void predictGroup(token));
      }
    });
}

async function rejectOnError(requests: readonly WaitingRequest[], work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    for (const { reject } of requests) reject(error);
  }
}
