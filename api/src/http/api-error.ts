import { ERRORS, type ErrorCode } from "@agatha/contracts";

/** A refusal that is not about a place in the input: no session, wrong role, too many requests. */
export class ApiError extends Error {
  override name = "ApiError";
  constructor(
    readonly code: ErrorCode,
    /** Where the catalogue's status does not fit, such as 405. */
    readonly status?: number,
    readonly headers: Record<string, string> = {},
    /** What the catalogue's message leaves open. */
    readonly reason?: string,
  ) {
    super(code);
  }
}

/** permissionDenied, with what it is that the account may not. */
export const forbidden = (because: string): ApiError => new ApiError(ERRORS.permissionDenied, undefined, {}, because);
