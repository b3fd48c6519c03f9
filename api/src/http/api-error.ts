import { ERRORS, type ErrorCode, NotFound } from "@agatha/contracts";

/** Error without a place in the input: no session, wrong role, too many requests. */
export class ApiError extends Error {
  override name = "ApiError";
  constructor(
    readonly code: ErrorCode,
    /** Replaces the catalogue's status if that does not fit, for example with 405. */
    readonly status?: number,
    readonly headers: Record<string, string> = {},
    /** Text that the catalogue's message does not contain. */
    readonly reason?: string,
  ) {
    super(code);
  }
}

/** Refusal of an object of somebody else. The answer is that of a missing object, so that nobody learns what others have. */
export class AccessRefused extends NotFound {
  override name = "AccessRefused";
  constructor(
    { message, code }: NotFound,
    /** Id of the object. */
    readonly target: string,
    /** What to do, if the user may know that the object exists. */
    readonly reason?: string,
  ) {
    super(message, code);
  }
}

/** Returns permissionDenied with the forbidden action. */
export const forbidden = (because: string): ApiError => new ApiError(ERRORS.permissionDenied, undefined, {}, because);
