/**
 * Errors that cross folder boundaries. Services and adapters throw them. The API maps each to a status and a catalogue code; the
 * operator maps each to a condition without retry, or to a retry.
 */
import { ERRORS, type ErrorCode } from "./error-catalogue.js";
import type { FileFault } from "./file-faults.js";

export interface Problem {
  /** Location in the input, as a JSON path without the dollar sign: `layers[0].nodes[1].algorithm`. */
  path: string;
  message: string;
  /** Catalogue code of this problem, for callers that show it in another language. */
  code?: ErrorCode;
  /** Present for a problem of an uploaded file: what a screen translates instead of the message. */
  fault?: FileFault | undefined;
}

/** A problem with its catalogue code, which is the answer's if it is the first one. */
export interface CodedProblem extends Problem {
  code: ErrorCode;
}

/** The caller made an error: 4xx on the wire, a condition without retry in a reconciler. */
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

/** Throws InvalidInput with the code of the first problem. Does nothing if there are none. */
export function throwProblems(problems: readonly CodedProblem[]): void {
  const [first] = problems;
  if (!first) return;
  throw new InvalidInput(first.code, [...problems]);
}

/** The named object does not exist (404). */
export class NotFound extends Error {
  override name = "NotFound";
  constructor(
    message: string,
    readonly code: ErrorCode = ERRORS.badRequest,
  ) {
    super(message);
  }
}

/**
 * The object store does not have an object. `location` tells where it was looked for, if not by its key alone: an address with the
 * bucket.
 */
export class MissingObject extends NotFound {
  override name = "MissingObject";
  /** The loss, as a clause. */
  static readonly reason = "is missing";
  constructor(
    readonly key: string,
    readonly location = key,
  ) {
    super(`There is no object ${location}`);
  }
}

/**
 * The object store refuses to give an object. S3 answers so about an object that does not exist too, to whoever may not list its bucket
 * (Amazon S3 API reference, HeadObject).
 */
export class ObjectRefused extends Error {
  override name = "ObjectRefused";
  constructor(
    readonly location: string,
    options?: ErrorOptions,
  ) {
    super(
      `The object store refuses access to ${location}: there is no such object, or the credentials may not read it. Look for the object ` +
        "with credentials that may list the bucket (s3:ListBucket); if it is there, allow s3:GetObject on it",
      options,
    );
  }
}

/** Another writer was first: the version that the write is based on is not the current one (409). */
export class Conflict extends Error {
  override name = "Conflict";
}

/** A create-only write found an existing object (409). */
export class AlreadyExists extends Error {
  override name = "AlreadyExists";
}

/** A watch cannot resume from a version that is no longer kept (410); the caller lists again. */
export class Expired extends Error {
  override name = "Expired";
}

/** A write exceeded its limit, or its bytes did not match their digest. The store keeps nothing. */
export class RejectedBytes extends Error {
  override name = "RejectedBytes";
  constructor(
    readonly reason: "TooLarge" | "DigestMismatch",
    message: string,
  ) {
    super(message);
  }
}

/**
 * The stored bytes of an object are not those that were put (storedDataDamaged). Reading them again does not help, and nothing else
 * is affected.
 */
export class DamagedObject extends Error {
  override name = "DamagedObject";
  constructor(
    readonly key: string,
    /** The change, as a clause. */
    readonly reason: string,
    options?: ErrorOptions,
  ) {
    super(`The object ${key} is damaged: ${reason}`, options);
  }
}

/** What may not respond, by the name that messages have for it. */
export type ServiceName = "document store" | "object store" | "security token service" | "Kubernetes API server";

/**
 * A store or another service does not respond (503). The request itself is valid. A write may or may not have happened. Without the
 * service's name, the message alone tells what is wrong, in the same words each time.
 */
export class Unavailable extends Error {
  override name = "Unavailable";
  /** The document store is the remote database. */
  readonly code: typeof ERRORS.serverUnavailable | typeof ERRORS.databaseUnavailable;
  readonly service: ServiceName | undefined;
  constructor(message: string, { service, ...options }: ErrorOptions & { service?: ServiceName | undefined } = {}) {
    super(message, options);
    this.service = service;
    this.code = service === "document store" ? ERRORS.databaseUnavailable : ERRORS.serverUnavailable;
  }
}

/** A store answers, and refuses what the product needs. The message is for people, and tells why. */
export class StoreRefusal extends Unavailable {}

/** The platform refuses to create a job, as for a quota or an invalid field. The message has its words. */
export class JobRefused extends Error {
  override name = "JobRefused";
}

/** Returns the error as text. A connection error over several addresses has an empty message. */
export function errorReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || ("code" in error ? String(error.code) : error.name);
}
