import { AlreadyExists, Conflict, ERRORS, Expired, InvalidInput, NotFound, type Problem, Unavailable } from "@agatha/contracts";

interface StatusCause {
  reason?: string;
  message?: string;
  field?: string;
}

/** Fields of meta/v1 Status in use. */
interface Status {
  message?: string;
  reason?: string;
  code?: number;
  details?: { causes?: StatusCause[]; retryAfterSeconds?: number };
}

/** The API server responded with an error status. */
export class StatusError extends Error {
  override name = "StatusError";
  readonly reason: string;
  readonly causes: StatusCause[];
  readonly retryAfterMs: number | undefined;
  constructor(
    readonly status: number,
    body: string,
    retryAfterHeader?: string,
  ) {
    const told = parseStatus(body);
    super(told.message ?? `The Kubernetes API server answered ${status}`);
    this.reason = told.reason ?? "";
    this.causes = told.details?.causes ?? [];
    const seconds = Number(retryAfterHeader ?? told.details?.retryAfterSeconds);
    this.retryAfterMs = Number.isFinite(seconds) ? seconds * 1000 : undefined;
  }
}

/** The server did not respond, or did not finish its response, in time. */
export class RequestTimeout extends Error {
  override name = "RequestTimeout";
}

function parseStatus(body: string): Status {
  try {
    const parsed: unknown = JSON.parse(body);
    return typeof parsed === "object" && parsed !== null ? (parsed as Status) : {};
  } catch {
    return {};
  }
}

/** Returns true if the server or the connection is in trouble, and the request itself is valid. */
export function isServerUnavailable(error: unknown): boolean {
  return !(error instanceof StatusError) || error.status === 429 || error.status >= 500;
}

/** Returns true if the server does not admit the object: for its fields, a quota, a right or an admission webhook. */
export function isAdmissionRefusal(error: unknown): error is StatusError {
  return error instanceof StatusError && [400, 403, 413, 422].includes(error.status);
}

/** Maps a failed request to the error that a port throws. */
export function toPortError(error: unknown): unknown {
  if (!(error instanceof StatusError)) return isTransportError(error) ? toUnavailable(error) : error;
  const { status, reason, message } = error;
  if (status === 404) return new NotFound(message);
  if (reason === "AlreadyExists") return new AlreadyExists(message);
  if (status === 409) return new Conflict(message);
  if (status === 410) return new Expired(message);
  if (status === 400 || status === 413 || status === 422) return new InvalidInput(ERRORS.badRequest, toProblems(error));
  return isServerUnavailable(error) ? toUnavailable(error) : error;
}

/** Awaits the request and throws errors that ports promise. */
export async function withPortErrors<T>(asking: Promise<T>): Promise<T> {
  try {
    return await asking;
  } catch (error) {
    throw toPortError(error);
  }
}

/** Awaits a request about one object. Resolves with undefined if the server has no such object. */
export async function undefinedIfMissing<T>(asking: Promise<T>): Promise<T | undefined> {
  try {
    return await asking;
  } catch (error) {
    if (error instanceof StatusError && error.status === 404) return undefined;
    throw error;
  }
}

/** Returns true for a timeout, and for errors with a code: Unavailable, and Node's socket, DNS and certificate errors. */
function isTransportError(error: unknown): error is Error {
  return error instanceof Error && ("code" in error || error instanceof RequestTimeout);
}

function toUnavailable(error: Error): Unavailable {
  if (error instanceof Unavailable) return error;
  return new Unavailable(`The Kubernetes API server does not answer: ${error.message}`, { cause: error, service: "Kubernetes API server" });
}

/** The server adds this line to the errors that kept it from evaluating the rules. */
const UNCHECKED_RULES = /^Invalid value: "?null"?: some validation rules were not checked/;

function toProblems({ causes, message }: StatusError): Problem[] {
  const told = causes
    .filter((cause) => !UNCHECKED_RULES.test(cause.message ?? ""))
    .map(({ field = "", message: why = message }): Problem => ({ path: field === "<nil>" ? "" : field, message: why }));
  return told.length > 0 ? told : [{ path: "", message }];
}
