import type { JobSpec } from "@agatha/contracts";
import { jobManifest } from "./kubernetes-job-manifest.js";
import { kubernetesJobSettings } from "./kubernetes-job-settings.js";
import { toJob } from "./kubernetes-job-state.js";
import type { KubernetesJob } from "./kubernetes-job-types.js";

const SPEC: JobSpec = {
  name: "train-a",
  owner: { kind: "Model", name: "a", uid: "u" },
  account: "ada",
  memoryMiB: 512,
  cpus: 1,
  deadlineSeconds: 60,
};
function podOf(settings: object) {
  const { containers, volumes } = jobManifest(SPEC, kubernetesJobSettings.parse({ image: "agatha/trainer:1", ...settings })).spec.template
    .spec;
  return { ...containers[0]!, volumes };
}

test.each<[string, object, string]>([
  ["that its Model asked for", {}, "The job needed more than 512 MiB of memory"],
  [
    "that the administrator bounds",
    { maxMemoryMiB: 256 },
    "The job needed more than 256 MiB of memory, the most that the administrator allows",
  ],
])("a job out of memory tells the limit %s", (_which, resources, message) => {
  const { metadata, spec } = jobManifest(SPEC, kubernetesJobSettings.parse({ image: "agatha/trainer:1", resources }));
  const created = { uid: "u", resourceVersion: "1", creationTimestamp: "2024-05-01T08:00:00Z" };
  const status = { conditions: [{ type: "Failed", status: "True" }] } as KubernetesJob["status"];
  const terminated = { exitCode: 137, reason: "OOMKilled", startedAt: created.creationTimestamp, finishedAt: created.creationTimestamp };
  const pod = {
    metadata: { name: "train-a-x", creationTimestamp: created.creationTimestamp },
    status: { containerStatuses: [{ name: spec.template.spec.containers[0]!.name, state: { terminated } }] },
  };
  expect(toJob({ metadata: { ...metadata, ...created }, spec: {}, status }, [pod])).toMatchObject({ failure: "OutOfMemory", message });
});

test("a pod runs where the administrator and the Model say, and gets what the Model asks for", () => {
  const settings = kubernetesJobSettings.parse({
    image: "agatha/trainer:1",
    nodeSelector: { pool: "training" },
    tolerations: [{ key: "training", operator: "Exists" }],
    priorityClassName: "low",
    queueName: "everybody",
    podTemplate: {
      metadata: { labels: { team: "a" } },
      spec: {
        dnsPolicy: "Default",
        containers: [
          { name: "trainer", env: [{ name: "TZ", value: "UTC" }] },
          { name: "proxy", image: "proxy:1" },
        ],
      },
    },
  });
  const placement = {
    ephemeralStorageMiB: 100,
    extended: { "nvidia.com/gpu": 1 },
    nodeSelector: { gpu: "yes" },
    tolerations: [{ key: "gpu", operator: "Exists" as const }],
    runtimeClassName: "gvisor",
    priorityClassName: "high",
    queueName: "mine",
  };
  const { metadata, spec } = jobManifest({ ...SPEC, ...placement }, settings);
  expect(metadata.labels).toMatchObject({ "kueue.x-k8s.io/queue-name": "mine" });
  const { template } = spec;
  expect(template.metadata.labels).toMatchObject({ team: "a", "agatha.dev/resource": "a" });
  expect(template.spec).toMatchObject({
    dnsPolicy: "Default",
    nodeSelector: { pool: "training", gpu: "yes" },
    tolerations: [{ key: "training" }, { key: "gpu" }],
    runtimeClassName: "gvisor",
    priorityClassName: "high",
  });
  const [trainer, proxy] = template.spec.containers;
  expect(proxy).toEqual({ name: "proxy", image: "proxy:1" });
  expect(trainer?.env.map(({ name }) => name)).toEqual(expect.arrayContaining(["AGATHA_TASK", "TZ"]));
  const more = { "ephemeral-storage": "100Mi", "nvidia.com/gpu": 1 };
  expect(trainer?.resources).toMatchObject({ requests: { memory: "512Mi", ...more }, limits: { cpu: "1", ...more } });
});

test.each([
  ["one for each whole processor", 2.5, undefined, "2"],
  ["one of half a processor", 0.5, undefined, "1"],
  ["no more than the most processors of a training", 4, 3, "3"],
])("a training works in threads: %s", (_which, cpus, maxCpus, threads) => {
  const settings = kubernetesJobSettings.parse({ image: "agatha/trainer:1", resources: { maxCpus } });
  const { spec } = jobManifest({ ...SPEC, cpus }, settings);
  expect(spec.template.spec.containers[0]?.env).toContainEqual({ name: "AGATHA_THREADS", value: threads });
});

test("a training trusts the certificate authority of the stores, if one is set", () => {
  const { env, volumeMounts, volumes } = podOf({ authority: { configMap: "stores-authority", key: "root.pem" } });
  const trusted = env.find(({ name }) => name === "NODE_EXTRA_CA_CERTS")?.value ?? "";
  const mount = volumeMounts.find(({ mountPath }) => trusted === `${mountPath}/root.pem`);
  expect(volumes).toContainEqual({ name: mount?.name, configMap: { name: "stores-authority" } });
});

test("a training mounts only its scratch folder if no certificate authority is set", () => {
  const { env, volumeMounts, volumes } = podOf({});
  expect(env.map(({ name }) => name)).not.toContain("NODE_EXTRA_CA_CERTS");
  expect([volumeMounts.length, volumes.length]).toEqual([1, 1]);
});

test.each([
  ["a", {}, { queue: "everybody", priority: undefined }],
  ["a_team-a", {}, { queue: "of-team-a", priority: "low" }],
  ["a_team-a", { queueName: "mine", priorityClassName: "high" }, { queue: "mine", priority: "high" }],
  ["a_team-b", {}, { queue: "everybody", priority: undefined }],
])("the job of the object %s that asks for %j has the queue and the priority %j", (name, asked, { queue, priority }) => {
  const namespaces = { "team-a": { queueName: "of-team-a", priorityClassName: "low" } };
  const settings = kubernetesJobSettings.parse({ image: "agatha/trainer:1", queueName: "everybody", namespaces });
  const { metadata, spec } = jobManifest({ ...SPEC, owner: { ...SPEC.owner, name }, ...asked }, settings);
  expect(metadata.labels).toMatchObject({ "kueue.x-k8s.io/queue-name": queue });
  expect(spec.template.spec.priorityClassName).toBe(priority);
});

test("the job of an object in a further namespace tells it by labels, and has no owner, which would count as deleted", () => {
  const settings = kubernetesJobSettings.parse({ image: "agatha/trainer:1" });
  const [own, further] = ["a", "a_team-a"].map((name) => jobManifest({ ...SPEC, owner: { ...SPEC.owner, name } }, settings).metadata);
  expect(own).toMatchObject({ ownerReferences: [{ name: "a" }], labels: { "agatha.dev/resource": "a" } });
  expect(further).not.toHaveProperty("ownerReferences");
  expect(further).toMatchObject({ labels: { "agatha.dev/resource": "a", "agatha.dev/namespace": "team-a" } });
});
