import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as setTimeoutPromise } from "node:timers/promises";

export interface ListenAddress {
  /** All addresses when left out: of IPv6 and IPv4, or of IPv4 alone where the machine has no IPv6 (Node's `server.listen`). */
  host?: string | undefined;
  /** 0 selects any free port. */
  port: number;
  /** Variable that sets the port, for the error message. */
  variable: string;
}

/** Resolves with the port once the server listens. Throws an error with a message for users if it cannot. */
export function listen(server: Server, { host, port, variable }: ListenAddress): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const address = host === undefined ? `port ${port}` : `${host}:${port}`;
      const what =
        error.code === "EADDRINUSE" ? `Port ${port} is in use by another program.` : `Cannot listen on ${address} (${error.message}).`;
      reject(new Error(`${what} Set ${variable} to another one.`, { cause: error }));
    });
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });
}

/**
 * Resolves when the server is closed. For `drainMs` it still answers, and asks its clients to close their connections, so that no
 * client sends a request on one that is closed meanwhile. Then pending requests get `graceMs` to finish.
 */
export async function closeServer(server: Server, graceMs: number, drainMs = 0): Promise<void> {
  if (!server.listening) return;
  if (drainMs > 0) {
    server.prependListener("request", (_request, response) => void response.setHeader("Connection", "close"));
    await setTimeoutPromise(drainMs);
  }
  const timer = setTimeout(() => server.closeAllConnections(), graceMs);
  await new Promise((resolve) => {
    server.close(resolve);
    server.closeIdleConnections();
  });
  clearTimeout(timer);
}
