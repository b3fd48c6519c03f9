import { ERRORS, type ErrorCode } from "../errors/error-catalogue.js";
import type { ErrorBody } from "../wire/index.js";

type ErrorDetail = NonNullable<ErrorBody["detail"]>;

/** Refusal by the server, or a failed connection to it. `message` is the catalogue's English text; screens translate by `code`. */
export class ApiError extends Error {
  override name = "ApiError";
  constructor(
    readonly code: ErrorCode,
    /** HTTP status; 0 if no response arrived. */
    readonly status: number,
    message: string,
    readonly detail: ErrorDetail = [],
  ) {
    super(message);
  }
}

/** Error codes for a missing login. Other 403 errors are rights and limits of an account, which the screen that caused them shows. */
const SESSION_CODES: readonly ErrorCode[] = [ERRORS.unauthorized, ERRORS.sessionOfAnother, ERRORS.accountDisabled, ERRORS.csrfTokenInvalid];

/** Returns true if the API refused a call since the session has ended. */
export function isSessionLost(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.status === 401 || error.status === 403) && SESSION_CODES.includes(error.code);
}

/** Returns the error of a response. If the body is not the API's, the HTTP status determines the code. */
export function apiErrorFromResponse(status: number, body: unknown): ApiError {
  if (isErrorBody(body)) return new ApiError(body.tukey_error, status, body.message, body.detail);
  return new ApiError(errorCodeForStatus(status), status, `HTTP ${status}`);
}

/** Returns the code for a response from something else than this server, such as a proxy. */
function errorCodeForStatus(status: number): ErrorCode {
  if (status === 0 || status >= 502) return ERRORS.serverUnavailable;
  if (status === 401) return ERRORS.unauthorized;
  if (status === 403) return ERRORS.permissionDenied;
  if (status === 413) return ERRORS.fileTooLarge;
  if (status === 429) return ERRORS.tooManyRequests;
  return status >= 500 ? ERRORS.unknown : ERRORS.badRequest;
}

function isErrorBody(body: unknown): body is ErrorBody {
  return typeof body === "object" && body !== null && "tukey_error" in body && typeof body.tukey_error === "string";
}
