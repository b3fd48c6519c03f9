/** Results that the document store did not take while it was away. They are in memory, and written once it is back. */
import { AlreadyExists, COLLECTIONS, errorReason, type NewDocument, type PredictionDocument, Unavailable } from "@agatha/contracts";
import type { Timers } from "@agatha/contracts/ports/timers";
import type { ApiDeps } from "../deps.js";
import { isExpired } from "./request.js";

const RETRY_MS = 1_000;
/** Values of results that wait. Further results are refused until the store is back. */
const MOST_VALUES = 200_000;

type Result = NewDocument<PredictionDocument>;

export interface LateResults {
  /** Keeps a result of so many values, and writes it later. Returns false if there is no room. */
  keep(result: Result, values: number): boolean;
  get(id: string): Result | undefined;
  /** Writes all at once. Results that the store does not take even now are lost with the process. The log says so. */
  close(): Promise<void>;
}

/** Does not keep the process alive. */
const afterUnref: Timers["after"] = (ms, run) => {
  const timer = setTimeout(run, ms).unref();
  return () => clearTimeout(timer);
};

/** Tries to write every second while results wait. */
export function createLateResults(
  { documents, clock, logger }: Pick<ApiDeps, "documents" | "clock" | "logger">,
  after = afterUnref,
): LateResults {
  const predictions = documents.collection(COLLECTIONS.predictions);
  const waiting = new Map<string, { result: Result; values: number }>();
  let values = 0;
  let cancel: (() => void) | undefined;

  async function write(result: Result): Promise<void> {
    if (isExpired(result, clock.now())) return;
    try {
      await predictions.insert(result);
    } catch (error) {
      // The write that was given up has been carried out.
      if (!(error instanceof AlreadyExists)) throw error;
    }
  }

  /** Throws the store's error. A result that the store refuses does not hold up those after it. */
  async function writeAll(): Promise<void> {
    const refusals: unknown[] = [];
    for (const [id, { result, values: size }] of waiting) {
      try {
        await write(result);
        if (waiting.delete(id)) values -= size;
      } catch (error) {
        if (error instanceof Unavailable) throw error;
        refusals.push(error);
      }
    }
    if (refusals.length > 0) throw refusals[0];
  }

  /** Writes later, unless that is planned or under way. */
  function writeLater(): void {
    cancel ??= after(RETRY_MS, async () => {
      await writeAll().catch(() => undefined);
      cancel = undefined;
      if (waiting.size > 0) writeLater();
    });
  }

  return {
    keep(result, size) {
      if (values + size > MOST_VALUES) return false;
      waiting.set(result.id, { result, values: size });
      values += size;
      writeLater();
      return true;
    },
    get: (id) => waiting.get(id)?.result,
    async close() {
      cancel?.();
      await writeAll().catch((error: unknown) => {
        logger.error({ results: waiting.size, reason: errorReason(error) }, "results of predictions are lost: the document store is away");
      });
    },
  };
}
