import type { Agent } from "node:http";

/** Closes idle keep-alive connections. After one connection breaks, the others may also be dead without a sign. */
export function closeIdleConnections({ freeSockets }: Pick<Agent, "freeSockets">): void {
  for (const sockets of Object.values(freeSockets)) for (const socket of sockets ?? []) socket.destroy();
}
