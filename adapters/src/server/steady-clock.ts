import { uptime } from "node:os";
import type { Clock } from "@agatha/contracts";

interface SteadyClockOptions {
  /** Milliseconds since the epoch, as the machine's clock has them. */
  wall?: () => number;
  /** Milliseconds of the process's monotonic clock, which may stand still while the machine sleeps. */
  monotonic?: () => number;
  /** Milliseconds since the machine's start, its sleep included. */
  sinceBoot?: () => number;
  /** Called with the milliseconds of a jump: positive if the machine's clock was set forward. */
  onJump?: (ms: number) => void;
}

/** The machine's clock may be set by less than this and is followed, as when a time server corrects it. */
const TOLERANCE_MS = 60_000;

/**
 * Returns a clock that follows the machine's, but not its jumps: sessions, time limits and retries then last as long as they
 * should. The time since boot tells a jump from the machine's sleep. It is asked only when the other two clocks disagree, since
 * it costs a system call.
 */
export function createSteadyClock(options: SteadyClockOptions = {}): Clock {
  const { wall = () => Date.now(), monotonic = () => performance.now(), sinceBoot = () => 1000 * uptime(), onJump = () => {} } = options;
  let fromMonotonic = wall() - monotonic();
  let fromBoot = wall() - sinceBoot();
  let jumped = 0;
  return {
    now() {
      const now = wall();
      const difference = now - monotonic();
      if (Math.abs(difference - fromMonotonic) >= TOLERANCE_MS) {
        const jump = now - sinceBoot() - fromBoot;
        fromBoot += jump;
        if (Math.abs(jump) >= TOLERANCE_MS) {
          jumped += jump;
          onJump(jump);
        }
      }
      fromMonotonic = difference;
      return now - jumped;
    },
  };
}

/** Returns a function that logs jumps for the administrator. */
export function logClockJumps(logger: { warn(what: object, message: string): void }): (ms: number) => void {
  return (ms) =>
    logger.warn(
      { seconds: Math.round(ms / 1000) },
      "the machine's clock was set: this process goes on with its own time, and follows the clock when it is started again",
    );
}
