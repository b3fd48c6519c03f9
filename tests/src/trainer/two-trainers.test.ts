/** Two concurrent attempts at one task, each of which may be killed at any of its writes. */
import { createDirectoryObjectStore, createLmdbDocumentStore } from "@agatha/adapters";
import { clusterVariables } from "@agatha/adapters/cluster/environment-variables";
import { openClusterStores } from "@agatha/adapters/cluster/open-cluster-stores";
import { readEnvironment } from "@agatha/adapters/server/environment-variables";
import { COLLECTIONS, type Task, taskOutputs } from "@agatha/contracts";
import { runTask } from "@agatha/trainer/tasks/run-task";
import { recordMeasurement } from "../measurements.js";
import { crashStoresAfterWrites, InjectedCrash, type Stores } from "../operator/crash-injection.js";
import { FAKE_STEPS } from "../operator/fake-steps.js";
import { describeWith } from "../ports/servers.js";
import { S3_CREDENTIALS, STORE_PROGRAMS, startMongo, startNats, startS3 } from "../ports/store-servers.js";
import { createTemporaryFolder } from "../ports/temporary-folder.js";

const ROUNDS = 1_000;
/** More than the writes of an attempt: its kill never comes. */
const MOST_WRITES = 8;
const MODEL = { type: "REGRESSION" as const, response: "a", layers: [{ nodes: [{ algorithm: "GLM" }] }], maxFpr: 1, seed: 1 };

/** Mulberry32: the same kills in each run of the test. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

interface SharedStores {
  stores: Stores;
  close(): Promise<void>;
}

function describeTwoTrainers(name: string, open: () => Promise<SharedStores>): void {
  describe(`two trainers at one task, on ${name}`, () => {
    let place: SharedStores;
    beforeAll(async () => {
      place = await open();
    }, 60_000);
    afterAll(() => place.close());

    async function newTask(round: number): Promise<string> {
      const id = `m-hardness-train-0123456789abcdef-${round}`;
      await place.stores.documents.collection(COLLECTIONS.tasks).insert({
        id,
        resourceKind: "Model",
        resourceName: "hardness",
        resourceUid: `u${round}`,
        input: {
          kind: "train",
          table: "t",
          tableDocument: "d",
          sampling: "raw",
          timezone: "UTC",
          model: MODEL,
        } as Task["input"],
        outputPrefix: `models/u${round}/${id}`,
        createdAt: "2024-05-01T08:00:00.000Z",
      });
      return id;
    }

    async function attempt(task: string, attempt: string, writes: number): Promise<"published" | "superseded" | "killed"> {
      const run = runTask(
        {
          ...crashStoresAfterWrites(place.stores, writes),
          handlers: FAKE_STEPS,
          clock: { now: () => Date.parse("2024-05-01T09:00:00.000Z") },
          attempt,
          scratch: "unused",
          signal: new AbortController().signal,
          warn: () => undefined,
        },
        task,
      );
      return await run.catch((error: unknown) => {
        if (error instanceof InjectedCrash) return "killed";
        throw error;
      });
    }

    /** Returns the winning attempt. All of its outputs must exist, and none of the others'. */
    async function winnerOf(task: string, round: number): Promise<string> {
      const { documents, objects } = place.stores;
      const { result } = (await documents.collection(COLLECTIONS.tasks).get(task))!;
      if (result?.status !== "success") throw new Error(`round ${round} has no result`);
      const { artifact, predictions, info } = taskOutputs.train.parse(result.output);
      for (const key of [artifact.key, predictions]) expect(key).toContain(`/${result.attempt}/`);
      expect(await objects.head(artifact.key)).toMatchObject({ sha256: artifact.sha256, size: artifact.size });
      expect(await objects.head(predictions)).toBeDefined();
      expect(await documents.collection(COLLECTIONS.modelInfos).get(info)).toMatchObject({
        id: `${task}.${result.attempt}`,
        modelUid: `u${round}`,
      });
      return result.attempt;
    }

    test(`two trainers killed at random in ${ROUNDS} rounds leave one whole result of each task`, async () => {
      const random = seeded(1);
      const kills = () => (random() < 0.5 ? Math.floor(random() * MOST_WRITES) : Number.POSITIVE_INFINITY);
      const ends = { published: 0, superseded: 0, killed: 0 };
      let again = 0;
      for (let round = 0; round < ROUNDS; round++) {
        const task = await newTask(round);
        const outcomes = await Promise.all([attempt(task, "one", kills()), attempt(task, "two", kills())]);
        for (const outcome of outcomes) ends[outcome] += 1;
        expect(outcomes.filter((outcome) => outcome === "published").length).toBeLessThan(2);
        // The operator starts another attempt in this way when a job gives no result.
        const third = await attempt(task, "three", Number.POSITIVE_INFINITY);
        if (third === "published") again += 1;
        const winner = await winnerOf(task, round);
        expect(winner === "three").toBe(third === "published");
        if (third === "published") expect(outcomes).not.toContain("published");
        await place.stores.documents.collection(COLLECTIONS.tasks).delete(task);
      }
      recordMeasurement(`two trainers on ${name}: ${ROUNDS} rounds, ${JSON.stringify(ends)}, ${again} tried a third time`);
      for (const count of [ends.published, ends.superseded, ends.killed, again]) expect(count).toBeGreaterThan(ROUNDS / 20);
    }, 900_000);
  });
}

describeTwoTrainers("embedded stores", async () => {
  const disk = await createTemporaryFolder();
  const documents = createLmdbDocumentStore({ directory: `${disk.path}/documents` });
  const objects = createDirectoryObjectStore({ directory: `${disk.path}/objects` });
  return {
    stores: { documents, objects },
    async close() {
      await Promise.all([documents.close(), objects.close()]);
      await disk.remove();
    },
  };
});

const { s3, mongo, nats } = STORE_PROGRAMS;
describeWith("a cluster's stores", s3 && mongo && nats, () => {
  describeTwoTrainers("S3 and MongoDB's wire", async () => {
    const [objects, documents, events] = await Promise.all([startS3(s3!), startMongo(mongo!), startNats(nats!)]);
    const env = {
      AGATHA_S3_ENDPOINT: `http://127.0.0.1:${objects.port}`,
      AGATHA_S3_ACCESS_KEY: S3_CREDENTIALS.accessKey,
      AGATHA_S3_SECRET_KEY: S3_CREDENTIALS.secretKey,
      AGATHA_MONGODB_URL: `mongodb://127.0.0.1:${documents.port}/`,
      AGATHA_NATS_URL: `nats://127.0.0.1:${events.port}`,
    };
    const stores = await openClusterStores(readEnvironment(clusterVariables, env), { onError: () => undefined });
    return {
      stores,
      async close() {
        await stores.close();
        await Promise.all([objects.remove(), documents.remove(), events.kill()]);
      },
    };
  });
});
