/** The body of a prediction request: received at once if it is short, and else as a stream. */
import { ERRORS } from "@agatha/contracts";
import type { Request } from "express";
import { ApiError } from "../http/api-error.js";
import { checkContentType, hasBody, limitBytes, receivedChunks, tooLarge } from "../http/json-body.js";
import { BODY_LIMITS } from "../json/body-limits.js";

/** Longest body that is received before it is read. */
const SHORT_BODY_BYTES = 16 * 1024;

/** Throws ApiError (413, 415) for a body that will not be read. */
export function ensureJsonBody(request: Request): void {
  if (!hasBody(request)) return;
  checkContentType(request);
  if (Number(request.headers["content-length"] ?? 0) > BODY_LIMITS.rows) throw tooLarge(BODY_LIMITS.rows);
}

/** Returns true for a body of at most 16 KiB by its Content-Length, or none. */
export function isShortBody(request: Request): boolean {
  return !hasBody(request) || Number(request.headers["content-length"]) <= SHORT_BODY_BYTES;
}

/** A missing body counts as an empty object. It is read at a third of the cost of an iterator. */
export function readShortBody(request: Request): Promise<Buffer> {
  const chunks: Buffer[] = [];
  return new Promise((resolve, reject) => {
    request
      .on("data", (chunk: Buffer) => chunks.push(chunk))
      .once("end", () => resolve(hasBody(request) ? Buffer.concat(chunks) : Buffer.from("{}")))
      // The client has left: nobody hears of it, and it is no fault of ours.
      .once("error", () => reject(new ApiError(ERRORS.badRequest)));
  });
}

/** Yields a body while it arrives, no faster than it is asked for. Throws ApiError (413). */
export function bodyChunks(request: Request): AsyncGenerator<Buffer> {
  return limitBytes(receivedChunks(request), BODY_LIMITS.rows, tooLarge(BODY_LIMITS.rows));
}
