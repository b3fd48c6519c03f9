/** Sends the worst bodies without pause, until it is told to stop: `hostile-senders URL TOKEN COLUMN`. */
import { connect } from "node:net";

const [, , url = "", token = "", column = ""] = process.argv;
const SENDERS = 32;
const MEGABYTE = 1_000_000;

/** Repeats a text up to a length. */
const fill = (text: string, bytes: number): string => text.repeat(Math.floor(bytes / text.length));
const names = (count: number): string => Array.from({ length: count }, (_, i) => `"${i}":0`).join(",");

/** Values of `data`; some are not complete JSON. */
const WORST = [
  `{${names(2_000_000)}}`,
  fill("[", 20 * MEGABYTE),
  `{"${column}":1,"text":"${fill("x", 60 * MEGABYTE)}"}`,
  `{"${column}":1,"text":"${fill("\\u0041", 60 * MEGABYTE)}"}`,
  `[${fill(`{"${column}":1,${names(50_000)}},`, 60 * MEGABYTE)}{}]`,
  `[${fill(`{"${column}":1},`, 63 * MEGABYTE)}{"${column}":2}]`,
  `[${fill("{},", 63 * MEGABYTE)}{}]`,
  `[${fill("1234567890", 20 * MEGABYTE)}]`,
];
const bodies = WORST.flatMap((data) => [Buffer.from(`{"data":${data}}`), Buffer.from(`{"api_token":"${token}","data":${data}}`)]);

let isStopped = false;
let ended = 0;

/** Sends a request over a connection of its own, and resolves when the connection ends or the answer is there. */
function sendOnce(body: Buffer): Promise<void> {
  const { hostname, port, pathname, host } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    const head = [`POST ${pathname} HTTP/1.1`, `Host: ${host}`, "Content-Type: application/json", `Content-Length: ${body.length}`];
    socket.write(`${head.join("\r\n")}\r\n\r\n`);
    socket.write(body);
    socket.on("error", () => undefined);
    socket.once("data", () => {
      ended++;
      socket.end();
    });
    socket.once("close", () => resolve());
  });
}

async function sendRepeatedly(body: Buffer): Promise<void> {
  while (!isStopped) await sendOnce(body);
}

for (let i = 0; i < 2 * SENDERS; i++) void sendRepeatedly(bodies[i % bodies.length] as Buffer);
process.send?.(0);
process.on("message", () => {
  isStopped = true;
  process.send?.(ended, () => process.exit());
});
