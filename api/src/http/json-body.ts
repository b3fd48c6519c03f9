import { InvalidInput } from "@agatha/contracts";
import express, { type Request, type RequestHandler, type Response } from "express";
import { Refusal } from "./failures.js";
import { refuseDeepNesting } from "./validation.js";

const MEGABYTE = 1_000_000;
export const SMALL_BODY = MEGABYTE;
/** 10,000 rows of 200 columns as records, which name every column in every row. */
export const ROWS_BODY = 64 * MEGABYTE;

/** Runs Express middleware as a step of a handler. */
export function pass(middleware: RequestHandler, request: Request, response: Response): Promise<void> {
  return new Promise((resolve, reject) => {
    const result: unknown = middleware(request, response, (error?: unknown) => (error ? reject(error) : resolve()));
    if (result instanceof Promise) result.catch(reject);
  });
}

const hasBody = (request: Request): boolean =>
  request.headers["transfer-encoding"] !== undefined || Number(request.headers["content-length"] ?? 0) > 0;

/** Reads a JSON body of at most `limit` bytes; no body counts as an empty object. */
export function jsonBody(limit: number): (request: Request, response: Response) => Promise<unknown> {
  const parse = express.json({ limit, inflate: false });
  return async (request, response) => {
    if (!hasBody(request)) return {};
    if (!request.is("application/json")) throw new Refusal("010201", 415);
    await pass(parse, request, response);
    if (request.body === undefined) throw new InvalidInput("010201", { path: "", message: "The body is missing" });
    refuseDeepNesting(request.body);
    return request.body;
  };
}
