import { ERRORS, InvalidInput } from "@agatha/contracts";

/** Throws InvalidInput for what is no IANA time zone; offsets such as +08:00, which Intl takes too, are none. */
export function validateTimezone(timezone: string): void {
  try {
    if (/^[A-Za-z]/.test(timezone)) new Intl.DateTimeFormat("en", { timeZone: timezone });
    else throw new RangeError(timezone);
  } catch {
    throw new InvalidInput(ERRORS.badRequest, { path: "timezone", message: "Must be an IANA time zone, such as Asia/Taipei" });
  }
}
