/** The memory of a process and of all that it has started, as Linux tells it in /proc. */
import { readdirSync, readFileSync } from "node:fs";

const LOOK_MS = 20;

/** `stop` tells megabytes: of the largest process and of all together, each at its highest since the beginning; NaN without /proc. */
export function watchMemory(pid: number): { stop(): { largest: number; together: number } } {
  const highest = { largest: Number.NaN, together: Number.NaN };
  const look = (): void => {
    const sizes = family(pid).map(residentMegabytes);
    if (sizes.length === 0) return;
    highest.largest = Math.max(highest.largest || 0, ...sizes);
    highest.together = Math.max(
      highest.together || 0,
      sizes.reduce((sum, size) => sum + size, 0),
    );
  };
  const timer = setInterval(look, LOOK_MS);
  look();
  return {
    stop() {
      clearInterval(timer);
      look();
      return highest;
    },
  };
}

/** The process and its descendants. */
function family(pid: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of processes()) {
    const parent = Number(/^PPid:\s+(\d+)/m.exec(status(name))?.[1]);
    children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const found = status(`${pid}`) === "" ? [] : [pid];
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

/** Empty when there is no such process, as when it has just ended. */
function status(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/status`, "latin1");
  } catch {
    return "";
  }
}

/** proc(5): VmRSS in kB. */
const residentMegabytes = (pid: number): number => (Number(/^VmRSS:\s+(\d+)/m.exec(status(`${pid}`))?.[1] ?? 0) * 1024) / 1e6;
