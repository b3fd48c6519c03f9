/** A proxy whose connections can be lost without notice to either end, as a vanished node loses them. */
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { listenLocally } from "../listening.js";

export interface TcpProxy {
  port: number;
  /** Stops all traffic on the existing connections but not on new ones. Returns the number of stopped connections. */
  blackhole(): number;
  close(): Promise<void>;
}

/** Starts a proxy to the port that `serverPort` resolves with. A connection is closed if that throws. */
export async function startTcpProxy(serverPort: () => Promise<number>): Promise<TcpProxy> {
  const pairs = new Set<[Socket, Socket]>();
  async function join(near: Socket): Promise<void> {
    const far = connect(await serverPort(), "127.0.0.1");
    const pair: [Socket, Socket] = [near, far];
    pairs.add(pair);
    near.pipe(far).pipe(near);
    for (const socket of pair) {
      socket.on("error", () => undefined);
      socket.on("close", () => {
        pairs.delete(pair);
        for (const each of pair) each.destroy();
      });
    }
  }
  const server = createServer((near) => {
    near.on("error", () => undefined);
    join(near).catch(() => near.destroy());
  });
  return {
    port: await listenLocally(server),
    blackhole() {
      for (const [near, far] of pairs) {
        near.unpipe(far);
        far.unpipe(near);
        // Received bytes are discarded.
        near.resume();
        far.resume();
      }
      return pairs.size;
    },
    async close() {
      for (const [near] of pairs) near.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
