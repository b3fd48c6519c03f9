/** Upgrade, also of stores that are older, a deleted secret, uninstall, install again: data and the secrets that protect them are kept. */
import { carsCsv } from "../data.js";
import { waitFor } from "../end-to-end/testing/agatha-process.js";
import { TestClient } from "../end-to-end/testing/client.js";
import { existingInstallation, RELEASE } from "./installation.js";
import { createTrainings, type Trainings } from "./trainings.js";

/** Pods that an upgrade replaces. */
const PROGRAMS = "app.kubernetes.io/component in (operator,api,models)";
const OPERATOR = "app.kubernetes.io/component=operator";

interface PodList {
  items: { metadata: { uid: string; deletionTimestamp?: string } }[];
}

interface StatefulSet {
  metadata: { namespace: string; labels: object; annotations: object };
  spec: { podManagementPolicy: string };
}

describe("datasets, models and secrets", () => {
  const installation = existingInstallation();
  const { kubectl } = installation;
  let datasetId: string;
  let password: string;
  let trainings: Trainings;

  async function withClient<T>(work: (client: TestClient) => Promise<T>): Promise<T> {
    const api = await installation.forward(`${RELEASE}-api`);
    try {
      const client = new TestClient(api.url);
      expect((await client.login("admin", password)).status).toBe(200);
      return await work(client);
    } finally {
      await api.stop();
    }
  }

  /** Returns the pods' uids. */
  async function podsOf(selector: string, fields = ""): Promise<string[]> {
    const uids = "jsonpath={.items[*].metadata.uid}";
    return (await kubectl(["get", "pods", "--selector", selector, "--field-selector", fields, "--output", uids])).split(" ");
  }
  const secrets = async () => [await installation.secret(`${RELEASE}-api`), await installation.secret(`${RELEASE}-stores`)];
  const firstRows = async (client: TestClient) => (await client.json("GET", `agatha/datasets/${datasetId}/rows/?start=0&limit=5`)).body;

  beforeAll(async () => {
    ({ AGATHA_ADMIN_PASSWORD: password = "" } = await installation.secret(`${RELEASE}-api`));
    await withClient(async (client) => {
      datasetId = (await client.uploadDataset("cars.csv", carsCsv(), { name: "LastingCars" })).id;
      trainings = await createTrainings(installation, client);
    });
  });

  test("data and secrets survive an upgrade that restarts every program, and a training continues in its pod", async () => {
    const before = await secrets();
    const { rows, pod } = await withClient(async (client) => {
      // The tuning search lasts until its time is over, longer than the upgrade of a busy machine.
      await trainings.applyModel("upgraded", 20, { tuning: { seconds: 120, candidates: 500 } });
      return { rows: await firstRows(client), pod: await trainings.runningPod("upgraded") };
    });
    const programs = await podsOf(PROGRAMS);
    await installation.install("--set", "logLevel=debug");
    // Old pods may still finish their requests.
    const replaced = async () => !(await podsOf(PROGRAMS)).some((uid) => programs.includes(uid));
    await waitFor("the programs of before to end", replaced, 60);
    // Otherwise the training was too short for the test.
    expect(await podsOf("agatha.dev/resource=upgraded", "status.phase=Running")).toEqual([pod.metadata.uid]);
    expect(await secrets()).toEqual(before);
    expect(await withClient(firstRows)).toEqual(rows);
  }, 600_000);

  const STORES = ["agatha-minio", "agatha-mongodb", "agatha-nats"];
  const uidsOfStores = async () => await podsOf("app.kubernetes.io/component in (minio,mongodb,nats)");

  /** Makes a StatefulSet as it was before `podManagementPolicy`. Its pods go on. */
  async function makeOlder(name: string): Promise<void> {
    const { metadata, spec, ...rest } = JSON.parse(await kubectl(["get", "statefulset", name, "--output", "json"])) as StatefulSet;
    const { podManagementPolicy: _present, ...before } = spec;
    const { labels, annotations, namespace } = metadata;
    await kubectl(["delete", "statefulset", name, "--cascade=orphan"]);
    const older = { ...rest, status: undefined, metadata: { name, namespace, labels, annotations }, spec: before };
    await kubectl(["create", "--filename", "-"], JSON.stringify(older));
  }

  test("stores of an older installation are upgraded as documented, in the pods that they have", async () => {
    const before = await uidsOfStores();
    for (const name of STORES) await makeOlder(name);
    await expect(installation.install()).rejects.toThrow(/updates to statefulset spec .* are forbidden/s);
    await kubectl(["delete", "statefulset", ...STORES, "--cascade=orphan"]);
    await installation.install();
    expect((await uidsOfStores()).sort()).toEqual(before.sort());
    const policies = await kubectl(["get", "statefulsets", ...STORES, "--output", "jsonpath={.items[*].spec.podManagementPolicy}"]);
    expect(policies).toBe("Parallel Parallel Parallel");
    expect(await withClient(firstRows)).toHaveProperty("data");
  }, 600_000);

  /** Returns the uids of all pods but those that are ending, as after an upgrade. */
  async function lastingPods(): Promise<string[]> {
    const selector = `app.kubernetes.io/instance=${RELEASE}`;
    const { items } = JSON.parse(await kubectl(["get", "pods", "--selector", selector, "--output", "json"])) as PodList;
    return items.flatMap(({ metadata: { uid, deletionTimestamp } }) => (deletionTimestamp === undefined ? [uid] : []));
  }

  test("a deleted secret that is in use is not made with other values, replaces no pod, and is made again from a backup", async () => {
    const name = `${RELEASE}-stores`;
    const { data } = JSON.parse(await kubectl(["get", "secret", name, "--output", "json"])) as { data: object };
    const backup = { apiVersion: "v1", kind: "Secret", metadata: { name }, data };
    const before = await lastingPods();
    await kubectl(["delete", "secret", name]);
    try {
      const [oneOperator = ""] = (await kubectl(["get", "pods", "--selector", OPERATOR, "--output", "name"])).split("\n");
      await kubectl(["delete", oneOperator]);
      const logs = () => installation.tryKubectl(["logs", "--selector", OPERATOR, "--container", "secrets", "--prefix"]);
      await waitFor(
        "the word of the new pod",
        async () => (await logs()).stdout.includes(`the secret ${name} is gone, and this installation has used it`),
        120,
      );
      expect((await installation.tryKubectl(["get", "secret", name])).stderr).toContain("NotFound");
    } finally {
      await kubectl(["create", "--filename", "-"], JSON.stringify(backup));
    }
    await kubectl(["rollout", "status", `deployment/${RELEASE}-operator`, "--timeout=300s"]);
    const after = await lastingPods();
    expect(before.filter((uid) => !after.includes(uid))).toHaveLength(1);
  }, 600_000);

  // The tests in between use the time that it takes.
  test("the training that the upgrade found under way ends as its first attempt", async () => {
    await kubectl(["wait", "--for=condition=Ready", "model/upgraded", "--timeout=500s"]);
    expect(await kubectl(["get", "model", "upgraded", "--output", "jsonpath={.status.phase} {.status.attempts}"])).toBe("success 1");
  }, 600_000);

  test("data and secrets survive an uninstall, which leaves no pods but of trainings, and are there after the next installation", async () => {
    const before = await secrets();
    const rows = await withClient(firstRows);
    await trainings.applyModel("left-behind", 20, { tuning: { seconds: 300, candidates: 500 } });
    await trainings.runningPod("left-behind");
    await installation.helm("uninstall", RELEASE, "--wait");
    await waitFor(
      "all pods to be gone",
      async () => (await kubectl(["get", "pods", "--selector", `app.kubernetes.io/instance=${RELEASE}`, "--output", "name"])) === "",
      120,
    );
    await kubectl(["delete", "jobs", "--selector", "app.kubernetes.io/component=trainer"]);
    await kubectl(["delete", "lease", "agatha-operator"]);
    await waitFor("the trainings' pods to be gone", async () => (await kubectl(["get", "pods", "--output", "name"])) === "", 120);
    expect(await kubectl(["get", "datasets", "--output", "name"])).toContain(`dataset.agatha.dev/${datasetId}`);
    expect((await kubectl(["get", "persistentvolumeclaims", "--output", "name"])).split("\n").filter(Boolean)).toHaveLength(2);
    await installation.install();
    expect(await secrets()).toEqual(before);
    expect(await withClient(firstRows)).toEqual(rows);
    await kubectl(["delete", "model", "left-behind", "--timeout=120s"]);
  }, 600_000);
});
