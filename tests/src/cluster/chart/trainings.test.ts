/** Pods of trainings: their bounds, credentials and network. */
import { jobManifest } from "@agatha/adapters/jobs/kubernetes-job-manifest";
import { kubernetesJobSettings } from "@agatha/adapters/jobs/kubernetes-job-settings";
import { tryRun } from "../launcher/commands.js";
import { manifests, render, rendering, STORES_ELSEWHERE, variableOf } from "./render-chart.js";

test("pods of trainings follow the chart's values within their bounds", async () => {
  const settings = [
    "image.registry=registry.example.com",
    "image.tag=v7",
    "image.pullSecrets[0].name=pull",
    "trainer.maxMemoryMiB=2048",
    "trainer.maxCpus=1",
    "trainer.cpuRequest=0.5",
    "trainer.queueName=trainings",
    "trainer.namespaces.team-a.queueName=team-a",
    "trainer.nodeSelector.pool=batch",
    "trainer.tolerations[0].key=batch",
    "trainer.tolerations[0].operator=Exists",
    "trainer.priorityClassName=low",
    "trainer.scratchSizeLimit=3Gi",
  ];
  const operator = manifests(await render(...settings)).find(
    ({ kind, metadata }) => kind === "Deployment" && metadata.name === "agatha-operator",
  );
  const { env } = operator!.spec.template.spec.containers[0];
  const jobs = kubernetesJobSettings.parse(JSON.parse(env.find(({ name }: { name: string }) => name === "AGATHA_JOBS").value));
  const wanted = {
    name: "train-a",
    owner: { kind: "Model", name: "a", uid: "u" },
    account: "ada",
    memoryMiB: 8192,
    cpus: 4,
    deadlineSeconds: 60,
  } as const;
  const { metadata, spec } = jobManifest(wanted, jobs);
  expect(metadata.labels).toMatchObject({ "kueue.x-k8s.io/queue-name": "trainings" });
  const ofTeam = jobManifest({ ...wanted, owner: { ...wanted.owner, name: "a_team-a" } }, jobs);
  expect(ofTeam.metadata.labels).toMatchObject({ "kueue.x-k8s.io/queue-name": "team-a" });
  const pod = spec.template.spec;
  expect(pod).toMatchObject({
    imagePullSecrets: [{ name: "pull" }],
    nodeSelector: { pool: "batch" },
    tolerations: [{ key: "batch", operator: "Exists" }],
    priorityClassName: "low",
    volumes: [{ name: "scratch", emptyDir: { sizeLimit: "3Gi" } }],
  });
  expect(pod.containers[0]).toMatchObject({
    image: "registry.example.com/agatha/trainer:v7",
    resources: { requests: { cpu: "0.5", memory: "2048Mi" }, limits: { cpu: "1", memory: "2048Mi" } },
  });
});

test.each([
  ["have a class of low priority by default", [], "agatha-agatha-training", [{ name: "agatha-agatha-training", value: -10 }]],
  ["have the named priority class", ["trainer.priorityClassName=low"], "low", []],
  ["have the cluster's default priority where the chart may create no class", ["trainer.makeRoom=false"], undefined, []],
])("trainings %s", async (_what, settings, named, classes) => {
  const rendered = manifests(await render(...settings));
  const operator = rendered.find(({ kind, metadata }) => kind === "Deployment" && metadata.name === "agatha-operator");
  const { env } = operator!.spec.template.spec.containers[0];
  expect(JSON.parse(env.find(({ name }: { name: string }) => name === "AGATHA_JOBS").value).priorityClassName).toBe(named);
  const made = rendered.filter(({ kind }) => kind === "PriorityClass");
  expect(made.map(({ metadata, value }) => ({ name: metadata.name, value }))).toEqual(classes);
});

/** Returns the settings of jobs that the operator gets from the chart. */
const jobSettings = async (...settings: string[]) => jobSettingsIn(await render(...settings));

function jobSettingsIn(rendered: string) {
  const operator = manifests(rendered).find(({ kind, metadata }) => kind === "Deployment" && metadata.name === "agatha-operator");
  return kubernetesJobSettings.parse(JSON.parse(variableOf(operator, "AGATHA_JOBS")!));
}

test("the operator takes the names of queues, the empty texts and the rooms for files that the chart takes", async () => {
  const empty = ["trainer.namespaces.team-a.queueName=", "trainer.namespaces.team-a.priorityClassName="];
  const named = ["trainer.queueName=team.b", "trainer.namespaces.team-b.queueName=team.b"];
  const settings = await jobSettings(...empty, ...named, "trainer.scratchSizeLimit=1Pi");
  expect(settings).toMatchObject({ queueName: "team.b", scratchSizeLimit: "1Pi" });
  expect(settings.namespaces).toEqual({ "team-a": {}, "team-b": { queueName: "team.b" } });
  expect((await jobSettings("trainer.scratchSizeLimit=21474836480")).scratchSizeLimit).toBe("21474836480");
  const { stdout } = await tryRun([...rendering([]), "--set-json", "trainer.scratchSizeLimit=21474836480"]);
  expect(jobSettingsIn(stdout).scratchSizeLimit).toBe("21474836480");
});

