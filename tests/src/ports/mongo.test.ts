import { randomUUID } from "node:crypto";
import { createMongoDocumentStore } from "@agatha/adapters/documents/mongo-document-store";
import { describeDocumentStore } from "./document-store-suite.js";
import { type Scratch, scratch } from "./scratch.js";
import { describeWith, findProgram, type RunningServer, startServer } from "./servers.js";

describeWith("MongoDB's wire protocol", findProgram("mongod", "mongo-wire"), (program) => {
  let server: RunningServer;
  let disk: Scratch;
  beforeAll(async () => {
    disk = await scratch();
    server = await startServer({
      program,
      argumentsFor: (port) =>
        program.endsWith("mongod")
          ? ["--dbpath", disk.path, "--port", String(port), "--bind_ip", "127.0.0.1"]
          : [`127.0.0.1:${port}`, disk.path],
    });
  });
  afterAll(async () => {
    await server.kill();
    await disk.remove();
  });

  describeDocumentStore("MongoDB", async () => {
    const database = `t${randomUUID().replaceAll("-", "")}`;
    return {
      open: async (clock) => createMongoDocumentStore({ url: `mongodb://127.0.0.1:${server.port}/`, database, clock }),
      remove: async () => undefined,
    };
  });
});
