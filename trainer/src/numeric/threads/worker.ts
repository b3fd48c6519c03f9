/** Program of a worker thread. It handles one assignment after the other. */
import { parentPort, workerData } from "node:worker_threads";
import {
  ARGS,
  CALL,
  DONE,
  ENDED,
  FAILED,
  RUNG,
  SENT,
  type SharedAssignment,
  type SharedCalls,
  type SharedTask,
  takePart,
  WAIT_MS,
  type WorkerAssignment,
  type WorkerMessage,
  type WorkerReport,
  type WorkerStart,
  type WorkerTask,
} from "./worker-protocol.js";

const port = parentPort;
if (port === null) throw new Error("This file is the program of a worker thread; it does not run by itself");
const { bell } = workerData as WorkerStart;

const report = (message: WorkerReport) => port.postMessage(message);

port.on("message", (message: WorkerMessage) => {
  const work = message.kind === "shared" ? share(message) : reportParts(message);
  work.catch((error: unknown) => message.kind === "parts" && report({ kind: "failure", error })).finally(() => Atomics.add(bell, DONE, 1));
});

/** Reports each part, and the end. */
async function reportParts({ module, input, parts, next }: WorkerAssignment): Promise<void> {
  const exported = (await import(module)) as { prepare: WorkerTask<unknown, unknown> };
  const work = exported.prepare(input);
  for (let part = Atomics.add(next, 0, 1); part < parts; part = Atomics.add(next, 0, 1)) {
    report({ kind: "part", part, result: work(part) });
  }
  report({ kind: "end" });
}

/**
 * Takes parts of one call after the other, until there is no call for a while or another message has come. Waiting for the next
 * call here saves the tenths of a millisecond that a message takes.
 */
async function share({ module, input, thread, calls }: SharedAssignment): Promise<void> {
  const exported = (await import(module)) as { prepare: SharedTask<unknown> };
  const work = exported.prepare(input, thread);
  for (;;) {
    const rung = Atomics.load(bell, RUNG);
    takeParts(work, calls);
    if (Atomics.load(bell, SENT) > Atomics.load(bell, DONE) + 1) return;
    if (Atomics.wait(bell, RUNG, rung, WAIT_MS) === "timed-out") return;
  }
}

/** Takes parts of the current call until none is left. */
function takeParts(work: (part: number, args: readonly number[]) => void, calls: SharedCalls): void {
  const { next, counts } = calls;
  const call = Number(Atomics.load(next, 0) / CALL);
  // If the next call has begun meanwhile, its arguments may be among these. No part of this call is left then.
  const args = Array.from(calls.args.subarray(0, counts[ARGS]));
  for (let part = takePart(calls, call); part !== undefined; part = takePart(calls, call)) {
    try {
      work(part, args);
    } catch {
      Atomics.add(counts, FAILED, 1);
    }
    Atomics.add(counts, ENDED, 1);
    Atomics.notify(counts, ENDED);
  }
}
