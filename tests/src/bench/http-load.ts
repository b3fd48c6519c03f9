/** A load generator that costs less than any server it measures: plain sockets with one request at a time on each. */
import { connect, type Socket } from "node:net";

/** Sends a request and resolves with the body of the response. Throws unless the status is 200. */
export type SendRequest = (request: Buffer) => Promise<Buffer>;

export interface LoadResult {
  /** Number of runs of the scenario. */
  requests: number;
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
}

interface LoadOptions {
  /** Base address, of which only host and port are used. */
  url: string;
  connections: number;
  milliseconds: number;
  /** Scenario to measure: one or several requests. */
  scenario(exchange: SendRequest): Promise<void>;
}

/** Repeats the scenario on each connection. */
export async function runLoad({ url, connections, milliseconds, scenario }: LoadOptions): Promise<LoadResult> {
  const { hostname, port } = new URL(url);
  const latencies: number[] = [];
  const began = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const { send, close } = await openConnection(hostname, Number(port));
      for (let now = performance.now(); now - began < milliseconds; ) {
        await scenario(send);
        const after = performance.now();
        latencies.push(after - now);
        now = after;
      }
      close();
    }),
  );
  return latencySummary(latencies, performance.now() - began);
}

/** Summarises latencies and the duration of their measurement, all in milliseconds. */
export function latencySummary(latencies: number[], milliseconds: number): LoadResult {
  const sorted = latencies.toSorted((a, b) => a - b);
  const quantile = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
  return { requests: sorted.length, perSecond: (1000 * sorted.length) / milliseconds, p50: quantile(0.5), p99: quantile(0.99) };
}

export function jsonPost(url: string, body: unknown, headers: Record<string, string> = {}): Buffer {
  const { host, pathname } = new URL(url);
  const text = JSON.stringify(body);
  const sent = { Host: host, "Content-Type": "application/json", ...headers, "Content-Length": Buffer.byteLength(text) };
  const lines = Object.entries(sent).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`POST ${pathname} HTTP/1.1\r\n${lines.join("")}\r\n${text}`);
}

export function get(url: string, headers: Record<string, string> = {}): Buffer {
  const { host, pathname, search } = new URL(url);
  const lines = Object.entries({ Host: host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`GET ${pathname}${search} HTTP/1.1\r\n${lines.join("")}\r\n`);
}

interface PendingResponse {
  resolve(body: Buffer): void;
  reject(error: Error): void;
}

interface OpenConnection {
  send: SendRequest;
  close(): void;
}

export async function openConnection(host: string, port: number): Promise<OpenConnection> {
  const socket = await new Promise<Socket>((resolve, reject) => {
    const opened = connect({ host, port, noDelay: true }, () => resolve(opened));
    opened.once("error", reject);
  });
  let received: Buffer = Buffer.alloc(0);
  let waiting: PendingResponse | undefined;
  const fail = (error: Error): void => waiting?.reject(error);
  socket.on("error", fail);
  socket.on("close", () => fail(new Error("the server has closed the connection")));
  socket.on("data", (bytes: Buffer) => {
    received = received.length === 0 ? bytes : Buffer.concat([received, bytes]);
    const answer = parseResponse(received);
    if (!answer) return;
    received = Buffer.alloc(0);
    if (answer.status === 200) waiting?.resolve(answer.body);
    else waiting?.reject(new Error(`status ${answer.status}: ${answer.body.toString()}`));
  });
  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        socket.write(request);
      }),
    close: () => {
      waiting = undefined;
      socket.destroy();
    },
  };
}

/** Undefined until the response is complete. The prediction APIs that are measured send Content-Length. */
function parseResponse(received: Buffer): { status: number; body: Buffer } | undefined {
  const end = received.indexOf("\r\n\r\n");
  if (end < 0) return undefined;
  const head = received.toString("latin1", 0, end);
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length === undefined) throw new Error(`no Content-Length in:\n${head}`);
  const body = received.subarray(end + 4);
  return body.length < Number(length) ? undefined : { status: Number(head.slice(9, 12)), body };
}
