import type { Request } from "express";
import { turn } from "../event-loop/turns.js";

/** Largest number of discarded bytes, and the largest time. */
const MAX_BYTES = 64_000_000;
const MAX_MS = 10_000;

/**
 * Reads and discards the rest of a refused request, in turns with other work. Most clients read the answer only after they have
 * sent everything, and an answer on a connection closed with unread bytes is lost (RFC 9112, 9.6).
 */
export function drainRequest(request: Request): Promise<void> {
  if (request.complete || request.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    let taken = 0;
    const timer = setTimeout(resolve, MAX_MS);
    const done = (): void => {
      clearTimeout(timer);
      resolve();
    };
    request.on("data", (chunk: Buffer) => {
      taken += chunk.length;
      if (taken > MAX_BYTES) return done();
      request.pause();
      void turn().then(() => request.resume());
    });
    for (const end of ["end", "close", "error"]) request.once(end, done);
    request.resume();
  });
}
