import { setImmediate } from "node:timers/promises";
import { createSharedMemory } from "./instantiate.js";

test("shared memory that nobody uses is collected before much of it gathers", async () => {
  const bytes = 16 * 2 ** 20;
  const before = process.memoryUsage.rss();
  let most = 0;
  for (let i = 0; i < 100; i++) {
    const { memory, addresses } = createSharedMemory([bytes]);
    new Uint8Array(memory.buffer, addresses[0], bytes).fill(1);
    most = Math.max(most, process.memoryUsage.rss() - before);
    await setImmediate();
  }
  expect(most).toBeGreaterThan(bytes);
  expect(most).toBeLessThan(40 * bytes);
});
