/** Current time. It is a parameter, so that tests control it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** Returns the clock's time in ISO 8601, in UTC. */
export function isoTime(clock: Clock): string {
  return new Date(clock.now()).toISOString();
}
