import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:net";

/** Listens on this machine only. Resolves with the port, which the system chooses. */
export async function listenLocally(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("no port");
  return address.port;
}

/** Ports that Linux gives to no outgoing connection, which could take one between its choice and its use. */
const [FIRST_PORT, LAST_PORT] = [20_000, 32_767];
const MAX_ATTEMPTS = 100;

/** Returns a port that was free a moment ago. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const port = randomInt(FIRST_PORT, LAST_PORT + 1);
    const server = createServer().listen(port, "127.0.0.1");
    const isFree = await once(server, "listening").then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, "close");
    return port;
  }
  throw new Error(`no port from ${FIRST_PORT} to ${LAST_PORT} was free`);
}
