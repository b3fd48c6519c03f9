import { randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { ERRORS } from "@agatha/contracts";
import type { Request, RequestHandler, Response } from "express";
import pLimit, { type LimitFunction } from "p-limit";
import { turn } from "../event-loop/turns.js";
import { BODY_LIMITS, type BodyLimit, SLICE_BYTES, TOKEN_BYTES } from "../json/body-limits.js";
import { BodyReader } from "../json/body-reader.js";
import { ApiError } from "./api-error.js";

/** Decision about a long body, made after its beginning is read. */
export type Admission =
  /** Columns whose cells are kept of the rows; all by default. */
  | { columns?: readonly string[] }
  /** Neither the header nor the beginning has a token: at most TOKEN_BYTES are read, and the handler verifies the token. */
  | "no token";

interface JsonBodyOptions {
  limit: BodyLimit;
  /** Folder for the bytes of long bodies. */
  scratch: string;
}

/** Decides about a body of more than SLICE_BYTES by the members that have arrived. Throws to refuse the request. */
type Admit = (members: Record<string, unknown>) => Promise<Admission>;

/** Runs Express middleware as a step of a handler. */
export function runMiddleware(middleware: RequestHandler, request: Request, response: Response): Promise<void> {
  return new Promise((resolve, reject) => {
    const result: unknown = middleware(request, response, (error?: unknown) => (error ? reject(error) : resolve()));
    if (result instanceof Promise) result.catch(reject);
  });
}

/** Long bodies are parsed and handled two at a time; the others wait as files. This bounds the memory of all together. */
const longBodies = pLimit(2);
/** By user, of whom one body at a time takes a turn: who sends a hundred holds up nobody else for all of them. */
const bodiesOfUsers = new Map<string, LimitFunction>();

function queueLongBody(userId: string | undefined, work: () => Promise<void>): Promise<void> {
  if (userId === undefined) return longBodies(work);
  const own = bodiesOfUsers.get(userId) ?? pLimit(1);
  bodiesOfUsers.set(userId, own);
  return own(() => longBodies(work)).finally(() => {
    if (own.activeCount + own.pendingCount === 0) bodiesOfUsers.delete(userId);
  });
}

/** Returns true if the headers announce a body that is not empty (RFC 9112, 6.3). */
export const hasBody = (request: Request): boolean =>
  request.headers["transfer-encoding"] !== undefined || Number(request.headers["content-length"] ?? 0) > 0;

/** Returns the error 413. `limit` is in bytes. */
export const tooLarge = (limit: number): ApiError =>
  new ApiError(ERRORS.badRequest, 413, {}, `The body is too large: send at most ${limit} bytes`);

/** Throws ApiError (415) unless the body is JSON in UTF-8, without a content encoding. */
export function checkContentType(request: Request): void {
  const { "content-type": type = "" } = request.headers;
  const charset = /; *charset="?([^";]+)/i.exec(type)?.[1] ?? "utf-8";
  if (!request.is("application/json"))
    throw new ApiError(ERRORS.badRequest, 415, {}, "Send JSON, with the header Content-Type: application/json");
  if (!/^utf-?8$/i.test(charset)) throw new ApiError(ERRORS.badRequest, 415, {}, `Send UTF-8 instead of ${charset}`);
  checkContentEncoding(request);
}

/** Throws ApiError (415) for a compressed body, with the encodings that are read (RFC 9110, 15.5.16). */
export function checkContentEncoding({ headers }: Request): void {
  const encoding = headers["content-encoding"]?.trim().toLowerCase() || "identity";
  if (encoding === "identity") return;
  throw new ApiError(ERRORS.badRequest, 415, { "Accept-Encoding": "identity" }, "Send the body without Content-Encoding");
}

/**
 * Returns a function that reads a JSON body. A missing body counts as an empty object. At most SLICE_BYTES are read before `admit`
 * agrees. A longer body waits in a file until it is its turn, and is then parsed in slices.
 */
export function jsonBody({ limit, scratch }: JsonBodyOptions): (request: Request, response: Response, admit?: Admit) => Promise<unknown> {
  return async (request, response, admit) => {
    if (!hasBody(request)) return {};
    checkContentType(request);
    if (Number(request.headers["content-length"] ?? 0) > BODY_LIMITS[limit]) throw tooLarge(BODY_LIMITS[limit]);
    const chunks = receivedChunks(request);
    const { head, complete } = await readHead(chunks);
    if (head.length > BODY_LIMITS[limit]) throw tooLarge(BODY_LIMITS[limit]);
    const reader = new BodyReader({ hasRows: limit === "rows" });
    reader.write(head);
    if (complete) return reader.end();
    const admission = (await admit?.(reader.members())) ?? {};
    const most = admission === "no token" ? Math.min(TOKEN_BYTES, BODY_LIMITS[limit]) : BODY_LIMITS[limit];
    if (admission !== "no token" && admission.columns) reader.keepColumns(admission.columns);
    await mkdir(scratch, { recursive: true });
    const path = join(scratch, `body-${randomUUID()}.json`);
    try {
      await pipeline(limitBytes(chunks, most - head.length, tooLarge(most)), createWriteStream(path));
      await takeTurn(response);
      for await (const slice of createReadStream(path, { highWaterMark: SLICE_BYTES })) {
        await turn();
        reader.write(slice as Buffer);
      }
    } finally {
      await rm(path, { force: true });
    }
    return reader.end();
  };
}

/** Resolves when the body may be parsed. The turn ends with the response, or before by `response.locals.endTurn`. */
function takeTurn(response: Response): Promise<void> {
  return new Promise((resolve, reject) => {
    void queueLongBody(response.locals.userId, async () => {
      if (response.closed) return reject(new ApiError(ERRORS.badRequest));
      const ended = new Promise<void>((end) => {
        response.locals.endTurn = end;
        response.once("close", end);
      });
      resolve();
      await ended;
    });
  });
}

/** Yields the body as it arrives. The request stays open, so that a refusal reaches the client. */
export async function* receivedChunks(request: Request): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) yield chunk as Buffer;
  } catch {
    // The client has left: nobody hears of it, and it is no fault of ours.
    throw new ApiError(ERRORS.badRequest);
  }
}

/** Reads the first SLICE_BYTES, or everything if that is less. */
async function readHead(chunks: AsyncGenerator<Buffer>): Promise<{ head: Buffer; complete: boolean }> {
  const read: Buffer[] = [];
  for (let length = 0; length < SLICE_BYTES; ) {
    const next = await chunks.next();
    if (next.done) return { head: Buffer.concat(read), complete: true };
    read.push(next.value);
    length += next.value.length;
  }
  return { head: Buffer.concat(read), complete: false };
}

/** Passes chunks on until they exceed `limit` bytes, and then throws the error. */
export async function* limitBytes(chunks: AsyncGenerator<Buffer>, limit: number, error: Error): AsyncGenerator<Buffer> {
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length > limit) throw error;
    yield chunk;
  }
}
