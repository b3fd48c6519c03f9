import { randomUUID } from "node:crypto";
import { createMongoDocumentStore, type MongoDocumentStoreOptions } from "@agatha/adapters/documents/mongo-document-store";
import { describeDocumentStoreConformance } from "./document-store-conformance.js";
import { describeWith } from "./servers.js";
import { STORE_PROGRAMS, type StoreServer, startMongo } from "./store-servers.js";

describeWith("MongoDB's wire protocol", STORE_PROGRAMS.mongo, (program) => {
  let server: StoreServer;
  beforeAll(async () => {
    server = await startMongo(program);
  });
  afterAll(() => server.remove());

  const opened = (database: string, options: Partial<MongoDocumentStoreOptions> = {}) =>
    createMongoDocumentStore({ url: `mongodb://127.0.0.1:${server.port}/`, database, ...options });

  describeDocumentStoreConformance("MongoDB", async () => {
    const database = `t${randomUUID().replaceAll("-", "")}`;
    return { open: async (clock) => opened(database, { clock }), remove: async () => undefined };
  });
});
