import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { Client } from "minio";
import { listenLocally } from "../listening.js";

export interface LegacyS3 {
  port: number;
  /** Number of received puts with a condition. */
  conditionalPuts(): number;
  close(): Promise<void>;
}

interface S3Credentials {
  accessKey: string;
  secretKey: string;
  bucket: string;
}

const NOT_IMPLEMENTED_BODY =
  '<?xml version="1.0"?><Error><Code>NotImplemented</Code><Message>A header implies what is not here</Message></Error>';

/** Serves the S3 at `port` without conditional writes, as older servers do: it rejects If-None-Match or ignores it. */
export async function startLegacyS3(port: number, manner: "refuses" | "ignores", { bucket, ...keys }: S3Credentials): Promise<LegacyS3> {
  const client = new Client({ endPoint: "127.0.0.1", port, useSSL: false, ...keys });
  let conditions = 0;

  function pass(incoming: IncomingMessage, answer: ServerResponse): void {
    const { method, url: path, headers } = incoming;
    const onward = request({ host: "127.0.0.1", port, method, path, headers }, (reply) => {
      answer.writeHead(reply.statusCode ?? 500, reply.headers);
      reply.pipe(answer);
    });
    pipeline(incoming, onward).catch(() => answer.destroy());
  }

  /** The signature includes the condition, so the request is signed again without it. */
  async function putAnyway(incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
    const key = new URL(incoming.url ?? "", "http://server").pathname.split("/").slice(2).join("/");
    const named = Object.entries(incoming.headers).filter(([name]) => name.startsWith("x-amz-meta-"));
    const { etag } = await client.putObject(bucket, key, Buffer.concat(await incoming.toArray()), undefined, Object.fromEntries(named));
    answer.writeHead(200, { etag: `"${etag}"` }).end();
  }

  const server = createServer((incoming, answer) => {
    if (incoming.headers["if-none-match"] === undefined) return pass(incoming, answer);
    conditions++;
    if (manner === "ignores") return void putAnyway(incoming, answer).catch(() => answer.destroy());
    incoming.resume().on("end", () => answer.writeHead(501, { "content-type": "application/xml" }).end(NOT_IMPLEMENTED_BODY));
  });
  return {
    port: await listenLocally(server),
    conditionalPuts: () => conditions,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
