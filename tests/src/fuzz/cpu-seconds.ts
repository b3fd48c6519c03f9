import { readFileSync } from "node:fs";

/** A clock tick as Linux tells it to programs: its USER_HZ is 100 on every architecture that Node runs on (time(7)). */
const TICKS_PER_SECOND = 100;

/**
 * How long a process has computed so far, in seconds, all its threads together; undefined where the system does not tell
 * (/proc is Linux's). Unlike the clock on the wall it does not count what other programs took.
 */
export function cpuSeconds(pid: number): number | undefined {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, "latin1");
  } catch {
    return undefined;
  }
  // proc(5): utime and stime are the 14th and 15th; the 2nd, the name, may hold blanks and brackets.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}
