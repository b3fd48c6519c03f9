/** Predictions in threads: explanations, and many rows that are seen together, may take seconds that the event loop must not be held. */
import { randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import { type ClassDecision, InvalidInput } from "@agatha/contracts";
import { loadServingModel, type PredictOptions, type ServingModel, type Table } from "@agatha/trainer/serving";
import { Tinypool } from "tinypool";
import type { ColumnValues, PredictionTask, ThreadAnswer, TimedResult } from "./prediction-thread.js";

/** Threads for explanations, and as many for predictions, which need not wait for them. */
const THREADS = 2;
const IDLE_MS = 60_000;
/** Rows that a model may see together on the event loop. */
const MOST_ON_EVENT_LOOP = 100;

/** Model that also predicts in a thread. */
export interface ThreadedModel extends ServingModel {
  /** Does what predictTable does, for a table with the model's inputs as columns in their order. */
  predictInThread?(table: Table, options?: PredictOptions): Promise<TimedResult>;
}

export interface ModelThreads {
  /** Loads a model that also predicts in the threads. Throws what loadServingModel throws. */
  load(artifact: Uint8Array, decision?: ClassDecision): ThreadedModel;
  close(): Promise<void>;
}

/** Returns true if a prediction of this many rows, not made in parts, might hold the event loop. */
export function mayHoldEventLoop({ rowsTogether = false }: ServingModel, rows: number, { explain }: { explain: boolean }): boolean {
  return explain || (rowsTogether && rows > MOST_ON_EVENT_LOOP);
}

export function createModelThreads(): ModelThreads {
  const filename = fileURLToPath(new URL("prediction-thread.js", import.meta.url));
  const createPool = () => new Tinypool({ filename, runtime: "worker_threads", minThreads: 0, maxThreads: THREADS, idleTimeout: IDLE_MS });
  const pools = { explanations: createPool(), predictions: createPool() };
  return {
    load(artifact, decision) {
      const model = loadServingModel(artifact, decision);
      const bytes = new SharedArrayBuffer(artifact.length);
      new Uint8Array(bytes).set(artifact);
      const id = randomUUID();
      return {
        ...model,
        async predictInThread({ nrow, columns }, options = {}) {
          const task: PredictionTask = { bytes, decision, id, nrow, columns: columns.map(copyValues), options };
          const pool = options.explain ? pools.explanations : pools.predictions;
          const answer = (await pool.run(task)) as ThreadAnswer;
          if ("refused" in answer) throw new InvalidInput(answer.refused.code, answer.refused.problems);
          return answer;
        },
      };
    },
    async close() {
      await Promise.all([pools.explanations.destroy(), pools.predictions.destroy()]);
    },
  };
}

/** Returns a column's cells. A message with a part of a buffer would contain the whole buffer. */
const copyValues = (column: Table["columns"][number]): ColumnValues => (column.type === "s" ? column.codes.slice() : column.values.slice());
