import type { Agent } from "node:http";

/** Closes the connections that are kept but not in use. Where one broke off, the others may be as dead without a sign. */
export function closeIdleConnections({ freeSockets }: Pick<Agent, "freeSockets">): void {
  for (const sockets of Object.values(freeSockets)) for (const socket of sockets ?? []) socket.destroy();
}
