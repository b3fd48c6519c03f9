/**
 * The errors that cross folders. Services and adapters throw these; the API maps them to a status and a catalogue
 * code, the operator to a condition (no retry) or to a retry.
 */
import { ERRORS, type ErrorCode } from "./error-catalogue.js";

export interface Problem {
  /** Where in the input, as a JSON path without the dollar sign: `layers[0].nodes[1].algorithm`. */
  path: string;
  message: string;
}

/** The caller's fault: 4xx on the wire, a condition without retry in a reconciler. */
export class InvalidInput extends Error {
  override name = "InvalidInput";
  readonly problems: Problem[];
  constructor(
    readonly code: ErrorCode,
    problems: Problem[] | Problem,
  ) {
    const list = Array.isArray(problems) ? problems : [problems];
    super(list.map((p) => (p.path ? `${p.path}: ${p.message}` : p.message)).join("; "));
    this.problems = list;
  }
}

/** The named thing is not there (404). */
export class NotFound extends Error {
  override name = "NotFound";
  constructor(
    message: string,
    readonly code: ErrorCode = ERRORS.badRequest,
  ) {
    super(message);
  }
}

/** Somebody else wrote first: the version that the write was based on is no longer the present one (409). */
export class Conflict extends Error {
  override name = "Conflict";
}

/** Create-only write of something that is there already (409). */
export class AlreadyExists extends Error {
  override name = "AlreadyExists";
}

/** A watch was asked to go on from a version that is no longer kept (410): list again. */
export class Expired extends Error {
  override name = "Expired";
}

/** A write was longer than its stated limit, or its bytes did not match their digest. Nothing was kept. */
export class RejectedBytes extends Error {
  override name = "RejectedBytes";
  constructor(
    readonly reason: "TooLarge" | "DigestMismatch",
    message: string,
  ) {
    super(message);
  }
}

/** A store does not answer (503), databaseUnavailable for the remote database: nothing is wrong with the request. A write may or may not have been carried out. */
export class Unavailable extends Error {
  override name = "Unavailable";
  readonly code: typeof ERRORS.serverUnavailable | typeof ERRORS.databaseUnavailable;
  constructor(
    message: string,
    { code = ERRORS.serverUnavailable, ...options }: ErrorOptions & { code?: Unavailable["code"] | undefined } = {},
  ) {
    super(message, options);
    this.code = code;
  }
}
