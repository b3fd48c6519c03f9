import { AlreadyExists, Conflict, ERRORS, Expired, InvalidInput, NotFound, type Problem, Unavailable } from "@agatha/contracts";

interface StatusCause {
  reason?: string;
  message?: string;
  field?: string;
}

/** meta/v1 Status, as far as it is read here. */
interface Status {
  message?: string;
  reason?: string;
  code?: number;
  details?: { causes?: StatusCause[]; retryAfterSeconds?: number };
}

/** The API server answered with a status that is no success. */
export class StatusError extends Error {
  override name = "Refusal";
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

function parseStatus(body: string): Status {
  try {
    const parsed: unknown = JSON.parse(body);
    return typeof parsed === "object" && parsed !== null ? (parsed as Status) : {};
  } catch {
    return {};
  }
}

/** Whether the server, or the way to it, is in trouble: nothing is wrong with the request. */
export function isServerUnavailable(error: unknown): boolean {
  return !(error instanceof StatusError) || error.status === 429 || error.status >= 500;
}

/** What a failed call means for those who call a port. */
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

/** Throws what a port promises to throw. */
export async function withPortErrors<T>(asking: Promise<T>): Promise<T> {
  try {
    return await asking;
  } catch (error) {
    throw toPortError(error);
  }
}

/** Node's errors of sockets, names and certificates have codes; our own of this folder have names. */
function isTransportError(error: unknown): error is Error {
  return error instanceof Error && ("code" in error || error.name === "Overdue" || error.name === "Unavailable");
}

function toUnavailable(error: Error): Unavailable {
  if (error instanceof Unavailable) return error;
  return new Unavailable(`The Kubernetes API server does not answer: ${error.message}`, { cause: error });
}

/** The server reports this beside the errors that kept it from looking at the rules. */
const UNCHECKED_RULES = /^Invalid value: "?null"?: some validation rules were not checked/;

function toProblems({ causes, message }: StatusError): Problem[] {
  const told = causes
    .filter((cause) => !UNCHECKED_RULES.test(cause.message ?? ""))
    .map(({ field = "", message: why = message }): Problem => ({ path: field === "<nil>" ? "" : field, message: why }));
  return told.length > 0 ? told : [{ path: "", message }];
}
