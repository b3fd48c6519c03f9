import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ERRORS } from "@agatha/contracts";
import { createS3ObjectStore } from "./s3-object-store.js";

/** MinIO's answer to every write when its drives are full (its cmd/api-errors.go: ErrStorageFull). */
const STORAGE_FULL = `<?xml version="1.0" encoding="UTF-8"?>
<Error><Code>XMinioStorageFull</Code><Message>Storage backend has reached its minimum free drive threshold.</Message></Error>`;

describe("S3 object store whose server is full", () => {
  let scratch: string;
  let server: Server;
  let puts = 0;
  beforeEach(async () => {
    scratch = mkdtempSync(join(tmpdir(), "agatha-s3-"));
    server = createServer((request, response) => {
      if (request.method === "PUT") puts++;
      request.resume().on("end", () => response.writeHead(507, { "Content-Type": "application/xml" }).end(STORAGE_FULL));
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
  });
  afterEach(() => {
    server.close();
    rmSync(scratch, { recursive: true });
  });

  test("put is not retried, throws NotWritable, and leaves no file behind", async () => {
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const store = createS3ObjectStore({ endpoint, bucket: "bucket", accessKey: "user", secretKey: "password", scratch });
    await expect(store.put("a/b", new Uint8Array([1]))).rejects.toMatchObject({ name: "NotWritable", code: ERRORS.storageFull });
    expect(puts).toBe(1);
    expect(readdirSync(scratch)).toEqual([]);
    await store.close();
  });
});
