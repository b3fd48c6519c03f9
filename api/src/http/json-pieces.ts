/** JSON of long answers in pieces, between which other requests are served. */
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Response } from "express";
import { turn } from "../event-loop/turns.js";

/** Values that are converted at once; a text counts by its length. */
const VALUES_PER_PIECE = 2000;
const CHARACTERS_PER_VALUE = 100;
const PIECE_CHARACTERS = 64_000;

/** Returns what remains of `budget` values after those in `value`; it stops counting below zero. */
function remaining(value: unknown, budget: number): number {
  if (typeof value === "string") return budget - 1 - value.length / CHARACTERS_PER_VALUE;
  if (typeof value !== "object" || value === null) return budget - 1;
  let left = budget - 1;
  for (const name in value) {
    left = remaining((value as Record<string, unknown>)[name], left - 1);
    if (left < 0) break;
  }
  return left;
}

/** Returns true if the value is converted at once in little time. */
export const isShortJson = (value: unknown): boolean => remaining(value, VALUES_PER_PIECE) >= 0;

/** Yields what JSON.stringify returns for a value without undefined, in pieces that take little time each. */
export function* jsonPieces(value: unknown): Generator<string> {
  if (isShortJson(value) || typeof value !== "object" || value === null || "toJSON" in value) {
    yield JSON.stringify(value) ?? "null";
    return;
  }
  let comma = "";
  if (Array.isArray(value)) {
    yield "[";
    for (const element of value) {
      yield comma;
      yield* jsonPieces(element);
      comma = ",";
    }
    yield "]";
    return;
  }
  yield "{";
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    yield `${comma}${JSON.stringify(name)}:`;
    yield* jsonPieces(member);
    comma = ",";
  }
  yield "}";
}

async function* textSlices(value: unknown): AsyncGenerator<string> {
  let text = "";
  for (const piece of jsonPieces(value)) {
    text += piece;
    if (text.length < PIECE_CHARACTERS) continue;
    yield text;
    text = "";
    await turn();
  }
  yield text;
}

/** Returns the JSON of a value as bytes, converted as fast as they are read. */
export const jsonStream = (value: unknown): Readable => Readable.from(textSlices(value), { objectMode: false });

/** Sends a long answer, no faster than the client reads. */
export async function sendLongJson(response: Response, value: unknown): Promise<void> {
  await pipeline(jsonStream(value), response);
}
