/** Resources that the idle product takes. */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { removeFolder, startAgatha, temporaryFolder } from "../testing/agatha-process.js";

const MOST_MB = 250;
const testWithProc: typeof test = existsSync("/proc/self/status") ? test : test.skip;

testWithProc("an idle product keeps under 250 MB of memory", async () => {
  const data = await temporaryFolder();
  const product = await startAgatha(data);
  const status = await readFile(`/proc/${product.pid}/status`, "utf8");
  await product.stop();
  await removeFolder(data);
  const megabytes = (Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024) / 1e6;
  expect(megabytes).toBeGreaterThan(20);
  expect(megabytes).toBeLessThan(MOST_MB);
});
