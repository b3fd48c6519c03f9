import { randomUUID } from "node:crypto";
import { createS3ObjectStore } from "@agatha/adapters/objects/s3-object-store";
import { describeObjectStore } from "./object-store-suite.js";
import { type Scratch, scratch } from "./scratch.js";
import { describeWith, findProgram, type RunningServer, startServer } from "./servers.js";

const [accessKey, secretKey] = ["test-access", "test-secret-key"];

describeWith("S3", findProgram("minio"), (program) => {
  let server: RunningServer;
  let disk: Scratch;
  beforeAll(async () => {
    disk = await scratch();
    const env = { MINIO_ROOT_USER: accessKey, MINIO_ROOT_PASSWORD: secretKey, MINIO_BROWSER: "off" };
    server = await startServer(program, (port) => ["server", disk.path, "--address", `127.0.0.1:${port}`], env);
  });
  afterAll(async () => {
    await server.stop();
    await disk.remove();
  });

  describeObjectStore("MinIO", async () => {
    const files = await scratch();
    const bucket = `test-${randomUUID()}`;
    const endpoint = `http://127.0.0.1:${server.port}`;
    return {
      async open() {
        const store = createS3ObjectStore({ endpoint, bucket, accessKey, secretKey, scratch: files.path });
        await store.ping();
        return store;
      },
      remove: files.remove,
    };
  });
});
