import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ObjectRefused } from "@agatha/contracts";
import { createS3ObjectStore, type S3ObjectStore } from "./s3-object-store.js";

/** Amazon S3's answer to a GET; the one to a HEAD has no body (API reference, HeadObject). */
const refusal = (code: string) => `<?xml version="1.0" encoding="UTF-8"?>
<Error><Code>${code}</Code><Message>Refused</Message></Error>`;
const KEY = "uploads/gone.csv";

describe("S3 object store that refuses requests", () => {
  let status: number;
  let code: string;
  let scratch: string;
  let server: Server;
  let endpoint: string;
  let store: S3ObjectStore;
  const open = (more = {}) =>
    createS3ObjectStore({ endpoint, bucket: "bucket", accessKey: "user", secretKey: "password", scratch, ...more });

  beforeEach(async () => {
    scratch = mkdtempSync(join(tmpdir(), "agatha-s3-"));
    server = createServer((request, response) => {
      response.writeHead(status, { "Content-Type": "application/xml" }).end(request.method === "HEAD" ? undefined : refusal(code));
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    store = open();
  });
  afterEach(async () => {
    await store.close();
    server.close();
    rmSync(scratch, { recursive: true });
  });

  const reads: [string, () => Promise<unknown>][] = [
    ["get", () => store.get(KEY)],
    ["download", () => store.download(KEY, join(scratch, "file"))],
    ["verify", () => store.verify(KEY)],
    ["head", () => store.head(KEY)],
  ];

  /** Amazon S3 answers so about what is missing and about what may not be read. */
  describe("whose credentials may not list the bucket", () => {
    beforeEach(() => {
      [status, code] = [403, "AccessDenied"];
    });

    test.each(reads)("%s throws ObjectRefused, which names the object, both possible causes and what to do", async (_name, read) => {
      const error = await read().catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(ObjectRefused);
      expect(error).toMatchObject({
        location: `s3://bucket/${KEY}`,
        message: expect.stringMatching(/there is no such object, or the credentials may not read it\. .*s3:ListBucket.*s3:GetObject/),
      });
    });

    test.each<[string, () => Promise<unknown>]>([
      ["ping", () => store.ping()],
      ["ensureBucket", () => store.ensureBucket()],
    ])("%s says that the credentials are right, and names the rights that the store needs", async (_name, call) => {
      await expect(call()).rejects.toThrow(
        `${endpoint} accepts the credentials, but does not let them list the bucket bucket. Allow s3:ListBucket`,
      );
    });

    test("ping passes for credentials of a session, which reach some objects only", async () => {
      const session = open({ sessionToken: "token" });
      await session.ping();
      await session.close();
    });
  });

  describe.each([
    [403, "InvalidAccessKeyId", "it does not know the access key"],
    [403, "SignatureDoesNotMatch", "the secret key is not that of the access key"],
    [400, "ExpiredToken", "their session has ended"],
    [403, "RequestTimeTooSkewed", "its clock and that of this program differ too much"],
  ])("%i %s", (foundStatus, found, problem) => {
    beforeEach(() => {
      [status, code] = [foundStatus, found];
    });
    const message = () => `The object store at ${endpoint} does not accept the credentials: ${problem} (${found})`;

    test.each([...reads, ["ping", () => store.ping()], ["ensureBucket", () => store.ensureBucket()]] as typeof reads)(
      "%s says what is wrong with the credentials, and not that an object is missing",
      async (_name, call) => {
        const error = await call().catch((reason: unknown) => reason);
        expect(error).not.toBeInstanceOf(ObjectRefused);
        expect(error).toMatchObject({ message: message() });
      },
    );

    test("ping of a session says it too", async () => {
      const session = open({ sessionToken: "token" });
      await expect(session.ping()).rejects.toThrow(message());
      await session.close();
    });
  });
});
