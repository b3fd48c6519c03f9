import { randomUUID } from "node:crypto";
import { createMongoDocumentStore, type MongoDocumentStoreOptions } from "@agatha/adapters/documents/mongo-document-store";
import { describeDocumentStore } from "./document-store-suite.js";
import { describeWith } from "./servers.js";
import { PROGRAMS, type StoreServer, startMongo } from "./store-servers.js";

describeWith("MongoDB's wire protocol", PROGRAMS.mongo, (program) => {
  let server: StoreServer;
  beforeAll(async () => {
    server = await startMongo(program);
  });
  afterAll(() => server.remove());

  const opened = (database: string, options: Partial<MongoDocumentStoreOptions> = {}) =>
    createMongoDocumentStore({ url: `mongodb://127.0.0.1:${server.port}/`, database, ...options });

  describeDocumentStore("MongoDB", async () => {
    const database = `t${randomUUID().replaceAll("-", "")}`;
    return { open: async (clock) => opened(database, { clock }), remove: async () => undefined };
  });
});
