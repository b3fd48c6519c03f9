/** Explanations in threads: one may take a second, for which the event loop must not be held. */
import { randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import { InvalidInput } from "@agatha/contracts";
import { loadServingModel, type ServingModel } from "@agatha/trainer/serving";
import { Tinypool } from "tinypool";
import type { ExplanationAnswer, ExplanationTask } from "./explanation-thread.js";

const THREADS = 2;
const IDLE_MS = 60_000;

/** Model that also explains its predictions in a thread. */
export interface ServedModel extends ServingModel {
  /** Does what predict does with `explain`. */
  explain?(records: ExplanationTask["records"], options: ExplanationTask["options"]): Promise<ReturnType<ServingModel["predict"]>>;
}

export interface Explanations {
  /** Loads a model whose explanations run in the threads. Throws what loadServingModel throws. */
  load(artifact: Uint8Array): ServedModel;
  close(): Promise<void>;
}

export function createExplanations(): Explanations {
  const filename = fileURLToPath(new URL("explanation-thread.js", import.meta.url));
  const pool = new Tinypool({ filename, runtime: "worker_threads", minThreads: 0, maxThreads: THREADS, idleTimeout: IDLE_MS });
  return {
    load(artifact) {
      const model = loadServingModel(artifact);
      const bytes = new SharedArrayBuffer(artifact.length);
      new Uint8Array(bytes).set(artifact);
      const id = randomUUID();
      return {
        ...model,
        async explain(records, options) {
          const task: ExplanationTask = { bytes, id, records, options };
          const answer = (await pool.run(task)) as ExplanationAnswer;
          if ("refused" in answer) throw new InvalidInput(answer.refused.code, answer.refused.problems);
          return answer.result;
        },
      };
    },
    close: () => pool.destroy(),
  };
}
