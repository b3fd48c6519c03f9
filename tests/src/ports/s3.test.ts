import { randomUUID } from "node:crypto";
import { createS3ObjectStore, type S3ObjectStoreOptions } from "@agatha/adapters/objects/s3-object-store";
import { describeObjectStore } from "./object-store-suite.js";
import { type Scratch, scratch } from "./scratch.js";
import { describeWith, findProgram, type RunningServer, startServer } from "./servers.js";

const [accessKey, secretKey] = ["test-access", "test-secret-key"];

describeWith("S3", findProgram("minio"), (program) => {
  let server: RunningServer;
  let disk: Scratch;
  beforeAll(async () => {
    disk = await scratch();
    server = await startServer({
      program,
      argumentsFor: (port) => ["server", disk.path, "--address", `127.0.0.1:${port}`],
      env: { MINIO_ROOT_USER: accessKey, MINIO_ROOT_PASSWORD: secretKey, MINIO_BROWSER: "off" },
    });
  });
  afterAll(async () => {
    await server.kill();
    await disk.remove();
  });

  async function opened(files: Scratch, options: Partial<S3ObjectStoreOptions> = {}) {
    const endpoint = `http://127.0.0.1:${server.port}`;
    const store = createS3ObjectStore({ endpoint, bucket: "test", accessKey, secretKey, scratch: files.path, ...options });
    await store.ensureBucket();
    return store;
  }

  describeObjectStore("MinIO", async () => {
    const files = await scratch();
    const bucket = `test-${randomUUID()}`;
    return { open: () => opened(files, { bucket }), remove: files.remove };
  });
});
