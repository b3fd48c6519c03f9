/** The last day whose year has four digits. Without a limit, fields of dates take years of six digits, which the server refuses. */
export const LAST_DAY = "9999-12-31";

const END_MS = Date.UTC(10_000, 0, 1);

/** Returns the time in UTC; undefined for an invalid time, and for one after the last day. */
export function enteredTimeToIso(time: Date): string | undefined {
  return time.getTime() < END_MS ? time.toISOString() : undefined;
}
