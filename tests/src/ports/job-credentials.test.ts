/** Credentials of a training on a real S3: they reach what its task names, and nothing else. */
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { createS3ObjectStore, type S3ObjectStore } from "@agatha/adapters/objects/s3-object-store";
import { createS3SessionCredentials, sessionPolicy } from "@agatha/adapters/objects/s3-session-credentials";
import { MissingObject } from "@agatha/contracts";
import { describeWith } from "./servers.js";
import { S3_CREDENTIALS, STORE_PROGRAMS, type StoreServer, startS3 } from "./store-servers.js";
import { createTemporaryFolder, type TemporaryFolder } from "./temporary-folder.js";

const GONE = "uploads/gone.csv";
const OWN = { reads: ["datasets/u/ingest/a/table.parquet", "models/n/train/a/*", GONE], prefix: "models/m/train" };
const BESIDE_MODEL = "models/n/train/a/known-rows.bin";
const OTHERS = ["datasets/u/ingest/b/table.parquet", "models/m/train-2/a/model.bin", "models/n/train/b/model.bin"];

describeWith("credentials of a job", STORE_PROGRAMS.s3, (program) => {
  let server: StoreServer;
  let files: TemporaryFolder;
  let all: S3ObjectStore;
  let own: S3ObjectStore;

  beforeAll(async () => {
    server = await startS3(program);
    files = await createTemporaryFolder();
    const place = { endpoint: `http://127.0.0.1:${server.port}`, region: "us-east-1", bucket: "test" };
    all = createS3ObjectStore({ ...place, ...S3_CREDENTIALS, scratch: files.path });
    await all.ensureBucket();
    for (const key of [OWN.reads[0]!, BESIDE_MODEL, ...OTHERS]) await all.put(key, Buffer.from(key));
    const session = await createS3SessionCredentials({ ...place, ...S3_CREDENTIALS })({ ...OWN, seconds: 3600 });
    own = createS3ObjectStore({ ...place, ...session, scratch: files.path });
  });
  afterAll(async () => {
    await own.close();
    await all.close();
    await server.remove();
    await files.remove();
  });

  test("do what a task does: read its inputs, write, list and delete below its prefix, and find the store ready", async () => {
    await own.ping();
    for (const read of [OWN.reads[0]!, BESIDE_MODEL]) expect(String(await buffer(await own.get(read)))).toBe(read);
    const key = `${OWN.prefix}/a/model.bin`;
    await own.put(key, Buffer.from("model"));
    const keys: string[] = [];
    for await (const object of own.list(`${OWN.prefix}/a/`)) keys.push(object.key);
    expect(keys).toEqual([key]);
    await own.delete(key);
    expect(await all.head(key)).toBeUndefined();
  });

  test("tell that an input is gone, and where", async () => {
    await expect(own.download(GONE, join(files.path, "gone"))).rejects.toThrow(new MissingObject(GONE, `s3://test/${GONE}`));
  });

  test.each<[string, string]>([
    ["another object of the dataset", "datasets/u/ingest/b/table.parquet"],
    ["what another task of the model wrote", "models/m/train-2/a/model.bin"],
    ["another attempt's model", "models/n/train/b/model.bin"],
  ])("do not read %s", async (_what, key) => {
    await expect(own.get(key)).rejects.toMatchObject({ name: "ObjectRefused", location: `s3://test/${key}` });
  });

  test.each<[string, () => Promise<unknown>]>([
    ["write beside a model that it reads", () => own.put("models/n/train/a/other", Buffer.from("x"))],
    ["write to its input", () => own.put(OWN.reads[0]!, Buffer.from("x"))],
    ["write beside its prefix", () => own.put("models/m/train-2/a/other", Buffer.from("x"))],
    ["delete another task's object", () => own.delete("models/m/train-2/a/model.bin")],
    ["list everything", () => own.list("")[Symbol.asyncIterator]().next()],
    ["list the other tasks of its model", () => own.list("models/m/")[Symbol.asyncIterator]().next()],
  ])("do not %s", async (_what, attempt) => {
    await expect(attempt()).rejects.toMatchObject({ code: "AccessDenied" });
  });
});

test("a policy that names too many objects names their owners, then their kinds, and writes no wider", () => {
  const readable = (count: number): string[] => {
    const reads = Array.from({ length: count }, (_, i) => `models/${i % 20}-${"0".repeat(30)}/train-${i}/attempt/model.bin`);
    const policy = sessionPolicy("agatha", { reads, prefix: "evaluations/e/task" });
    expect(policy.length).toBeLessThanOrEqual(2048);
    const [read, write] = JSON.parse(policy).Statement as { Resource: string[] }[];
    expect(write!.Resource).toBe("arn:aws:s3:::agatha/evaluations/e/task/*");
    return read!.Resource;
  };
  expect(readable(2)[0]).toMatch("/attempt/model.bin");
  expect(readable(20)[0]).toMatch(/models\/0-0+\/\*$/);
  const many = Array.from({ length: 200 }, (_, i) => `models/${i}-${"0".repeat(30)}/a`);
  expect(JSON.parse(sessionPolicy("agatha", { reads: many, prefix: "p" })).Statement[0].Resource[0]).toBe("arn:aws:s3:::agatha/models/*");
});
