import { tmpdir } from "node:os";
import { readEnvironment } from "../server/environment-variables.js";
import { clusterVariables } from "./environment-variables.js";

const GIVEN = {
  AGATHA_S3_ENDPOINT: "http://minio:9000",
  AGATHA_S3_ACCESS_KEY: "key",
  AGATHA_S3_SECRET_KEY: "s3cret-of-the-objects",
  AGATHA_MONGODB_URL: "mongodb://agatha:s3cret-of-the-documents@mongodb:27017/",
  AGATHA_NATS_URL: "nats://nats:4222",
};

const read = (variables: Record<string, string>) => readEnvironment(clusterVariables, variables);

describe("cluster environment variables", () => {
  test("only the variables without a universal default are required", () => {
    expect(read(GIVEN)).toEqual({
      ...GIVEN,
      AGATHA_S3_BUCKET: "agatha",
      AGATHA_S3_REGION: "us-east-1",
      AGATHA_MONGODB_DATABASE: "agatha",
      AGATHA_NATS_URL: ["nats://nats:4222"],
      AGATHA_SCRATCH: tmpdir(),
    });
  });

  test("an empty variable counts as unset, and commas separate several event bus servers", () => {
    const found = read({ ...GIVEN, AGATHA_NATS_TOKEN: "", AGATHA_S3_BUCKET: "", AGATHA_NATS_URL: "nats://a:1, nats://b:2" });
    expect(found).toMatchObject({ AGATHA_S3_BUCKET: "agatha", AGATHA_NATS_URL: ["nats://a:1", "nats://b:2"] });
    expect(found.AGATHA_NATS_TOKEN).toBeUndefined();
  });

  test.each<[string, Record<string, string>]>([
    ["AGATHA_S3_ENDPOINT", { AGATHA_S3_ENDPOINT: "minio:9000" }],
    ["AGATHA_S3_ENDPOINT", { AGATHA_S3_ENDPOINT: "ftp://minio" }],
    ["AGATHA_S3_SECRET_KEY", { AGATHA_S3_SECRET_KEY: "" }],
    ["AGATHA_MONGODB_URL", { AGATHA_MONGODB_URL: "http://agatha:s3cret-of-the-documents@mongodb" }],
    ["AGATHA_NATS_URL", { AGATHA_NATS_URL: "" }],
  ])("a wrong %s is named in the error, without a secret: %j", (name, change) => {
    const reading = () => read({ ...GIVEN, ...change });
    expect(reading).toThrow(name);
    expect(reading).not.toThrow("s3cret");
  });
});
