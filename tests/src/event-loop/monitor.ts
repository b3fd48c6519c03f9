/**
 * Preloaded into the process under test. It measures the longest time for which the event loop was held, and answers the messages
 * of its parent. Time during which the thread was ready and had no processor does not count, so that other processes do not matter.
 */
import { readFileSync } from "node:fs";

const INTERVAL_MS = 5;

/** Milliseconds that this thread has waited for a processor (proc(5), schedstat). Elsewhere than on Linux they are not known. */
function processorWaitMs(): number {
  try {
    return Number(readFileSync("/proc/thread-self/schedstat", "utf8").split(" ")[1]) / 1e6;
  } catch {
    return 0;
  }
}

let longest = 0;
let last = { at: performance.now(), waited: processorWaitMs() };

setInterval(() => {
  const now = { at: performance.now(), waited: processorWaitMs() };
  longest = Math.max(longest, now.at - last.at - (now.waited - last.waited) - INTERVAL_MS);
  last = now;
}, INTERVAL_MS).unref();

process.on("message", (message) => {
  if (message !== "longest hold") return;
  // After the timer of this turn of the loop.
  setTimeout(() => {
    process.send?.({ longestHoldMs: longest });
    longest = 0;
  }, 2 * INTERVAL_MS);
});
process.channel?.unref();
