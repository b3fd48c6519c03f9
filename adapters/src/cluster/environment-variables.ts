import { tmpdir } from "node:os";
import { z } from "zod";
import { TASK_VARIABLES } from "../server/environment-variables.js";

const text = z.string().min(1);

const objectVariables = {
  AGATHA_S3_ENDPOINT: z.url({ protocol: /^https?$/ }).describe("Object store, as http://minio:9000."),
  AGATHA_S3_BUCKET: text.default("agatha").describe("Its bucket; made when there is none."),
  AGATHA_S3_REGION: text.default("us-east-1").describe("Its region."),
  AGATHA_S3_ACCESS_KEY: text.describe("Access key of the object store."),
  AGATHA_S3_SECRET_KEY: text.describe("Secret key of the object store."),
  AGATHA_S3_SESSION_TOKEN: text.optional().describe("Token of temporary credentials of the object store, which a job has."),
  AGATHA_SCRATCH: text.default(tmpdir()).describe("Folder for temporary files."),
};

/** Addresses and credentials of a cluster's stores, the same for each program except jobs. */
export const clusterVariables = z.object({
  ...objectVariables,
  AGATHA_MONGODB_URL: z
    .string()
    .regex(/^mongodb(\+srv)?:\/\/./, "must be an address as mongodb://user:password@mongodb:27017")
    .describe("Document store, as mongodb://user:password@mongodb:27017."),
  AGATHA_MONGODB_DATABASE: text.default("agatha").describe("Its database."),
  AGATHA_NATS_URL: text
    .transform((list) => list.split(",").map((url) => url.trim()))
    .describe("Event bus, as nats://nats:4222, or tls:// where nothing may be sent in the clear; several servers with commas."),
  AGATHA_NATS_TOKEN: text.optional().describe("Token of the event bus, if it asks for one."),
});

/** Variables of a job in a cluster. It reaches the object store, and the operator for documents. */
export const jobVariables = z.object({
  ...objectVariables,
  ...TASK_VARIABLES,
});

export type ClusterVariables = z.infer<typeof clusterVariables>;
export type JobVariables = z.infer<typeof jobVariables>;
