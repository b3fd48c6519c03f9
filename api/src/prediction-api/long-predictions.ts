/**
 * Predictions of more rows than an answer waits for. The rest of the body is kept in a file, the client gets its link, and the
 * rows are predicted in turns with short requests.
 */
import { createReadStream, createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { ERRORS, InvalidInput } from "@agatha/contracts";
import { pause, systemTimers, type Timers } from "@agatha/contracts/ports/timers";
import type { ApiDeps } from "../deps.js";
import { turn } from "../event-loop/turns.js";
import { ApiError } from "../http/api-error.js";
import type { RowPrediction } from "./row-prediction.js";
import { SERVER_STOPPED, type StoredResults } from "./stored-results.js";

/** Rows that are predicted before they are stored. */
const STORED_ROWS = 2_000;
const KEEP_ALIVE_MS = 20_000;
/** Bodies on disk at once: 4 GB. */
const MAX_LONG_REQUESTS = 64;
/** Of one model, so that slow or many clients of it leave room for those of others. */
const MAX_LONG_REQUESTS_PER_MODEL = 16;
const RETRY_SECONDS = "60";

const FAULT = "The server could not predict these rows: send them again, or ask its administrator to look at its log";

interface LongPrediction {
  id: string;
  modelName: string;
  prediction: RowPrediction;
  /** Bytes that are not read yet, and those that are not received yet. */
  unread: Buffer;
  body: AsyncIterator<Buffer>;
  /** Called with the number of rows when all are predicted. */
  onSuccess(rows: number): void;
}

export interface LongPredictions {
  /**
   * Receives the rest of a body and resolves when the result can be asked for. Throws ApiError (tooManyRequests) if too many
   * requests wait, of this model or of all.
   */
  accept(long: LongPrediction): Promise<void>;
  /** Ends all work. Its results say that it failed. */
  close(): Promise<void>;
}

export function createLongPredictions(
  { config, logger }: Pick<ApiDeps, "config" | "logger">,
  results: StoredResults,
  timers: Timers = systemTimers,
): LongPredictions {
  const working = new Set<Promise<void>>();
  /** Models of the accepted bodies. */
  const accepted: string[] = [];
  let isClosed = false;

  /** Returns the function that gives the place back. */
  function takePlace(modelName: string): () => void {
    const { length } = accepted.filter((name) => name === modelName);
    if (accepted.length === MAX_LONG_REQUESTS || length === MAX_LONG_REQUESTS_PER_MODEL)
      throw new ApiError(ERRORS.tooManyRequests, undefined, { "Retry-After": RETRY_SECONDS });
    accepted.push(modelName);
    return () => void accepted.splice(accepted.indexOf(modelName), 1);
  }

  async function receive({ unread, body }: LongPrediction, path: string): Promise<void> {
    const all = async function* (): AsyncGenerator<Buffer> {
      yield unread;
      for (let next = await body.next(); !next.done; next = await body.next()) {
        await turn();
        yield next.value;
      }
    };
    await pipeline(all, createWriteStream(path, { mode: 0o600 }));
  }

  /** Stores again and again that somebody works on the result, until the signal aborts. Resolves when it writes no more. */
  async function keepAlive(id: string, modelName: string, signal: AbortSignal): Promise<void> {
    for (;;) {
      await pause(KEEP_ALIVE_MS, signal, timers);
      if (signal.aborted) return;
      await results
        .keepAlive(id, modelName)
        .catch((error: unknown) => logger.warn({ err: error }, "it could not be stored that a long prediction is worked on"));
    }
  }

  async function work({ id, modelName, prediction, onSuccess }: LongPrediction, path: string): Promise<void> {
    let pages = 0;
    const storeRows = async (): Promise<void> => {
      pages = await results.insertPages(id, modelName, prediction.take(), pages);
    };
    const afterPart = async (): Promise<boolean> => {
      if (prediction.predicted >= STORED_ROWS) await storeRows();
      return isClosed;
    };
    const end = new AbortController();
    const alive = keepAlive(id, modelName, end.signal);
    const unread = await prediction.read(createReadStream(path)[Symbol.asyncIterator](), afterPart).finally(async () => {
      end.abort();
      // A late write would replace the outcome.
      await alive;
    });
    if (unread !== undefined) return void (await results.fail(id, modelName, SERVER_STOPPED));
    if (prediction.predicted > 0) await storeRows();
    await results.succeed(id, modelName, pages);
    onSuccess(prediction.rows);
  }

  async function workOrFail(long: LongPrediction, path: string): Promise<void> {
    try {
      await work(long, path);
    } catch (error) {
      const message = error instanceof InvalidInput ? problemText(error) : FAULT;
      if (!(error instanceof InvalidInput || error instanceof ApiError)) logger.error({ err: error }, "a long prediction failed");
      await results.fail(long.id, long.modelName, message);
    } finally {
      await rm(path, { force: true });
    }
  }

  return {
    async accept(long) {
      const giveBack = takePlace(long.modelName);
      const path = join(config.scratch, `prediction-${long.id}`);
      try {
        await receive(long, path);
        await results.begin(long.id, long.modelName);
      } catch (error) {
        giveBack();
        await rm(path, { force: true });
        throw error;
      }
      const done = workOrFail(long, path)
        .catch((error: unknown) => logger.error({ err: error }, "the failure of a long prediction could not be stored"))
        .finally(() => {
          giveBack();
          working.delete(done);
        });
      working.add(done);
    },
    async close() {
      isClosed = true;
      await Promise.all(working);
    },
  };
}

const problemText = ({ problems }: InvalidInput): string => problems.map(({ path, message }) => `${path}: ${message}`).join("\n");
