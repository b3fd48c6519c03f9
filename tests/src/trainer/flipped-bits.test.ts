/** Random bits of stored objects of every kind are flipped, one at a time. No reader may use the object. */
import { chmod, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { createDirectoryObjectStore } from "@agatha/adapters";
import { createS3ObjectStore } from "@agatha/adapters/objects/s3-object-store";
import { DamagedObject, ERRORS, type ObjectStore } from "@agatha/contracts";
import { createRandom } from "@agatha/trainer/numeric/random";
import { Client } from "minio";
import { objectFiles } from "../ports/object-files.js";
import { describeWith } from "../ports/servers.js";
import { S3_CREDENTIALS, STORE_PROGRAMS, type StoreServer, startS3 } from "../ports/store-servers.js";
import { createTemporaryFolder, eventually, type TemporaryFolder } from "../ports/temporary-folder.js";
import { type StoredProject, storeProject } from "./stored-project.js";

const FLIPS = 1_000;
/** Every so many flips, a job reads the object too. */
const JOB_EVERY = 25;
const RANGE_BYTES = 50;

interface StoredBytes {
  read(key: string): Promise<Buffer>;
  write(key: string, bytes: Buffer): Promise<void>;
}

function describeFlippedBits(open: (files: TemporaryFolder) => Promise<{ objects: ObjectStore; stored: StoredBytes }>): void {
  let files: TemporaryFolder;
  let objects: ObjectStore;
  let stored: StoredBytes;
  let project: StoredProject;
  beforeAll(async () => {
    files = await createTemporaryFolder();
    ({ objects, stored } = await open(files));
    project = await storeProject(objects);
  });
  afterAll(async () => {
    await project.remove();
    await objects.close();
    await files.remove();
  });

  test(`of ${FLIPS} flipped bits none is read as if whole, and all others can be read`, async () => {
    const random = createRandom(18);
    const whole = new Map<string, Buffer>();
    for await (const { key } of objects.list("")) whole.set(key, await buffer(await objects.get(key)));
    const keys = [...whole.keys()];
    const read = ["furnace.csv", "1.json", "table.parquet", "model.bin", "predictions.json", "known-rows.bin", "joined-rows"];
    const results = ["result.json", "profile.json", "m.json"];
    expect(new Set(keys.map((key) => key.slice(key.lastIndexOf("/") + 1)))).toEqual(new Set([...read, ...results]));
    const copy = join(files.path, "copy");
    const counts = { told: 0, used: 0, refusedJobs: 0, jobs: 0 };
    for (let n = 0; n < FLIPS; n++) {
      const key = keys[random.int(keys.length)]!;
      const bytes = await stored.read(key);
      const flipped = Buffer.from(bytes);
      flipped[random.int(bytes.length)]! ^= 1 << random.int(8);
      await stored.write(key, flipped);
      const start = random.int(whole.get(key)!.length);
      const range = { start, end: start + RANGE_BYTES };
      const expected = whole.get(key)!.subarray(start, start + RANGE_BYTES + 1);
      const refusals = await Promise.all([
        refusal(async () => buffer(await objects.get(key))),
        refusal(() => objects.verify(key)),
        refusal(() => objects.download(key, copy)),
        refusal(async () =>
          expected.equals(await buffer(await objects.get(key, range))) ? Promise.reject(new DamagedObject(key, "")) : 0,
        ),
      ]);
      if (refusals.every((each) => each === key)) counts.told++;
      else counts.used++;
      const reader = n % JOB_EVERY === 0 ? project.readers.get(key) : undefined;
      if (reader) {
        counts.jobs++;
        const result = await project.run(reader);
        if (result.status === "fail" && result.reason === ERRORS.storedDataDamaged && result.detail[0]?.path === key) counts.refusedJobs++;
      }
      const other = keys[(keys.indexOf(key) + 1) % keys.length]!;
      expect((await buffer(await objects.get(other))).equals(whole.get(other)!)).toBe(true);
      await stored.write(key, bytes);
      await rm(copy, { force: true });
    }
    expect(counts).toEqual({ told: FLIPS, used: 0, jobs: counts.jobs, refusedJobs: counts.jobs });
    expect(counts.jobs).toBeGreaterThan(0);
  }, 300_000);
}

/** Returns the key of the object that is told to be damaged, or undefined if the object was read. */
async function refusal(read: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await read();
    return undefined;
  } catch (error) {
    if (error instanceof DamagedObject) return error.key;
    throw error;
  }
}

describe("flipped bits in a folder", () => {
  describeFlippedBits(async ({ path }) => {
    return {
      objects: createDirectoryObjectStore({ directory: path }),
      stored: {
        async read(key) {
          const { record, bytes } = objectFiles(path, key);
          return Buffer.concat([await readFile(record), await readFile(bytes)]);
        },
        async write(key, contents) {
          const { record, bytes } = objectFiles(path, key);
          const { size } = await stat(record);
          for (const file of [record, bytes]) await chmod(file, 0o600);
          await writeFile(record, contents.subarray(0, size));
          await writeFile(bytes, contents.subarray(size));
        },
      },
    };
  });
});

describeWith("flipped bits in S3", STORE_PROGRAMS.s3, (program) => {
  let server: StoreServer;
  beforeAll(async () => {
    server = await startS3(program);
  });
  afterAll(() => server.remove());

  describeFlippedBits(async ({ path }) => {
    const bucket = "flipped";
    const objects = createS3ObjectStore({ endpoint: `http://127.0.0.1:${server.port}`, bucket, ...S3_CREDENTIALS, scratch: path });
    await eventually(() =>
      objects.ensureBucket().then(
        () => true,
        () => false,
      ),
    );
    const client = new Client({ endPoint: "127.0.0.1", port: server.port, useSSL: false, ...S3_CREDENTIALS });
    return {
      objects,
      stored: {
        read: async (key) => buffer(await client.getObject(bucket, key)),
        async write(key, bytes) {
          const { metaData } = await client.statObject(bucket, key);
          await client.putObject(bucket, key, bytes, undefined, metaData);
        },
      },
    };
  });
});
