import { readFileSync } from "node:fs";

/**
 * Returns the private memory of a process in MiB. Returns undefined if the system does not report it (/proc exists only on Linux)
 * or the process does not exist. As in a container's accounts, file pages are excluded, because the kernel can reclaim them at
 * any time.
 */
export function privateMemoryMiB(pid: number): number | undefined {
  let status: string;
  try {
    status = readFileSync(`/proc/${pid}/status`, "latin1");
  } catch {
    return undefined;
  }
  // proc(5): RssAnon and RssShmem in kB.
  const kilobytes = [...status.matchAll(/^Rss(?:Anon|Shmem):\s+(\d+) kB$/gm)].map((line) => Number(line[1]));
  return kilobytes.length === 0 ? undefined : kilobytes.reduce((sum, value) => sum + value, 0) / 1024;
}
