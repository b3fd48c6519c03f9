import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { Worker } from "node:worker_threads";
import { createS3Client } from "./s3-client.js";

/** Server that accepts no connection. Its queue holds two; further connection attempts get no response. */
const DEAF = `
  const server = require("node:net").createServer().listen({ host: "127.0.0.1", port: 0, backlog: 1 }, () => {
    require("node:worker_threads").parentPort.postMessage(server.address().port);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  });
`;

test("a connection attempt fails after its own time limit, before the one of an idle connection", async () => {
  const worker = new Worker(DEAF, { eval: true });
  const [port] = (await once(worker, "message")) as [number];
  const queued: Socket[] = Array.from({ length: 4 }, () => connect(port, "127.0.0.1").on("error", () => {}));
  await Promise.all(queued.slice(0, 2).map((socket) => once(socket, "connect")));
  const place = { endpoint: `http://127.0.0.1:${port}`, region: "here", accessKey: "key", secretKey: "secret" };
  const { client, close } = createS3Client({ ...place, timeoutMs: 60_000, connectTimeoutMs: 100 });
  await expect(client.statObject("bucket", "key")).rejects.toMatchObject({ code: "ETIMEDOUT", message: "no connection within 100 ms" });
  close();
  for (const socket of queued) socket.destroy();
  await worker.terminate();
}, 60_000);

test("no request follows a refused condition on the same connection, which MinIO closes without saying so", async () => {
  const REFUSED = "<Error><Code>PreconditionFailed</Code></Error>";
  const refused = new WeakSet<Socket>();
  const server = createServer((request, response) => {
    if (refused.has(request.socket)) return void request.socket.destroy();
    if (request.method === "PUT") refused.add(request.socket);
    request.resume().on("end", () => (request.method === "PUT" ? response.writeHead(412).end(REFUSED) : response.writeHead(204).end()));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { client, close } = createS3Client({ endpoint, region: "here", accessKey: "key", secretKey: "secret", timeoutMs: 60_000 });
  await expect(client.putObject("bucket", "key", "text")).rejects.toMatchObject({ code: "PreconditionFailed" });
  await client.removeObject("bucket", "key");
  close();
  server.close();
}, 60_000);
