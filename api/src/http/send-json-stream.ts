import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Response } from "express";

/** Sends JSON in pieces, no faster than the client reads. If a piece fails, the connection ends before the answer does. */
export async function sendJsonStream(response: Response, pieces: AsyncIterable<string>): Promise<void> {
  response.setHeader("Content-Type", "application/json; charset=utf-8");
  await pipeline(Readable.from(pieces), response);
}
