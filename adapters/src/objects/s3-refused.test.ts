import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ObjectRefused } from "@agatha/contracts";
import { createS3ObjectStore, type S3ObjectStore } from "./s3-object-store.js";

/** Amazon S3's answer to a GET; the one to a HEAD has no body (API reference, HeadObject). */
const ACCESS_DENIED = `<?xml version="1.0" encoding="UTF-8"?>
<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>`;
const KEY = "uploads/gone.csv";

/** Amazon S3 answers so about what is missing and about what may not be read. */
describe("S3 object store whose credentials may not list the bucket", () => {
  let scratch: string;
  let server: Server;
  let endpoint: string;
  let store: S3ObjectStore;

  beforeEach(async () => {
    scratch = mkdtempSync(join(tmpdir(), "agatha-s3-"));
    server = createServer((request, response) => {
      response.writeHead(403, { "Content-Type": "application/xml" }).end(request.method === "HEAD" ? undefined : ACCESS_DENIED);
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    store = createS3ObjectStore({ endpoint, bucket: "bucket", accessKey: "user", secretKey: "password", scratch });
  });
  afterEach(async () => {
    await store.close();
    server.close();
    rmSync(scratch, { recursive: true });
  });

  test.each<[string, () => Promise<unknown>]>([
    ["get", () => store.get(KEY)],
    ["download", () => store.download(KEY, join(scratch, "file"))],
    ["verify", () => store.verify(KEY)],
    ["head", () => store.head(KEY)],
  ])("%s throws ObjectRefused, which names the object, both possible causes and what to do", async (_name, read) => {
    const error = await read().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ObjectRefused);
    expect(error).toMatchObject({
      location: `s3://bucket/${KEY}`,
      message: expect.stringMatching(/there is no such object, or the credentials may not read it\. .*s3:ListBucket.*s3:GetObject/),
    });
  });

  test("ensureBucket names the rights that the store needs", async () => {
    await expect(store.ensureBucket()).rejects.toThrow(
      `${endpoint} refuses access to the bucket bucket: the keys are wrong, or may not list it`,
    );
  });
});
