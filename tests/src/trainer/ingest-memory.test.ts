import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const program = fileURLToPath(new URL("../bench/ingest-memory.js", import.meta.url));

/** The whole process, Node.js and DuckDB included; it is the same for 2,000 MB, which take minutes. */
const MAX_RSS_MIB = 300;

test("a file larger than the memory limit is parsed as a stream", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [...process.execArgv, program, "320"]);
  const measured = JSON.parse(stdout) as { maxRssMiB: number; totalRows: number; nrow: number };
  expect(measured.totalRows).toBeGreaterThan(3_500_000);
  expect(measured.nrow).toBe(10_000);
  expect(measured.maxRssMiB).toBeLessThan(MAX_RSS_MIB);
}, 240_000);
