import { readFileSync } from "node:fs";

/** Clock ticks a second on Linux: USER_HZ is 100 on every architecture that Node runs on (time(7)). */
const TICKS_PER_SECOND = 100;

/**
 * Returns the processor time of a process and all its threads so far, in seconds; undefined without Linux's /proc. Unlike
 * wall-clock time it excludes other programs.
 */
export function cpuSeconds(pid: number): number | undefined {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, "latin1");
  } catch {
    return undefined;
  }
  // proc(5): utime and stime are the 14th and 15th fields. The 2nd, the name, may contain blanks and brackets.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}
