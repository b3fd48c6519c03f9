/** Program of a worker thread. It handles one assignment after the other. */
import { parentPort } from "node:worker_threads";
import { ENDED, FAILED, type NumberedWorkerTask, type WorkerAssignment, type WorkerReport } from "./worker-protocol.js";

const port = parentPort;
if (port === null) throw new Error("This file is the program of a worker thread; it does not run by itself");

const report = (message: WorkerReport) => port.postMessage(message);

port.on("message", (assignment: WorkerAssignment) => {
  const { counts } = assignment;
  if (counts) void countParts(assignment, counts);
  else reportParts(assignment).catch((error: unknown) => report({ kind: "failure", error }));
});

/** Reports each part, and the end. */
async function reportParts(assignment: WorkerAssignment): Promise<void> {
  const { parts, next } = assignment;
  const work = await prepare(assignment);
  for (let part = Atomics.add(next, 0, 1); part < parts; part = Atomics.add(next, 0, 1)) {
    report({ kind: "part", part, result: work(part) });
  }
  report({ kind: "end" });
}

/** Counts the parts in shared memory. The sender does those that no worker takes, so it waits for no worker that fails before. */
async function countParts(assignment: WorkerAssignment, counts: Int32Array): Promise<void> {
  const { parts, next } = assignment;
  const work = Atomics.load(next, 0) < parts ? await prepare(assignment).catch(() => undefined) : undefined;
  if (!work) return;
  for (let part = Atomics.add(next, 0, 1); part < parts; part = Atomics.add(next, 0, 1)) {
    try {
      work(part);
    } catch {
      Atomics.add(counts, FAILED, 1);
    }
    Atomics.add(counts, ENDED, 1);
    Atomics.notify(counts, ENDED);
  }
}

async function prepare({ module, input, thread }: WorkerAssignment): Promise<(part: number) => unknown> {
  const exported = (await import(module)) as { prepare: NumberedWorkerTask<unknown, unknown> };
  return exported.prepare(input, thread);
}
