import type { ErrorCode } from "@agatha/contracts";

/** A refusal that the catalogue's message explains by itself: no session, wrong role, too many requests. */
export class Refusal extends Error {
  override name = "Refusal";
  constructor(
    readonly code: ErrorCode,
    /** Where the catalogue's status does not fit, such as 405. */
    readonly status?: number,
    readonly headers: Record<string, string> = {},
  ) {
    super(code);
  }
}
