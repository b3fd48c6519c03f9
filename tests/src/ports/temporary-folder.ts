import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A temporary folder of a test. */
export interface TemporaryFolder {
  path: string;
  remove(): Promise<void>;
}

export async function createTemporaryFolder(): Promise<TemporaryFolder> {
  const path = await mkdtemp(join(tmpdir(), "agatha-ports-"));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** Resolves when `condition` holds, which is checked every few milliseconds. Rejects after `seconds`. */
export async function eventually(condition: () => boolean | Promise<boolean>, seconds = 40): Promise<void> {
  const end = Date.now() + seconds * 1000;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`After ${seconds} s this still does not hold: ${condition}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
