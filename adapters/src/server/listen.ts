import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

export interface ListenAddress {
  host: string;
  /** 0 for any free one. */
  port: number;
  /** What the port is set with, for the message when it cannot be had. */
  variable: string;
}

/** Resolves with the port, once the server answers. Throws an error for people when it cannot listen. */
export function listen(server: Server, { host, port, variable }: ListenAddress): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const what =
        error.code === "EADDRINUSE" ? `Port ${port} is in use by another program.` : `Cannot listen on ${host}:${port} (${error.message}).`;
      reject(new Error(`${what} Set ${variable} to another one.`, { cause: error }));
    });
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });
}

/** Resolves when the server is closed; requests that are under way get `graceMs` to end. */
export async function closeServer(server: Server, graceMs: number): Promise<void> {
  if (!server.listening) return;
  const timer = setTimeout(() => server.closeAllConnections(), graceMs);
  await new Promise((resolve) => {
    server.close(resolve);
    server.closeIdleConnections();
  });
  clearTimeout(timer);
}
