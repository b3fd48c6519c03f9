/** kubectl as an interface of the product: explain, apply, get, wait, delete, and rejections that name the field. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { DatasetAnswer, ModelAnswer } from "@agatha/contracts/wire";
import { carsCsv } from "../data.js";
import { waitFor } from "../end-to-end/testing/agatha-process.js";
import { TestClient } from "../end-to-end/testing/client.js";
import { describeDocumentation } from "./documented-suite.js";
import { existingInstallation, RELEASE } from "./installation.js";
import { REPOSITORY } from "./launcher/cluster-paths.js";
import { modelManifest as model } from "./manifests.js";

const SAMPLES = join(REPOSITORY, "crds/samples");
const installation = existingInstallation();
const { kubectl, tryKubectl } = installation;

function appliedDataset(name: string, source: object) {
  const spec = { displayName: "Applied", owner: "admin", source: { fileName: "a.csv", format: "csv", ...source } };
  return { apiVersion: "agatha.dev/v1beta1", kind: "Dataset", metadata: { name }, spec };
}

test.each(readdirSync(SAMPLES))("the sample %s is accepted unchanged", async (name) => {
  const applied = await kubectl(["apply", "--dry-run=server", "--validate=true", "--filename", join(SAMPLES, name)]);
  expect(applied).toMatch(/created|configured/);
  expect(readFileSync(join(SAMPLES, name), "utf8")).toContain("agatha.dev/v1beta1");
});

test("the applied samples become a dataset with the inline rows and a model of it", async () => {
  await kubectl(["apply", "--filename", join(SAMPLES, "dataset.yaml")]);
  await kubectl(["wait", "--for=condition=Ready", "dataset/furnace", "--timeout=300s"]);
  await kubectl(["apply", ...["model", "evaluation", "calculation"].flatMap((name) => ["--filename", join(SAMPLES, `${name}.yaml`)])]);
  for (const object of ["model/furnace-hardness", "dataset/furnace-may", "evaluation/furnace-may", "calculation/furnace-best-settings"])
    expect(await kubectl(["wait", "--for=condition=Ready", object, "--timeout=300s"])).toContain("condition met");
  const client = new TestClient(process.env.AGATHA_URL!);
  await client.login();
  expect(await client.dataset("furnace")).toMatchObject({ name: "Furnace", total_rows: 80, status: "evaluating_finish" });
  await kubectl(["delete", "dataset", "furnace", "furnace-may", "--timeout=120s"]);
}, 900_000);

test.each([
  ["without rows", { inline: "a,b\n" }, "010406"],
  ["with a header twice", { inline: "a,a\n1,2\n" }, "010404"],
])("an inline table %s fails with the reason of a bad upload", async (_what, source, reason) => {
  await kubectl(["apply", "--filename", "-"], JSON.stringify(appliedDataset("bad-text", source)));
  await kubectl(["wait", "--for=jsonpath={.status.phase}=preprocess_fail", "dataset/bad-text", "--timeout=300s"]);
  expect(await kubectl(["get", "dataset", "bad-text", "--output", "jsonpath={.status.reason}"])).toBe(reason);
  await kubectl(["delete", "dataset", "bad-text", "--timeout=60s"]);
});

test("server-side apply accepts a longer inline table and keeps no copy of it", async () => {
  const rows = Array.from({ length: 20_000 }, (_, i) => `${i},${(i * 7919) % 1000}`);
  const long = JSON.stringify(appliedDataset("long-text", { inline: ["a,b", ...rows].join("\n") }));
  await kubectl(["apply", "--server-side", "--filename", "-"], long);
  await kubectl(["wait", "--for=condition=Ready", "dataset/long-text", "--timeout=300s"]);
  expect(await kubectl(["get", "dataset", "long-text", "--output", "jsonpath={.status.totalRows}"])).toBe("20000");
  await kubectl(["delete", "dataset", "long-text", "--timeout=60s"]);
});

test.each([
  ["neither a file nor rows", {}, "exactly one of the two"],
  ["both", { inline: "a\n1\n", key: "uploads/a", sha256: "0".repeat(64), size: 4 }, "exactly one of the two"],
])("a Dataset with %s is rejected with advice", async (_what, source, message) => {
  const { status, stderr } = await tryKubectl(["apply", "--filename", "-"], JSON.stringify(appliedDataset("wrong", source)));
  expect([status, stderr]).toEqual([1, expect.stringContaining(message)]);
});

test.each(["dataset.spec.source", "model.spec.layers", "automodel.spec.limits", "evaluation.spec", "calculation.spec"])(
  "kubectl explain %s describes each field",
  async (path) => {
    const text = await kubectl(["explain", path]);
    expect(text).toContain("DESCRIPTION");
    expect(text).not.toContain("<no description>");
  },
);

interface Schema {
  description?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  additionalProperties?: Schema;
}

/** Returns the paths of fields without a description. */
function undescribed(path: string, { properties = {}, items, additionalProperties }: Schema): string[] {
  const fields = Object.entries(properties).map(([name, field]): [string, Schema] => [`${path}.${name}`, field]);
  const parts = [items, additionalProperties].flatMap((part): [string, Schema][] => (part ? [[`${path}[]`, part]] : []));
  const here = fields.filter(([, { description = "" }]) => description.trim() === "").map(([name]) => name);
  return [...here, ...[...fields, ...parts].flatMap(([name, schema]) => undescribed(name, schema))];
}

