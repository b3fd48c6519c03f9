import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openJobStores } from "./open-job-stores.js";

/** Amazon S3's answer to a request whose credentials it refuses (API reference, Error responses). The one to a HEAD has no body. */
const refusal =
  (code: string): RequestListener =>
  ({ method }, response) => {
    const body = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>Refused.</Message></Error>`;
    response.writeHead(400, { "Content-Type": "application/xml" }).end(method === "HEAD" ? "" : body);
  };

describe("stores of a job", () => {
  const servers: Server[] = [];
  let scratch: string;
  let objects: RequestListener;
  let operator: RequestListener;
  const logged: string[] = [];

  async function serve(answer: RequestListener): Promise<string> {
    const server = createServer(answer);
    servers.push(server);
    await once(server.listen(0, "127.0.0.1"), "listening");
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }
  async function open(maxRetryMs: number, session: object = { AGATHA_S3_SESSION_TOKEN: "session" }) {
    const variables = {
      AGATHA_S3_ENDPOINT: await serve(objects),
      AGATHA_S3_BUCKET: "agatha",
      AGATHA_S3_REGION: "us-east-1",
      AGATHA_S3_ACCESS_KEY: "user",
      AGATHA_S3_SECRET_KEY: "password",
      ...session,
      AGATHA_SCRATCH: scratch,
      AGATHA_TASK_URL: await serve(operator),
      AGATHA_TASK_TOKEN: "token",
    };
    return openJobStores(variables, { maxRetryMs, signal: AbortSignal.timeout(20_000), log: (line) => logged.push(line) });
  }

  beforeEach(() => {
    scratch = mkdtempSync(join(tmpdir(), "agatha-job-"));
    objects = (_request, response) => response.writeHead(200).end();
    operator = (_request, response) => response.writeHead(204).end();
    logged.length = 0;
  });
  afterEach(async () => {
    for (const server of servers.splice(0)) server.close();
    rmSync(scratch, { recursive: true });
  });

  test("are not waited for if the object store does not accept the credentials of a session", async () => {
    objects = refusal("ExpiredToken");
    await expect(open(60_000)).rejects.toThrow("their session has ended (ExpiredToken)");
    expect(logged).toEqual([]);
  });

  test("are waited for as long as operations are retried", async () => {
    operator = (_request, response) => response.writeHead(503).end("the document store is away");
    await expect(open(500)).rejects.toThrow("the operator does not answer: the document store is away");
    expect(logged).toEqual(["waiting for the operator: the document store is away"]);
  });

  test.each([
    ["RequestTimeTooSkewed", "its clock and that of this program differ too much", undefined],
    ["InvalidAccessKeyId", "it does not know the access key", {}],
  ])("are waited for if another attempt gets no better credentials (%s)", async (code, told, session) => {
    objects = refusal(code);
    await expect(open(500, session)).rejects.toThrow(`the object store does not answer: The object store at`);
    expect(logged).toEqual([expect.stringContaining(told)]);
  });

  test("are open once they answer", async () => {
    const stores = await open(500);
    await stores.close();
    expect(logged).toEqual([]);
  });
});
