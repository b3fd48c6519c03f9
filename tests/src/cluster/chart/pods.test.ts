/** Images, places and replicas of the pods. */
import { tryRun } from "../launcher/commands.js";
import { EVERYTHING_ON, type Manifest, manifests, render, rendering, variableOf } from "./render-chart.js";

/** Values of parts with the ends of their objects' names. Stores have one pod and no account. */
const PARTS = { operator: "operator", api: "api", models: "models", s3: "minio", mongodb: "mongodb", nats: "nats" };
const ACCOUNTS = ["operator", "api", "models"];

test.each(Object.entries(PARTS))("pods of %s follow the values of where they run, and have the given annotations", async (values, part) => {
  const toleration = { key: "pool", operator: "Exists" };
  const term = { topologyKey: "zone", labelSelector: {} };
  const placement = {
    nodeSelector: { pool: "agatha" },
    tolerations: [toleration],
    affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } },
    priorityClassName: "high",
    ...(ACCOUNTS.includes(part) && { topologySpreadConstraints: [{ ...term, maxSkew: 2, whenUnsatisfiable: "DoNotSchedule" }] }),
  };
  const annotations = { "example.com/mesh": "off" };
  const given = { ...placement, podAnnotations: annotations, ...(ACCOUNTS.includes(part) && { serviceAccountAnnotations: annotations }) };
  const { stdout } = await tryRun([...rendering([]), "--set-json", `${values}=${JSON.stringify(given)}`]);
  const rendered = manifests(stdout);
  const workload = rendered.find(({ kind, metadata }) => /Deployment|StatefulSet/.test(kind) && metadata.name === `agatha-${part}`);
  expect(workload?.spec.template).toMatchObject({ metadata: { annotations }, spec: placement });
  const account = rendered.find(({ kind, metadata }) => kind === "ServiceAccount" && metadata.name === `agatha-${part}`);
  expect(account?.metadata.annotations).toEqual(ACCOUNTS.includes(part) ? annotations : undefined);
});

test("a mirror takes the place of the host of the stores' images, and of nothing else", async () => {
  const text = await render("image.storeRegistry=mirror.example.com/hub/");
  const images = [...text.matchAll(/image: (\S+)/g)].map(([, image]) => image);
  expect(images.filter((image) => image!.startsWith("mirror.example.com/hub/")).map((image) => image!.split(":")[0])).toEqual([
    "mirror.example.com/hub/minio/minio",
    "mirror.example.com/hub/mongo",
    "mirror.example.com/hub/nats",
  ]);
});

test("an upgrade replaces a store's pod that cannot start", async () => {
  const stores = manifests(await render()).filter(({ kind }) => kind === "StatefulSet");
  expect(stores.map(({ metadata, spec }) => [metadata.name, spec.podManagementPolicy])).toEqual([
    ["agatha-minio", "Parallel"],
    ["agatha-mongodb", "Parallel"],
    ["agatha-nats", "Parallel"],
  ]);
});

test("the operator and the API deployments tolerate one unavailable pod, and scale by processor use where that is enabled", async () => {
  const rendered = manifests(await render(...EVERYTHING_ON));
  const of = (wanted: string) =>
    rendered.filter(({ kind }) => kind === wanted).map(({ metadata, spec }) => ({ name: metadata.name, spec }));
  expect(of("PodDisruptionBudget").map(({ name, spec }) => [name, spec.maxUnavailable])).toEqual([
    ["agatha-api", 1],
    ["agatha-models", 1],
    ["agatha-operator", 1],
    ["agatha-minio", 1],
    ["agatha-mongodb", 1],
    ["agatha-nats", 1],
  ]);
  const scaled = of("HorizontalPodAutoscaler").map(({ spec }) => spec.scaleTargetRef.name);
  expect(scaled).toEqual(["agatha-api", "agatha-models"]);
  // Otherwise each upgrade would reset the number of replicas to that of the values.
  for (const { name, spec } of of("Deployment").filter(({ name }) => scaled.includes(name)))
    expect([name, spec.replicas]).toEqual([name, undefined]);
});

test("Agatha's images are taken by their digests, the trainer's too, and a store's by the digest in its value", async () => {
  const digest = (digit: string) => `sha256:${digit.repeat(64)}`;
  const given = ["operator=a", "api=b", "trainer=c"].map((pair) => pair.split("=") as [string, string]);
  const nats = `docker.io/nats:2.11-alpine@${digest("d")}`;
  const settings = [...given.map(([name, digit]) => `image.digests.${name}=${digest(digit)}`), `nats.image=${nats}`];
  const pods = manifests(await render(...settings)).flatMap(({ kind, metadata, spec }) =>
    /Deployment|StatefulSet/.test(kind) ? [{ metadata, spec }] : [],
  );
  const imageOf = (name: string) => pods.find(({ metadata }) => metadata.name === `agatha-${name}`)!.spec.template.spec.containers[0].image;
  expect(imageOf("operator")).toBe(`agatha/operator:0.1.0@${digest("a")}`);
  expect([imageOf("api"), imageOf("models")]).toEqual(Array(2).fill(`agatha/api:0.1.0@${digest("b")}`));
  expect(imageOf("nats")).toBe(nats);
  const operator = pods.find(({ metadata }) => metadata.name === "agatha-operator") as Manifest;
  expect(JSON.parse(variableOf(operator, "AGATHA_JOBS")!).image).toBe(`agatha/trainer:0.1.0@${digest("c")}`);
});

test("operators of a release elect one another alone", async () => {
  const operator = manifests(await render()).find(({ kind, metadata }) => kind === "Deployment" && metadata.name === "agatha-operator");
  expect(variableOf(operator, "AGATHA_RELEASE")).toBe("agatha");
});
