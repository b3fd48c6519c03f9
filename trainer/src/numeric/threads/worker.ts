/** The program of a worker thread: takes assignments and reports parts, one assignment after the other. */
import { parentPort } from "node:worker_threads";
import type { Assignment, Prepare, Report } from "./part.js";

const port = parentPort;
if (port === null) throw new Error("This file is the program of a worker thread; it does not run by itself");

const report = (message: Report) => port.postMessage(message);

port.on("message", (assignment: Assignment) => {
  run(assignment).catch((error: unknown) => report({ kind: "failure", error }));
});

async function run({ module, input, parts, next }: Assignment): Promise<void> {
  const { prepare } = (await import(module)) as { prepare: Prepare<unknown, unknown> };
  const work = prepare(input);
  for (let part = Atomics.add(next, 0, 1); part < parts; part = Atomics.add(next, 0, 1)) {
    report({ kind: "part", part, result: work(part) });
  }
  report({ kind: "end" });
}
