/**
 * Files of long answers to long bodies. A client that reads slowly then holds neither the turn of its request, for which others wait,
 * nor memory.
 */
import { randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { Response } from "express";
import { jsonStream } from "./json-pieces.js";

/** Writes the JSON of a value and returns the path of the file. */
export async function writeAnswerFile(value: unknown, scratch: string): Promise<string> {
  const path = join(scratch, `answer-${randomUUID()}.json`);
  try {
    await pipeline(jsonStream(value), createWriteStream(path, { mode: 0o600 }));
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
  return path;
}

/** Ends the turn of the request, sends the file as fast as the client reads, and deletes it. */
export async function sendAnswerFile(response: Response, path: string): Promise<void> {
  response.locals.endTurn?.();
  try {
    await pipeline(createReadStream(path), response);
  } finally {
    await rm(path, { force: true });
  }
}
