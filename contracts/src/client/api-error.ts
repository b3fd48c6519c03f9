import type { ErrorCode } from "../error-catalogue.js";
import type { ErrorBody } from "../wire/index.js";

export type ErrorDetail = NonNullable<ErrorBody["detail"]>;

/** What the server, or the way to it, refused. `message` is the catalogue's English text; screens translate by `code`. */
export class ApiError extends Error {
  override name = "ApiError";
  constructor(
    readonly code: ErrorCode,
    /** HTTP status; 0 where no answer came. */
    readonly status: number,
    message: string,
    readonly detail: ErrorDetail = [],
  ) {
    super(message);
  }
}

/** Codes that mean that nobody, or the wrong one, is logged in. Other 403s are limits of an account, shown where they arise. */
const SESSION_CODES: readonly ErrorCode[] = ["010301", "010302", "010304", "010306"];

export function isSessionLost(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.status === 401 || error.status === 403) && SESSION_CODES.includes(error.code);
}

export function apiErrorFromResponse(status: number, body: unknown): ApiError {
  if (isErrorBody(body)) return new ApiError(body.tukey_error, status, body.message, body.detail);
  return new ApiError(errorCodeForStatus(status), status, `HTTP ${status}`);
}

/** An answer that is not ours, such as a proxy's. */
function errorCodeForStatus(status: number): ErrorCode {
  if (status === 0 || status >= 502) return "010102";
  if (status === 401) return "010301";
  if (status === 403) return "010302";
  if (status === 413) return "010413";
  if (status === 429) return "010305";
  return status >= 500 ? "010101" : "010201";
}

function isErrorBody(body: unknown): body is ErrorBody {
  return typeof body === "object" && body !== null && "tukey_error" in body && typeof body.tukey_error === "string";
}
