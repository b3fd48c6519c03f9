/** The samples on a real API server, by kubectl, as tools of GitOps apply them. */
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { createKubernetesResourceStore } from "@agatha/adapters/resources/kubernetes-resource-store";
import { KIND_NAMES, type KindName, type Resource } from "@agatha/contracts";
import { type ApiServer, findApiServer, SAMPLES, startApiServer } from "../ports/api-server.js";
import { describeWith, findProgram } from "../ports/servers.js";
import { createTemporaryFolder, eventually, type TemporaryFolder } from "../ports/temporary-folder.js";
import { startKubernetesOperator } from "./kubernetes-operator.js";
import { createTestHarness, type TestHarness } from "./test-harness.js";

const KUBECTL = findProgram("kubectl");

describeWith("samples that are applied to Kubernetes", KUBECTL && findApiServer(), () => {
  let server: ApiServer;
  let disk: TemporaryFolder;
  let harness: TestHarness;
  let namespace: string;
  let stop: () => Promise<void>;

  beforeAll(async () => {
    disk = await createTemporaryFolder();
    server = await startApiServer([]);
    writeFileSync(join(disk.path, "kubeconfig"), server.kubeConfig.exportConfig());
    namespace = await server.namespace();
    harness = await createTestHarness(undefined, async () =>
      createKubernetesResourceStore({ connection: server.admin(namespace), fieldManager: "agatha-operator" }),
    );
    stop = await startKubernetesOperator(server, namespace, harness);
  }, 120_000);
  afterAll(async () => {
    await stop();
    await harness.close();
    await server.stop();
    await disk.remove();
  });

  async function kubectl(...args: string[]): Promise<string> {
    const where = ["--kubeconfig", join(disk.path, "kubeconfig"), "--namespace", namespace];
    return (await promisify(execFile)(KUBECTL!, [...where, ...args])).stdout;
  }
  const objects = async () =>
    (await Promise.all(KIND_NAMES.map((kind) => harness.ports.resources.list(kind)))).flatMap(({ items }) => items as Resource<KindName>[]);
  /** Resolves with the generation of each object when the operator has seen it. */
  async function seen(): Promise<Map<string, number>> {
    await eventually(
      async () => (await objects()).every(({ metadata, status }) => status?.observedGeneration === metadata.generation),
      120,
    );
    return new Map((await objects()).map(({ kind, metadata }) => [`${kind} ${metadata.name}`, metadata.generation]));
  }

  test.each([
    ["kubectl apply", []],
    ["kubectl apply --server-side", ["--server-side"]],
  ])("after %s there is no difference, and a second one changes nothing", async (_how, flags) => {
    await kubectl("apply", ...flags, "--filename", SAMPLES);
    const before = await seen();
    expect([...before.values()]).toEqual([...before.values()].map(() => 1));
    // kubectl diff exits with 1 where it finds a difference.
    expect(await kubectl("diff", ...flags, "--filename", SAMPLES)).toBe("");
    const again = (await kubectl("apply", ...flags, "--filename", SAMPLES)).trim().split("\n");
    expect(again.filter((line) => !/ (unchanged|serverside-applied)$/.test(line))).toEqual([]);
    expect(await seen()).toEqual(before);
    await kubectl("delete", "--wait=false", "--filename", SAMPLES);
    await eventually(async () => (await objects()).length === 0, 60);
  });

  test("an object that no operator has seen does not count as done", async () => {
    const unserved = await server.namespace();
    const unseen = ["--namespace", unserved, "--filename", SAMPLES];
    await kubectl("apply", ...unseen);
    const generations = await kubectl("get", ...unseen, "--output", "jsonpath={.items[*].status}");
    expect(new Set(generations.split(" "))).toEqual(new Set(['{"observedGeneration":-1}']));
    expect(await kubectl("diff", ...unseen)).toBe("");
  });

  test("the operator writes under a name of its own, and owns no field of a spec", async () => {
    await kubectl("apply", "--server-side", "--filename", SAMPLES);
    await seen();
    for (const kind of ["datasets", "models", "automodels", "evaluations", "calculations"]) {
      const list = JSON.parse(await kubectl("get", kind, "--show-managed-fields", "--output", "json")) as {
        items: { metadata: { managedFields: { manager: string; fieldsV1: Record<string, unknown> }[] } }[];
      };
      for (const { metadata } of list.items) {
        const managers = new Map(metadata.managedFields.map(({ manager, fieldsV1 }) => [manager, Object.keys(fieldsV1)]));
        expect([kind, [...managers.keys()].sort()]).toEqual([kind, ["agatha-operator", "kubectl"]]);
        const owned = metadata.managedFields
          .filter(({ manager }) => manager === "agatha-operator")
          .flatMap(({ fieldsV1 }) => Object.keys(fieldsV1));
        expect([kind, owned]).not.toContainEqual([kind, expect.arrayContaining(["f:spec"])]);
      }
    }
  });

  test("kubectl get shows what an object does or waits for, without a column twice", async () => {
    await kubectl("delete", "--wait=false", "--ignore-not-found", "--filename", SAMPLES);
    await eventually(async () => (await objects()).length === 0, 60);
    await kubectl("apply", "--filename", join(SAMPLES, "model.yaml"));
    await seen();
    const [heading = "", line = ""] = (await kubectl("get", "models")).split("\n");
    expect(heading.split(/\s+/).filter(Boolean)).toEqual(["NAME", "DISPLAY", "DATASET", "TYPE", "PHASE", "READY", "REASON", "API", "AGE"]);
    expect(line).toMatch(/^furnace-hardness .* init +False +DatasetNotFound/);
  });

  test("each kind has a short name that no other resource has", async () => {
    // The second of five columns; resources without short names have four.
    const columns = (await kubectl("api-resources", "--no-headers")).split("\n").map((line) => line.trim().split(/\s+/));
    const named = columns.flatMap(([resource = "", short = "", version = "", ...rest]) =>
      rest.length === 2 ? short.split(",").map((name) => ({ resource, name, isOurs: version.startsWith("agatha.dev/") })) : [],
    );
    const ours = named.filter(({ isOurs }) => isOurs);
    expect(ours.map(({ resource }) => resource).sort()).toEqual(["automodels", "calculations", "datasets", "evaluations", "models"]);
    const others = new Set(named.filter(({ isOurs }) => !isOurs).map(({ name }) => name));
    expect(others).toContain("ds");
    expect(ours.filter(({ name }) => others.has(name))).toEqual([]);
  });
});
