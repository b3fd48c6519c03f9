import {
  AlreadyExists,
  Conflict,
  DamagedObject,
  describeDamage,
  describeMissing,
  ERRORS,
  ERRORS_BY_CODE,
  type ErrorCode,
  InvalidInput,
  MissingObject,
  NotFound,
  type Problem,
  RejectedBytes,
  STORAGE_PROBLEM_HEADER,
  toNotWritable,
  Unavailable,
} from "@agatha/contracts";
import type { ErrorBody } from "@agatha/contracts/wire";
import type { ErrorRequestHandler } from "express";
import { LRUCache } from "lru-cache";
import type { ApiDeps } from "../deps.js";
import { SLICE_BYTES } from "../json/body-limits.js";
import { AccessRefused, ApiError } from "./api-error.js";
import { isClientDisconnect } from "./client-disconnect.js";
import { drainRequest } from "./drain.js";

/** Retry-After when a store did not answer. */
const RETRY_SECONDS = "5";

export interface ErrorReply {
  status: number;
  body: ErrorBody;
  headers?: Record<string, string>;
}

function errorReplyOf(code: ErrorCode, status: number = ERRORS_BY_CODE[code].status, detail?: ErrorBody["detail"]): ErrorReply {
  return { status, body: { tukey_error: code, message: ERRORS_BY_CODE[code].message, ...(detail ? { detail } : {}) } };
}

/** Returns the reply, or undefined for an unexpected error, which is logged and answered with unknown. */
export function errorReply(error: unknown): ErrorReply | undefined {
  if (error instanceof ApiError) {
    const detail = error.reason === undefined ? undefined : [{ path: "", message: error.reason }];
    return { ...errorReplyOf(error.code, error.status, detail), headers: error.headers };
  }
  if (error instanceof InvalidInput) return errorReplyOf(error.code, undefined, error.problems.map(detailOf));
  if (error instanceof AccessRefused && error.reason) return errorReplyOf(error.code, 404, [{ path: "", message: error.reason }]);
  if (error instanceof NotFound) return errorReplyOf(error.code, 404);
  if (error instanceof Conflict || error instanceof AlreadyExists) return errorReplyOf(ERRORS.dataChanged);
  if (error instanceof RejectedBytes) return errorReplyOf(error.reason === "TooLarge" ? ERRORS.fileTooLarge : ERRORS.datasetUploadFailed);
  if (error instanceof DamagedObject) return damageReply(error.message);
  if (error instanceof Unavailable) return { ...errorReplyOf(error.code), headers: { "Retry-After": RETRY_SECONDS } };
  const unwritable = toNotWritable(error);
  if (unwritable) return { ...errorReplyOf(unwritable.code), headers: { [STORAGE_PROBLEM_HEADER]: unwritable.code } };
  return bodyParserReply(error);
}

function detailOf({ path, message, code, fault }: Problem): NonNullable<ErrorBody["detail"]>[number] {
  return { path, message, ...(code && { tukey_error: code }), ...(fault && { fault }) };
}

function damageReply(message: string): ErrorReply {
  return errorReplyOf(ERRORS.storedDataDamaged, undefined, [{ path: "", message }]);
}

/**
 * Returns the reply for errors of body-parser and the router: http-errors, which say whether they may be shown, with a type from
 * body-parser (README, "Errors"), and the router's URIError. The status of another error is another server's answer to this one.
 */
function bodyParserReply(error: unknown): ErrorReply | undefined {
  if (!(error instanceof Error) || !("status" in error) || typeof error.status !== "number") return undefined;
  if (!("expose" in error || error instanceof URIError) || error.status < 400 || error.status >= 500) return undefined;
  return errorReplyOf(ERRORS.badRequest, error.status, [{ path: "", message: clientMessage(error) }]);
}

function clientMessage(error: Error): string {
  const type = "type" in error ? error.type : undefined;
  if (type === "entity.parse.failed") return "The body is not valid JSON";
  if (type === "entity.too.large") return "The body is too large";
  return error instanceof URIError ? "The address is not validly encoded" : error.message;
}

/** What is remembered of lost objects. A missing one may be made again at any time. */
const LOST = { max: 100, ttl: 5000 };

/**
 * Returns a function that names what is damaged or missing; undefined for an object that nothing has at present. Programs may ask a lost
 * model often, and the names are looked for among all.
 */
function createLossDescriber(resources: ApiDeps["resources"]): (error: DamagedObject | MissingObject) => Promise<string | undefined> {
  const known = new LRUCache<string, Promise<string | undefined>>(LOST);
  return async (error) => {
    const id = `${error.name} ${error.key}`;
    const found = known.get(id);
    if (found) return await found;
    const words =
      error instanceof DamagedObject
        ? describeDamage(error.key, resources).catch(() => error.message)
        : describeMissing(error.key, resources).catch(() => undefined);
    known.set(id, words);
    return await words;
  };
}

/**
 * Answers every thrown error as JSON with its code. It logs those of status 500 and more, and reads the rest of the request, so
 * that the client sees the answer.
 */
export function errorHandler({ logger, resources }: Pick<ApiDeps, "logger" | "resources">): ErrorRequestHandler {
  const describeLoss = createLossDescriber(resources);
  const lossReply = async (error: unknown): Promise<ErrorReply | undefined> => {
    if (!(error instanceof DamagedObject || error instanceof MissingObject)) return undefined;
    const words = await describeLoss(error);
    return words === undefined ? undefined : damageReply(words);
  };
  return async (error: unknown, request, response, next) => {
    // The access log records it.
    if (response.closed && isClientDisconnect(error)) return;
    const reply = (await lossReply(error)) ?? errorReply(error);
    if (!reply || reply.status >= 500) {
      const about = { err: error, requestId: response.locals.requestId, route: response.locals.route };
      logger.error(about, reply ? "request failed" : `request failed for an unknown cause (${ERRORS.unknown})`);
    }
    // Part of an answer is sent: Express ends the connection, so that the client does not take it for complete.
    if (response.headersSent) return next(error);
    const { status, body, headers } = reply ?? errorReplyOf(ERRORS.unknown);
    if (Number(request.headers["content-length"] ?? 0) <= SLICE_BYTES) await drainRequest(request);
    response
      .status(status)
      .set(headers ?? {})
      .type("json");
    const text = JSON.stringify(body);
    response.set("Content-Length", `${Buffer.byteLength(text)}`);
    if (request.complete) return void response.end(text);
    // Remaining bytes would be parsed as the next request on this connection.
    response.set("Connection", "close").write(text);
    await drainRequest(request);
    response.end();
  };
}