test.each(["datasets", "models", "automodels", "evaluations", "calculations"])("every field of %s has a description", async (plural) => {
  const definition = JSON.parse(await kubectl(["get", "customresourcedefinition", `${plural}.agatha.dev`, "--output", "json"]));
  const { openAPIV3Schema } = definition.spec.versions[0].schema as { openAPIV3Schema: { properties: Record<string, Schema> } };
  const { spec, status } = openAPIV3Schema.properties;
  expect(Object.keys(spec!.properties!).length).toBeGreaterThan(3);
  expect(undescribed("", { properties: { spec: spec!, status: status! } })).toEqual([]);
});

test.each([
  ["an unknown type", { type: "MAGIC" }, "spec.type"],
  ["a seed below zero", { seed: -1 }, "spec.seed"],
  ["no response", { response: undefined }, "REGRESSION and CLASSIFICATION need a response"],
  ["too little memory", { resources: { memoryMiB: 1 } }, "spec.resources.memoryMiB"],
])("a Model with %s is rejected with the field's path", async (_what, change, message) => {
  const { status, stderr } = await tryKubectl(["apply", "--filename", "-"], JSON.stringify(model("wrong", "any", "admin", change)));
  expect(status).not.toBe(0);
  expect(stderr).toContain(message);
});

describe("an applied Model", () => {
  const client = new TestClient(process.env.AGATHA_URL!);
  let owner: string;
  let dataset: DatasetAnswer;

  beforeAll(async () => {
    owner = (await client.login()).body.id;
    dataset = await client.uploadDataset("cars.csv", carsCsv(), { name: "KubectlCars" });
  });
  afterAll(() => kubectl(["delete", "dataset", dataset.id, "--timeout=60s"]));

  test("an applied Model becomes ready and appears in the console like any other", async () => {
    await kubectl(["apply", "--filename", "-"], JSON.stringify(model("applied-by-kubectl", dataset.id, owner)));
    await kubectl(["wait", "--for=condition=Ready", "model/applied-by-kubectl", "--timeout=120s"]);
    const seen = (await client.json<ModelAnswer>("GET", `agatha/datasets/${dataset.id}/models/applied-by-kubectl/`)).body;
    expect(seen).toMatchObject({ name: "Applied", status: "success" });
    expect(seen.indicators.RMSE).toBeGreaterThan(0);
  });

  test("kubectl get lists an applied Model with its main fields, and kubectl describe shows its history", async () => {
    const [heading = "", ...lines] = (await kubectl(["get", "models"])).split("\n");
    expect(heading.split(/\s{2,}|\s+$/).filter(Boolean)).toEqual([
      "NAME",
      "DISPLAY",
      "DATASET",
      "TYPE",
      "PHASE",
      "READY",
      "REASON",
      "API",
      "AGE",
    ]);
    expect(lines.find((line) => line.startsWith("applied-by-kubectl"))).toMatch(/Applied +\S+ +REGRESSION +success +True +Trained +False/);
    expect(await kubectl(["get", "agatha", "--output", "name"])).toContain("model.agatha.dev/applied-by-kubectl");
    const description = await kubectl(["describe", "model", "applied-by-kubectl"]);
    expect(description).toMatch(/Type: +Ready/);
    expect(description).toMatch(/Events:[\s\S]*Normal +Trained/);
  });

  test("a deleted Model disappears from the console with its jobs", async () => {
    await kubectl(["delete", "model", "applied-by-kubectl", "--timeout=60s"]);
    expect((await client.json("GET", `agatha/datasets/${dataset.id}/models/applied-by-kubectl/`)).status).toBe(404);
  });
});

test("an object that waits for a removed operator is freed by hand", async () => {
  const scale = (replicas: number) => kubectl(["scale", `deployment/${RELEASE}-operator`, `--replicas=${replicas}`]);
  await kubectl(["apply", "--filename", "-"], JSON.stringify(appliedDataset("orphan", { inline: "a,b\n1,2\n3,4\n" })));
  await kubectl(["wait", "--for=condition=Ready", "dataset/orphan", "--timeout=300s"]);
  await scale(0);
  try {
    const pods = ["get", "pods", "--selector", "app.kubernetes.io/component=operator", "--output", "name"];
    await waitFor("the operator to be gone", async () => (await kubectl(pods)) === "", 120);
    await kubectl(["delete", "dataset", "orphan", "--wait=false"]);
    expect(await kubectl(["get", "agatha", "--output", "name"])).toContain("dataset.agatha.dev/orphan");
    await kubectl(["patch", "dataset.agatha.dev/orphan", "--type=merge", "--patch", '{"metadata":{"finalizers":[]}}']);
    expect(await kubectl(["get", "datasets", "--output", "name"])).not.toContain("orphan");
  } finally {
    await scale(2);
    await kubectl(["rollout", "status", `deployment/${RELEASE}-operator`, "--timeout=180s"]);
  }
});

describeDocumentation();
