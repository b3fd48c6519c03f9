import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { InvalidInput } from "@agatha/contracts";
import pLimit from "p-limit";
import type { ExportAnswer, ExportTask } from "./export-thread.js";

/** Converts a trained model to a file that other programs can run. Throws InvalidInput where the format cannot hold it. */
export type ModelConverter = (task: ExportTask) => Promise<Uint8Array>;

/** Models that are converted at the same time. */
const CONVERSIONS = 2;

/** Returns a converter that works in threads of its own. */
export function createModelConverter(): ModelConverter {
  const limit = pLimit(CONVERSIONS);
  return (task) =>
    limit(async () => {
      const worker = new Worker(new URL("export-thread.js", import.meta.url), { workerData: task });
      const [answer] = (await once(worker, "message")) as [ExportAnswer];
      if ("refused" in answer) throw new InvalidInput(answer.refused.code, answer.refused.problems);
      return answer.file;
    });
}
