/** The stores stop and start while 20 models train and 50 uploads run: everything finishes, and nothing is lost or doubled. */
import type { DatasetAnswer, ErrorBody, ModelAnswer } from "@agatha/contracts/wire";
import { carsCsv } from "../data.js";
import { waitFor } from "../end-to-end/testing/agatha-process.js";
import { TestClient } from "../end-to-end/testing/client.js";
import { recordMeasurement } from "../measurements.js";
import { existingInstallation, RELEASE } from "./installation.js";
import { modelManifest } from "./manifests.js";

const MODELS = 20;
const UPLOADS = 50;
/** A browser opens as many connections to one server. */
const CONCURRENT_UPLOADS = 6;
/** Number of uploads between two outages. */
const BETWEEN = 5;
const STORES = ["minio", "mongodb", "nats"];
const TIMEOUT_SECONDS = 200;
/** Longer than an answer that waits for a store in vain. */
const ANSWER_SECONDS = 60;
/** Allowed rejections while a store is away. 409 means that the name is taken because the answer before was lost. */
const REFUSALS = ["503 010102", "503 011101", "409 010402"];

interface Trained {
  metadata: { name: string };
  status?: { phase?: string; attempts?: number };
}

const installation = existingInstallation();
const { kubectl, tryKubectl } = installation;
const names = (word: string, count: number) => Array.from({ length: count }, (_, i) => `${word}${String(i).padStart(2, "0")}`);

