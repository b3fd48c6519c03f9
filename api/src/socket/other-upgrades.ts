import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";

const UPGRADE_HEADERS: ReadonlySet<string> = new Set(["connection", "upgrade", "http2-settings"]);

/**
 * Answers requests that offer an upgrade for another path. Once there is a listener for upgrades, Node passes it every such
 * request and does not answer the request itself. Java's HttpClient offers HTTP/2 with each first request, so its posts to the
 * open API would hang. A server may ignore such an offer (RFC 9110, 7.8), so the request is given back to the server without it.
 */
export function ignoreOtherUpgrades(server: Server, path: string): void {
  server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (request.url?.startsWith(path)) return;
    socket.unshift(Buffer.concat([withoutUpgrade(request), head]));
    server.emit("connection", socket);
  });
}

function withoutUpgrade({ method, url, httpVersion, rawHeaders }: IncomingMessage): Buffer {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? "";
    if (!UPGRADE_HEADERS.has(name.toLowerCase())) lines.push(`${name}: ${rawHeaders[i + 1]}`);
  }
  return Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1");
}
