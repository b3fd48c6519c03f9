/** Explanations in threads: one may take a second, for which the event loop must not be held. */
import { randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import type { ClassDecision } from "@agatha/contracts";
import { loadServingModel, type PredictOptions, type ServingModel, type Table } from "@agatha/trainer/serving";
import { Tinypool } from "tinypool";
import type { ColumnValues, ExplanationTask, TimedResult } from "./explanation-thread.js";

const THREADS = 2;
const IDLE_MS = 60_000;

/** Model that also explains its predictions in a thread. */
export interface ExplainingModel extends ServingModel {
  /** Does what predictTable does with `explain`, for a table with the model's inputs as columns in their order. */
  explain?(table: Table, options?: PredictOptions): Promise<TimedResult>;
}

export interface Explanations {
  /** Loads a model whose explanations run in the threads. Throws what loadServingModel throws. */
  load(artifact: Uint8Array, decision?: ClassDecision): ExplainingModel;
  close(): Promise<void>;
}

export function createExplanations(): Explanations {
  const filename = fileURLToPath(new URL("explanation-thread.js", import.meta.url));
  const pool = new Tinypool({ filename, runtime: "worker_threads", minThreads: 0, maxThreads: THREADS, idleTimeout: IDLE_MS });
  return {
    load(artifact, decision) {
      const model = loadServingModel(artifact, decision);
      const bytes = new SharedArrayBuffer(artifact.length);
      new Uint8Array(bytes).set(artifact);
      const id = randomUUID();
      return {
        ...model,
        async explain({ nrow, columns }, options = {}) {
          const task: ExplanationTask = { bytes, decision, id, nrow, columns: columns.map(copyValues), options };
          return (await pool.run(task)) as TimedResult;
        },
      };
    },
    close: () => pool.destroy(),
  };
}

/** Returns a column's cells. A message would contain the whole buffer of which they are a part. */
const copyValues = (column: Table["columns"][number]): ColumnValues => (column.type === "s" ? column.codes.slice() : column.values.slice());