describe("restarts of the stores", () => {
  const client = new TestClient(process.env.AGATHA_URL!);
  const models = names("through", MODELS);
  const uploads = names("Upload", UPLOADS);
  const uploaded = new Set<string>();
  const refusals = new Set<string>();
  const again = new Set<string>();
  const unanswered: string[] = [];
  let owner: string;
  let trainedOn: string;

  beforeAll(async () => {
    owner = (await client.login()).body.id;
    trainedOn = (await client.uploadDataset("cars.csv", carsCsv(), { name: "TrainedOn" })).id;
  });

  const over = ({ status }: Trained) => ["success", "fitting_fail"].includes(status?.phase ?? "");
  /** Retries until the API answers: it notices a moment later than the test that a store is back. */
  const datasets = () =>
    waitFor("the datasets", async () => {
      const answer = await client.json<{ data: DatasetAnswer[] }>("GET", "agatha/datasets/").catch(() => undefined);
      return answer?.body.data;
    });
  const trained = async () => (JSON.parse(await kubectl(["get", "models", "--output", "json"])) as { items: Trained[] }).items;

  /** Uploads as a person does: after a failure once more under the same name. */
  async function upload(name: string): Promise<void> {
    const tryOnce = async () => {
      const answer = await client.upload<ErrorBody>(`${name}.csv`, carsCsv(), { name }).catch((error: Error) => {
        unanswered.push(`${name}: ${error.cause ?? error}`);
        return undefined;
      });
      if (answer?.status === 201) return true;
      again.add(name);
      if (answer) refusals.add(`${answer.status} ${answer.body.tukey_error}`);
      // The lost attempt may have succeeded, or its name is still reserved, for a minute at most.
      return answer?.body.tukey_error === "010402" && (await datasets()).some((dataset) => dataset.name === name);
    };
    await waitFor(`the upload ${name}`, tryOnce, TIMEOUT_SECONDS);
    uploaded.add(name);
  }

  async function uploadAll(): Promise<void> {
    const waiting = [...uploads];
    const worker = async () => {
      for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) await upload(name);
    };
    await Promise.all(Array.from({ length: CONCURRENT_UPLOADS }, worker));
  }

  async function uploadsGoOn(): Promise<void> {
    const enough = Math.min(uploaded.size + BETWEEN, UPLOADS);
    await waitFor("uploads to go on", async () => uploaded.size >= enough, TIMEOUT_SECONDS);
  }

  async function stopAndStart(store: string): Promise<void> {
    await kubectl(["scale", `statefulset/${RELEASE}-${store}`, "--replicas=0"]);
    try {
      await kubectl(["wait", "--for=delete", `pod/${RELEASE}-${store}-0`, "--timeout=120s"]);
      if (store === "mongodb") await isTold();
    } finally {
      await kubectl(["scale", `statefulset/${RELEASE}-${store}`, "--replicas=1"]);
    }
    await isReady(store);
  }
  /** Programs and people get the reason and a time to retry where a request cannot be answered. */
  async function isTold(): Promise<void> {
    const since = Date.now();
    const answer = await client.request("GET", "manage_agatha/audit/");
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(await answer.json()).toMatchObject({ tukey_error: "011101", message: "The remote database does not respond" });
    expect(Date.now() - since).toBeLessThan(ANSWER_SECONDS * 1000);
  }
  const isReady = (store: string) => kubectl(["rollout", "status", `statefulset/${RELEASE}-${store}`, "--timeout=180s"]);

  async function train(names: string[]): Promise<void> {
    const spec = { layers: [{ nodes: [{ algorithm: "RF", params: { trees: 1_000 } }] }], resources: { memoryMiB: 512 } };
    const items = names.map((name) => modelManifest(name, trainedOn, owner, { ...spec, displayName: name }));
    await kubectl(["apply", "--filename", "-"], JSON.stringify({ apiVersion: "v1", kind: "List", items }));
    const begun = ({ metadata, status }: Trained) => names.includes(metadata.name) && status?.phase === "fitting";
    await waitFor("trainings to run", async () => (await trained()).some(begun));
  }

  /** Returns logs that show why trainings do not end. */
  async function traces(): Promise<string> {
    const waiting = (await trained()).filter((model) => !over(model)).map(({ metadata, status }) => [metadata.name, status]);
    const pods = await kubectl(["get", "jobs,pods", "--output", "wide"]);
    const ours = ["--selector", "app.kubernetes.io/part-of=agatha", "--max-log-requests", "100"];
    const { stdout } = await tryKubectl(["logs", ...ours, "--prefix", "--ignore-errors", "--tail", "40"]);
    return [JSON.stringify(waiting), pods, stdout].join("\n");
  }

  test("trainings and uploads under way are neither lost nor doubled when the stores restart", async () => {
    const uploading = uploadAll();
    const underWay: [store: string, models: number][] = [];
    for (const [i, store] of STORES.entries()) {
      await train(models.filter((_, k) => k % STORES.length === i));
      await uploadsGoOn();
      underWay.push([store, (await trained()).filter((model) => !over(model)).length]);
      await stopAndStart(store);
    }
    await uploadsGoOn();
    // Stops all of them at once, without a grace period.
    await kubectl(["delete", "pod", ...STORES.map((store) => `${RELEASE}-${store}-0`), "--force", "--grace-period=0"]);
    await uploading;
    for (const store of STORES) await isReady(store);
    await datasets();
    expect([...refusals].filter((refusal) => !REFUSALS.includes(refusal))).toEqual([]);
    expect(unanswered).toEqual([]);
    // Otherwise the trainings were too short for the test.
    expect(underWay.filter(([, training]) => training === 0)).toEqual([]);
    recordMeasurement(
      `${UPLOADS} uploads while stores go and come: ${again.size} had to be sent again; models under way: ${underWay.join(" ")}`,
    );

    await waitFor("all trainings to end", async () => (await trained()).every(over), TIMEOUT_SECONDS).catch(async (error: Error) => {
      throw new Error(`${error.message}\n${await traces()}`);
    });
    const ends = (await trained()).map(({ metadata, status }) => [metadata.name, status?.phase]);
    expect(ends).toEqual(models.map((name) => [name, "success"]));
    const { data } = (await client.json<{ data: ModelAnswer[] }>("GET", `agatha/datasets/${trainedOn}/models/`)).body;
    // All have the same table, recipe and seed, so any number of attempts on any node gives the same figures.
    expect(new Set(data.map(({ indicators }) => indicators.RMSE)).size).toBe(1);
  }, 1_800_000);

  test("every upload exists once, with all its rows, after the stores have restarted", async () => {
    const isSettled = ({ status }: DatasetAnswer) => status === "evaluating_finish" || status.endsWith("_fail");
    await waitFor("all uploads to be parsed", async () => (await datasets()).every(isSettled), TIMEOUT_SECONDS);
    const found = (await datasets()).filter(({ name }) => name !== "TrainedOn").map(({ name, status, nrow }) => [name, status, nrow]);
    expect(found.sort()).toEqual(uploads.map((name) => [name, "evaluating_finish", 406]));
  }, 900_000);
});
