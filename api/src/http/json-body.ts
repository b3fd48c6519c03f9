import { ERRORS, InvalidInput } from "@agatha/contracts";
import express, { type Request, type RequestHandler, type Response } from "express";
import { ApiError } from "./api-error.js";

const MEGABYTE = 1_000_000;
export const DEFAULT_BODY_LIMIT = MEGABYTE;
/** 10,000 rows of 200 columns as records, which name every column in every row. */
export const ROWS_BODY_LIMIT = 64 * MEGABYTE;
/** Largest depth of JSON; no schema of the API needs half of it. */
const MAX_DEPTH = 32;

/** Runs Express middleware as a step of a handler. */
export function runMiddleware(middleware: RequestHandler, request: Request, response: Response): Promise<void> {
  return new Promise((resolve, reject) => {
    const result: unknown = middleware(request, response, (error?: unknown) => (error ? reject(error) : resolve()));
    if (result instanceof Promise) result.catch(reject);
  });
}

const hasBody = (request: Request): boolean =>
  request.headers["transfer-encoding"] !== undefined || Number(request.headers["content-length"] ?? 0) > 0;

const JSON_CONTENT_TYPE = /^application\/json(?:; ?charset=utf-8)?$/i;

/** Returns true for JSON of a stated length without content encoding, which nearly every client sends. */
function isSimpleJson({ headers }: Request, limit: number): boolean {
  const { "content-type": type = "", "content-length": length, "content-encoding": encoding } = headers;
  return encoding === undefined && length !== undefined && Number(length) <= limit && JSON_CONTENT_TYPE.test(type);
}

/** Reads plain JSON at a third of body-parser's cost; body-parser handles everything else. */
async function readSimpleJson(request: Request): Promise<unknown> {
  const chunks: Buffer[] = [];
  await new Promise<void>((resolve, reject) => {
    request
      .on("data", (chunk: Buffer) => chunks.push(chunk))
      .once("end", resolve)
      // The client has left: nobody hears of it, and it is no fault of ours.
      .once("error", () => reject(new ApiError(ERRORS.badRequest)));
  });
  const text = (chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)).toString("utf8");
  try {
    return JSON.parse(text.startsWith("\ufeff") ? text.slice(1) : text);
  } catch {
    throw new InvalidInput(ERRORS.badRequest, { path: "", message: "The body is not valid JSON" });
  }
}

/** Returns a function that reads a JSON body of at most `limit` bytes. A missing body counts as an empty object. */
export function jsonBody(limit: number): (request: Request, response: Response) => Promise<unknown> {
  const parse = express.json({ limit, inflate: false });
  return async (request, response) => {
    if (!hasBody(request)) return {};
    if (!request.is("application/json"))
      throw new ApiError(ERRORS.badRequest, 415, {}, "Send JSON, with the header Content-Type: application/json");
    if (isSimpleJson(request, limit)) request.body = await readSimpleJson(request);
    else await runMiddleware(parse, request, response);
    if (request.body === undefined) throw new InvalidInput(ERRORS.badRequest, { path: "", message: "The body is missing" });
    rejectDeepNesting(request.body);
    return request.body;
  };
}

/** Throws if JSON is nested too deep. Iterative, so that the nesting cannot overflow its stack. */
function rejectDeepNesting(body: unknown): void {
  let level: unknown[] = [body];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH)
      throw new InvalidInput(ERRORS.badRequest, { path: "", message: `The body nests deeper than ${MAX_DEPTH} levels` });
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value !== "object" || value === null) continue;
      for (const child of Object.values(value)) if (typeof child === "object" && child !== null) next.push(child);
    }
    level = next;
  }
}
