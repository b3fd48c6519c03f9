/** Program of a worker thread. It handles one assignment after the other and reports each part. */
import { parentPort } from "node:worker_threads";
import type { WorkerAssignment, WorkerReport, WorkerTask } from "./worker-protocol.js";

const port = parentPort;
if (port === null) throw new Error("This file is the program of a worker thread; it does not run by itself");

const report = (message: WorkerReport) => port.postMessage(message);

port.on("message", (assignment: WorkerAssignment) => {
  run(assignment).catch((error: unknown) => report({ kind: "failure", error }));
});

async function run({ module, input, parts, next }: WorkerAssignment): Promise<void> {
  const { prepare } = (await import(module)) as { prepare: WorkerTask<unknown, unknown> };
  const work = prepare(input);
  for (let part = Atomics.add(next, 0, 1); part < parts; part = Atomics.add(next, 0, 1)) {
    report({ kind: "part", part, result: work(part) });
  }
  report({ kind: "end" });
}
