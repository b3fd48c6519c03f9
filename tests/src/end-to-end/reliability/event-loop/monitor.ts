/**
 * Preloaded into the process under test. It measures for how long the event loop was held at most, and answers the messages of its
 * parent. Only processor time of this thread counts, and it is scaled to the speed of this machine at that moment, so that neither
 * other processes nor a slow machine make a hold longer.
 */
import { readFileSync } from "node:fs";

const INTERVAL_MS = 5;
/** Holds that are not worth a measurement of the machine. */
const SHORT_MS = 20;
/** Processor time of `work` on the machine whose milliseconds the limits are in. The system counts in steps of about 4 ms. */
const REFERENCE_WORK_MS = 28;
const REPETITIONS = 20;
const RECORDS = JSON.stringify(Array.from({ length: 3000 }, (_, i) => ({ id: i, name: `column ${i}`, value: i / 7, kind: `k${i % 5}` })));

/** Milliseconds of processor time that this thread has had (proc(5), schedstat); elsewhere than on Linux the time of the day. */
function processorMs(): number {
  try {
    return Number(readFileSync("/proc/thread-self/schedstat", "utf8").split(" ")[0]) / 1e6;
  } catch {
    return performance.now();
  }
}

function work(): void {
  for (let i = 0; i < REPETITIONS; i++) JSON.stringify(JSON.parse(RECORDS));
}

/** Returns how many times slower this machine is at present than the reference, at least 1. */
function slowness(): number {
  const times = Array.from({ length: 3 }, () => {
    const begun = processorMs();
    work();
    return processorMs() - begun;
  });
  return Math.max(1, Math.min(...times) / REFERENCE_WORK_MS);
}

let longest = 0;
let last = processorMs();

setInterval(() => {
  const now = processorMs();
  longest = Math.max(longest, now - last);
  last = now;
}, INTERVAL_MS).unref();

process.on("message", (message) => {
  if (message !== "longest hold") return;
  // After the timer of this turn of the loop.
  setTimeout(() => {
    process.send?.({ longestHoldMs: longest < SHORT_MS ? longest : longest / slowness() });
    longest = 0;
    last = processorMs();
  }, 2 * INTERVAL_MS);
});
process.channel?.unref();
