import { readFileSync } from "node:fs";

/**
 * Memory that a process has for itself, in MiB; undefined where the system does not tell (/proc is Linux's) or when there
 * is no such process. As in the accounts of a container, pages of files are left out: they can be given back at any time.
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