test("a training gets credentials of its own for the bundled S3, and nothing of the stores' secret", async () => {
  const settings = await jobSettings();
  expect(settings.s3Session).toEqual({ endpoint: "http://agatha-minio:9000" });
  const spec = {
    name: "t",
    owner: { kind: "Model", name: "m", uid: "u" },
    account: "ada",
    memoryMiB: 256,
    cpus: 1,
    deadlineSeconds: 60,
  } as const;
  const [container] = jobManifest(spec, settings, { AGATHA_S3_ACCESS_KEY: "its own" }).spec.template.spec.containers;
  expect(container!.envFrom).toEqual([{ configMapRef: { name: "agatha-stores" } }]);
  const secrets = container!.env.flatMap(({ valueFrom }) => (valueFrom ? [valueFrom.secretKeyRef.key] : []));
  expect(secrets).toEqual([]);
  expect(container!.env).toContainEqual({ name: "AGATHA_S3_ACCESS_KEY", value: "its own" });
});

test("with an S3 elsewhere a training has the S3's keys, unless a token service is named", async () => {
  const shared = await jobSettings(...STORES_ELSEWHERE);
  expect([shared.s3Session, shared.env.map(({ name }) => name)]).toEqual([undefined, ["AGATHA_S3_ACCESS_KEY", "AGATHA_S3_SECRET_KEY"]]);
  const role = "arn:aws:iam::1:role/trainer";
  const own = await jobSettings(...STORES_ELSEWHERE, "s3.sts.endpoint=https://sts.example.com", `s3.sts.roleArn=${role}`);
  expect([own.s3Session, own.env.length]).toEqual([{ endpoint: "https://sts.example.com", roleArn: role }, 0]);
});

test.each<[string, string[], { egress: string[]; elsewhere: boolean }]>([
  ["bundled stores", [], { egress: ["agatha/minio:9000", "agatha/operator:tasks"], elsewhere: false }],
  ["stores elsewhere", STORES_ELSEWHERE, { egress: ["agatha/operator:tasks"], elsewhere: true }],
])("with %s trainings reach the object store and the operator alone", async (_which, settings, { egress, elsewhere }) => {
  const policies = manifests(await render(...settings)).filter(({ kind }) => kind === "NetworkPolicy");
  const policy = (part: string) => policies.find(({ metadata }) => metadata.name === `agatha-${part}`)?.spec;
  const isTrainer = (labels: Record<string, string>) => labels["app.kubernetes.io/component"] === "trainer";
  // biome-ignore lint/suspicious/noExplicitAny: rules of network policies.
  const peers = (rules: any[]) => rules.flatMap(({ to = [], ports }) => to.map((peer: any) => ({ ...peer, port: ports[0].port })));
  const found = peers(policy("trainer").egress);
  const named = found.flatMap(({ podSelector, port }) => {
    if (!podSelector) return [];
    const { matchLabels, matchExpressions = [] } = podSelector;
    const part = matchExpressions[0]?.values.join() ?? matchLabels["app.kubernetes.io/component"];
    return [`${matchLabels["app.kubernetes.io/instance"]}/${part}:${port}`];
  });
  expect([named, found.some(({ ipBlock }) => ipBlock)]).toEqual([egress, elsewhere]);
  const admitting = policies.flatMap(({ metadata, spec }) => {
    const from = ((spec.ingress ?? []) as { from?: { podSelector?: { matchLabels?: Record<string, string> } }[] }[]).flatMap(
      (rule) => rule.from ?? [],
    );
    return from.some(({ podSelector }) => isTrainer(podSelector?.matchLabels ?? {})) ? [metadata.name] : [];
  });
  expect(admitting.sort()).toEqual(elsewhere ? ["agatha-operator"] : ["agatha-minio", "agatha-operator"]);
});

test("trainings are told the address of the operator's service", async () => {
  const rendered = manifests(await render());
  const operator = rendered.find(({ kind, metadata }) => kind === "Deployment" && metadata.name === "agatha-operator");
  const service = rendered.find(({ kind, metadata }) => kind === "Service" && metadata.name === "agatha-operator");
  const [{ port, targetPort }] = service!.spec.ports;
  expect(variableOf(operator, "AGATHA_TASK_URL")).toBe(`http://agatha-operator:${port}`);
  const [container] = operator!.spec.template.spec.containers;
  expect(container.ports).toContainEqual({ name: targetPort, containerPort: Number(variableOf(operator, "PORT")) });
});
