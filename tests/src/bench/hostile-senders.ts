/** Sends the worst bodies without pause, until it is told to stop: `hostile-senders TARGETS COLUMN`, the targets as JSON. */
import { connect } from "node:net";

/** Route that is attacked. The worst value is that of a field of its JSON, or the content of a file. */
export interface Target {
  url: string;
  method: "POST" | "PATCH";
  field: string | "file";
  /** JSON of the members before the field. */
  members: Record<string, unknown>;
  /** Of a session; anonymous senders have none. */
  headers: Record<string, string>;
}

const [, , targets = "[]", column = ""] = process.argv;
const SENDERS = 64;
const MEGABYTE = 1_000_000;
const BOUNDARY = "hostile-boundary";

/** Repeats a text up to a length. */
const fill = (text: string, bytes: number): string => text.repeat(Math.floor(bytes / text.length));
const names = (count: number): string => Array.from({ length: count }, (_, i) => `"${i}":0`).join(",");

/** Values; some are not complete JSON. The last two are within the limits of routes that take no rows. */
const WORST = [
  `{${names(2_000_000)}}`,
  fill("[", 20 * MEGABYTE),
  `{"${column}":1,"text":"${fill("x", 60 * MEGABYTE)}"}`,
  `{"${column}":1,"text":"${fill("\\u0041", 60 * MEGABYTE)}"}`,
  `[${fill(`{"${column}":1,${names(50_000)}},`, 60 * MEGABYTE)}{}]`,
  `[${fill(`{"${column}":1},`, 63 * MEGABYTE)}{"${column}":2}]`,
  `[${fill("{},", 63 * MEGABYTE)}{}]`,
  `[${fill("1234567890", 20 * MEGABYTE)}]`,
  `[${Array.from({ length: 60_000 }, (_, row) => `{"${row}":{"a":0}}`).join(",")}]`,
  `{${names(5_000)}}`,
].map((text) => Buffer.from(text));

/** Returns the bytes of a request; the worst value, which may be long, is shared by all. */
function requestParts({ url, method, field, members, headers }: Target, worst: Buffer): Buffer[] {
  const { pathname, host } = new URL(url);
  const isFile = field === "file";
  const before = isFile
    ? `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n`
    : `${JSON.stringify({ ...members, [field]: 0 }).slice(0, -2)}`;
  const after = isFile ? `\r\n--${BOUNDARY}--\r\n` : "}";
  const head = [
    `${method} ${pathname} HTTP/1.1`,
    `Host: ${host}`,
    `Content-Type: ${isFile ? `multipart/form-data; boundary=${BOUNDARY}` : "application/json"}`,
    `Content-Length: ${before.length + worst.length + after.length}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  return [Buffer.from(`${head.join("\r\n")}\r\n\r\n${before}`), worst, Buffer.from(after)];
}

const all = JSON.parse(targets) as Target[];
/** In an order in which any few neighbours are of different routes. */
const requests = WORST.flatMap((worst) => all.map((target) => ({ url: target.url, parts: requestParts(target, worst) })));
let next = 0;
let isStopped = false;
let ended = 0;

/** Sends a request over a connection of its own, and resolves when the connection ends or the answer is there. */
function sendOnce({ url, parts }: (typeof requests)[number]): Promise<void> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    for (const part of parts) socket.write(part);
    socket.on("error", () => undefined);
    socket.once("data", () => {
      ended++;
      socket.end();
    });
    socket.once("close", () => resolve());
  });
}

async function sendRepeatedly(): Promise<void> {
  while (!isStopped) await sendOnce(requests[next++ % requests.length] as (typeof requests)[number]);
}

for (let i = 0; i < SENDERS; i++) void sendRepeatedly();
process.send?.(0);
process.on("message", () => {
  isStopped = true;
  process.send?.(ended, () => process.exit());
});
