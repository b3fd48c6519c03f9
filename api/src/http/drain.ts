import type { Request } from "express";

/** How much of what nobody wants is taken, and for how long. */
const MAX_BYTES = 64_000_000;
const MAX_MS = 10_000;

/**
 * Takes what a client is still sending before it is refused: most listen for the answer only when all is sent, and an
 * answer on a connection that is closed with unread bytes is lost on its way (RFC 9112, 9.6).
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
      if (taken > MAX_BYTES) done();
    });
    for (const end of ["end", "close", "error"]) request.once(end, done);
    request.resume();
  });
}
