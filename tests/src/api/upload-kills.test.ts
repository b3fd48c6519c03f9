/** Uploads to the embedded stores, and as many to the stores of a cluster. AGATHA_UPLOADS is their number. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createDirectoryObjectStore, createLmdbResourceStore } from "@agatha/adapters";
import { createS3ObjectStore } from "@agatha/adapters/objects/s3-object-store";
import { createKubernetesResourceStore } from "@agatha/adapters/resources/kubernetes-resource-store";
import { removeFolder, temporaryFolder } from "../end-to-end/testing/agatha-process.js";
import { TestClient } from "../end-to-end/testing/client.js";
import { recordMeasurement } from "../measurements.js";
import { describeWith } from "../ports/servers.js";
import { S3_CREDENTIALS } from "../ports/store-servers.js";
import { clusterPrerequisites, type ProcessCluster, type Program, startProcessCluster } from "../programs/process-cluster.js";
import type { ReadyMessage } from "./server.js";
import { runUploadRound, type UploadResponse, type UploadTarget } from "./upload-kills.js";

const SERVER = fileURLToPath(new URL("./server.js", import.meta.url));
const UPLOADS = Number(process.env.AGATHA_UPLOADS ?? 150);
/** Each upload searches its name among all datasets, so rounds keep their number small. */
const ROUNDS = Math.ceil(UPLOADS / 500);
const ROUND = { uploads: Math.ceil(UPLOADS / ROUNDS), kills: 4 };

async function all(name: string, open: () => Promise<UploadTarget>): Promise<void> {
  const count = { acknowledged: 0, unanswered: 0 };
  for (let round = 0; round < ROUNDS; round++) {
    const { acknowledged, unanswered } = await runUploadRound(await open(), { ...ROUND, roundIndex: round });
    count.acknowledged += acknowledged;
    count.unanswered += unanswered;
  }
  // With fewer acknowledgements the test would show nothing.
  expect(count.acknowledged).toBeGreaterThan((ROUNDS * ROUND.uploads) / 2);
  expect(count.unanswered).toBeGreaterThan(0);
  recordMeasurement(`${name}: ${JSON.stringify(count)} of ${ROUNDS * ROUND.uploads} uploads with ${ROUNDS * ROUND.kills} kills, 0 lost`);
}

test("no acknowledged upload is lost when the API and its embedded stores are killed", async () => {
  const data = await temporaryFolder();
  try {
    await all("one machine", () => onOneMachine(data));
  } finally {
    await removeFolder(data);
  }
}, 3_600_000);

async function onOneMachine(data: string): Promise<UploadTarget> {
  let child: ChildProcess;
  let server: ReadyMessage;
  async function start() {
    child = fork(SERVER, [data]);
    [server] = (await once(child, "message")) as [ReadyMessage];
  }
  async function kill() {
    const exited = once(child, "exit");
    child.kill("SIGKILL");
    await exited;
  }
  await start();
  return {
    async upload(fileName, bytes, name) {
      const form = new FormData();
      form.set("name", name);
      form.set("file", new Blob([new Uint8Array(bytes)]), fileName);
      const answer = await fetch(`${server.url}/agatha/datasets/upload/`, { method: "POST", body: form, headers: server.headers });
      const { id } = (await answer.json()) as Pick<UploadResponse, "id">;
      return { status: answer.status, id };
    },
    kills: [() => kill().then(start)],
    async shutDown() {
      await kill();
      const resources = createLmdbResourceStore({ directory: join(data, "resources") });
      const objects = createDirectoryObjectStore({ directory: join(data, "objects") });
      return { resources, objects, close: async () => void (await Promise.all([resources.close(), objects.close()])) };
    },
  };
}

describeWith("in a cluster", clusterPrerequisites, () => {
  let cluster: ProcessCluster;
  let scratch: string;
  beforeAll(async () => {
    [cluster, scratch] = [await startProcessCluster(), await temporaryFolder()];
  }, 180_000);
  afterAll(async () => {
    await cluster.stop();
    await removeFolder(scratch);
  });

  test("no acknowledged upload is lost when the API, S3, the document store or the API server is killed", async () => {
    await all("a cluster", onCluster);
  }, 7_200_000);

  async function onCluster(): Promise<UploadTarget> {
    let api: Program;
    let client: TestClient;
    async function start() {
      api = await cluster.api();
      client = new TestClient(`http://127.0.0.1:${api.port}/tukey/`);
      expect((await client.login()).status).toBe(200);
    }
    await start();
    const { s3, mongo } = cluster.stores;
    return {
      async upload(fileName, bytes, name) {
        const { status, body } = await client.upload(fileName, bytes, { name });
        return { status, id: body.id };
      },
      kills: [
        async () => {
          await api.end("SIGKILL");
          await start();
        },
        () => s3.restart(),
        () => mongo.restart(),
        () => cluster.server.restart(),
      ],
      async shutDown() {
        await api.end("SIGKILL");
        const resources = createKubernetesResourceStore({ connection: cluster.server.admin(cluster.namespace) });
        const objects = createS3ObjectStore({ endpoint: `http://127.0.0.1:${s3.port}`, bucket: "agatha", ...S3_CREDENTIALS, scratch });
        return { resources, objects, close: async () => void (await Promise.all([resources.close(), objects.close()])) };
      },
    };
  }
});
