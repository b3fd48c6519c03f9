import { ERRORS, InvalidInput } from "@agatha/contracts";

/** Throws InvalidInput unless the text is an IANA time zone. Offsets such as +08:00 are refused, although Intl accepts them. */
export function validateTimezone(timezone: string): void {
  try {
    if (/^[A-Za-z]/.test(timezone)) new Intl.DateTimeFormat("en", { timeZone: timezone });
    else throw new RangeError(timezone);
  } catch {
    throw new InvalidInput(ERRORS.badRequest, { path: "timezone", message: "Must be an IANA time zone, such as Asia/Taipei" });
  }
}
