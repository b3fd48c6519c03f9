/** Memory of a process and its descendants, from /proc on Linux. */
import { readdirSync, readFileSync } from "node:fs";

const SAMPLE_INTERVAL_MS = 20;

/** Peak memory since the start in megabytes; NaN without /proc. */
export interface PeakMemory {
  /** Peak of the largest process. */
  largestProcess: number;
  /** Peak of all processes together, with shared memory counted once. */
  allProcesses: number;
}

interface MemoryWatch {
  peak(): PeakMemory;
  stop(): void;
}

export function watchMemory(pid: number): MemoryWatch {
  const highest: PeakMemory = { largestProcess: Number.NaN, allProcesses: Number.NaN };
  const look = (): void => {
    const sizes = processTree(pid).map(memoryOf);
    if (sizes.length === 0) return;
    highest.largestProcess = Math.max(highest.largestProcess || 0, ...sizes.map(({ resident }) => resident));
    highest.allProcesses = Math.max(
      highest.allProcesses || 0,
      sizes.reduce((sum, { share }) => sum + share, 0),
    );
  };
  const timer = setInterval(look, SAMPLE_INTERVAL_MS);
  const peak = () => {
    look();
    return { ...highest };
  };
  return { peak, stop: () => clearInterval(timer) };
}

/**
 * Peak memory of this process in MiB. Where /proc tells it, it is that of the program alone: `resourceUsage` also counts what the
 * parent had in memory when it started the program.
 */
export function peakResidentMiB(): number {
  const kibibytes = /^VmHWM:\s+(\d+)/m.exec(read("self", "status"))?.[1] ?? process.resourceUsage().maxRSS;
  return Math.round(Number(kibibytes) / 1024);
}

/** Returns the process and its descendants. */
function processTree(pid: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of processes()) {
    const parent = Number(/^PPid:\s+(\d+)/m.exec(read(name, "status"))?.[1]);
    children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const found = read(`${pid}`, "status") === "" ? [] : [pid];
  for (const each of found) found.push(...(children.get(each) ?? []));
  return found;
}

function processes(): string[] {
  try {
    return readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}

/** Returns an empty text when the process does not exist, for example when it has just ended. */
function read(pid: string, file: "status" | "smaps_rollup"): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "latin1");
  } catch {
    return "";
  }
}

/** proc(5): Rss and Pss in kB. Pss divides each page by the number of processes that share it. */
function memoryOf(pid: number): { resident: number; share: number } {
  const text = read(`${pid}`, "smaps_rollup");
  const megabytes = (name: string) => (Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(text)?.[1] ?? 0) * 1024) / 1e6;
  return { resident: megabytes("Rss"), share: megabytes("Pss") };
}
