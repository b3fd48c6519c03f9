/** Tests of the chart and the Dockerfile that need no cluster. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { jobManifest } from "@agatha/adapters/jobs/kubernetes-job-manifest";
import { kubernetesJobSettings } from "@agatha/adapters/jobs/kubernetes-job-settings";
import { secretRolloutSettings } from "@agatha/adapters/kubernetes/secret-rollout";
import { parse, parseAllDocuments } from "yaml";
import { findProgram } from "../ports/servers.js";
import { CHART, REPOSITORY } from "./launcher/cluster-paths.js";
import { run, tryRun } from "./launcher/commands.js";
import { installLinters } from "./launcher/linters.js";
import { releasedValues } from "./released-values.js";

const HELM = process.env.AGATHA_HELM ?? "helm";
const KUBERNETES = "1.34";
const EVERYTHING_ON = [
  "api.autoscaling.enabled=true",
  "models.autoscaling.enabled=true",
  "ingress.enabled=true",
  "ingress.host=agatha.example.com",
  "ingress.tlsSecretName=agatha-tls",
  "serviceMonitor.enabled=true",
  "prometheusRule.enabled=true",
  "tracing.endpoint=http://collector.observability:4318",
];
const STORES_ELSEWHERE = [
  "s3.bundled=false",
  "s3.endpoint=https://s3.example.com",
  "mongodb.bundled=false",
  "mongodb.url=mongodb://mongodb.example.com:27017/",
  "nats.bundled=false",
  "nats.url=tls://nats.example.com:4222",
  "stores.authority.configMap=stores-authority",
];

interface Manifest {
  kind: string;
  metadata: { name: string; namespace?: string; labels?: Record<string, string>; annotations?: Record<string, string> };
  /** Rules of a Role. */
  rules?: unknown;
  // biome-ignore lint/suspicious/noExplicitAny: what Kubernetes objects look like is checked by the tools below.
  spec?: any;
  /** Data of a ConfigMap. */
  data?: Record<string, string>;
  /** Value of a PriorityClass. */
  value?: number;
}

const rendering = (settings: string[]) => {
  const values = settings.flatMap((setting) => ["--set", setting]);
  return [HELM, "template", "agatha", CHART, "--namespace", "agatha", "--kube-version", `${KUBERNETES}.0`, ...values];
};
const render = (...settings: string[]) => run(rendering(settings));
const manifests = (text: string): Manifest[] =>
  parseAllDocuments(text)
    .map((document) => document.toJS())
    .filter(Boolean);

const RENDERINGS = [
  ["with default values", []],
  ["with everything on", EVERYTHING_ON],
  ["with external stores", STORES_ELSEWHERE],
] as const;

test("helm reports no problem with the chart", async () => {
  const { stdout, stderr } = await tryRun([HELM, "lint", "--strict", "--kube-version", `${KUBERNETES}.0`, CHART]);
  expect([stdout, stderr]).toEqual([expect.stringContaining("0 chart(s) failed"), ""]);
});

test("the operator may read why Kueue keeps a job waiting, also where Models alone name queues", async () => {
  const roles = manifests(await render()).filter(({ kind, metadata }) => kind === "Role" && metadata.name === "agatha-operator");
  expect(roles.flatMap(({ rules }) => rules)).toContainEqual({ apiGroups: ["kueue.x-k8s.io"], resources: ["workloads"], verbs: ["list"] });
});

test.each([
  ["no replicas", "api.replicas=0", "at '/api/replicas'"],
  ["an unknown value", "api.replica=2", "additional properties 'replica' not allowed"],
  ["a base path without a slash", "api.basePath=tukey", "at '/api/basePath'"],
  ["a public address with a path", "api.publicUrls[0]=https://agatha.example.com/tukey", "at '/api/publicUrls/0'"],
  ["an ingress without a host", "ingress.enabled=true", "ingress.host or api.publicUrls is needed where ingress.enabled is true"],
  ["a sign-on provider without a client", "api.signOn.issuer=https://login.example.com", "api.signOn.clientId is needed"],
  ["a sign-on provider over plain HTTP", "api.signOn.issuer=http://login.example.com", "at '/api/signOn/issuer'"],
  ["a mail server without a sender", "api.mail.existingSecret=mail", "api.mail.from is needed"],
  ["a digest that is none", "image.digests.api=sha256:12", "at '/image/digests/api'"],
  ["all namespaces beside a named one", "operator.namespaces={*,team-a}", "at '/operator/namespaces'"],
  ["an external S3 without an address", "s3.bundled=false", "s3.endpoint is needed where s3.bundled is false"],
  ["an external MongoDB without an address", "mongodb.bundled=false", "mongodb.url, or stores.existingSecret"],
])("the chart refuses %s before it installs anything", async (_what, setting, message) => {
  const { status, stderr } = await tryRun(rendering([setting]));
  expect(status).not.toBe(0);
  expect(stderr).toContain(message);
});

test("the chart's custom resource definitions equal the generated ones, numbers included", async () => {
  const rendered = manifests(await render()).filter(({ kind }) => kind === "CustomResourceDefinition");
  const folder = join(CHART, "files/crds");
  const generated = readdirSync(folder)
    .filter((name) => name.endsWith(".yaml"))
    .map((name) => parse(readFileSync(join(folder, name), "utf8")) as Manifest);
  expect(rendered.map(({ spec }) => spec)).toEqual(generated.map(({ spec }) => spec));
});

test.each(RENDERINGS)(
  "chart %s: each pod meets the pod security standard restricted, has limits and only the rights that it needs",
  async (_how, settings) => {
    const pods = manifests(await render(...settings)).flatMap(({ kind, spec, metadata }) => {
      if (kind === "Pod") return [{ name: metadata.name, spec }];
      return spec?.template?.spec ? [{ name: metadata.name, spec: spec.template.spec }] : [];
    });
    expect(pods.length).toBeGreaterThanOrEqual(4);
    for (const { name, spec } of pods) {
      expect([name, spec.securityContext]).toMatchObject([name, { runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } }]);
      expect([name, spec.automountServiceAccountToken]).toEqual([name, /-(api|models|operator)$/.test(name)]);
      for (const container of [...(spec.initContainers ?? []), ...spec.containers]) {
        expect(container.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ["ALL"] },
        });
        expect(Object.keys(container.resources.limits)).toEqual(["cpu", "memory"]);
      }
    }
  },
);

test.each(RENDERINGS)("chart %s: renders to the same text twice, and makes no secret of its own", async (_how, settings) => {
  const text = await render(...settings);
  expect(await render(...settings)).toBe(text);
  const secrets = manifests(text).filter(({ kind }) => kind === "Secret");
  expect(secrets.map(({ metadata }) => metadata.name)).toEqual(
    settings.some((setting) => setting.startsWith("mongodb.url")) ? ["agatha-given"] : [],
  );
});

test("credentials among the values are handed to what makes the secrets, and nothing else is", async () => {
  const given = ["s3.secretKey=given-to-the-store", "api.adminPassword=given to the manager"];
  const rendered = manifests(await render(...given));
  expect(rendered.filter(({ kind }) => kind === "Secret")).toMatchObject([
    {
      metadata: { name: "agatha-given" },
      stringData: { AGATHA_S3_SECRET_KEY: "given-to-the-store", AGATHA_ADMIN_PASSWORD: "given to the manager" },
    },
  ]);
  const operator = rendered.find(({ kind, metadata }) => kind === "Deployment" && metadata.name === "agatha-operator")!;
  expect(operator.spec.template.spec.initContainers).toMatchObject([{ envFrom: [{ secretRef: { name: "agatha-given" } }] }]);
});

test("with secrets of the administrator's own, the operator may read these, make none, and watches every pod that reads them", async () => {
  const given = ["stores.existingSecret=team-stores", "api.existingSecret=team-api"];
  const rendered = manifests(await render(...given, "models.enabled=false", "operator.tokenSecrets=false"));
  const role = rendered.find(({ kind, metadata }) => kind === "Role" && metadata.name === "agatha-operator") as {
    rules?: unknown;
  } & Manifest;
  const ofSecrets = (role.rules as { resources: string[] }[]).filter(({ resources }) => resources.includes("secrets"));
  expect(ofSecrets).toEqual([{ apiGroups: [""], resources: ["secrets"], resourceNames: ["team-stores", "team-api"], verbs: ["get"] }]);
  const operator = rendered.find(({ kind, metadata }) => kind === "Deployment" && metadata.name === "agatha-operator");
  const { secrets, workloads } = secretRolloutSettings.parse(JSON.parse(variableOf(operator, "AGATHA_SECRET_ROLLOUT")!));
  expect(secrets).toEqual(["team-stores", "team-api"]);
  const withPods = rendered.filter(({ kind }) => kind === "Deployment" || kind === "StatefulSet").map(({ metadata }) => metadata.name);
  expect(workloads.map(({ name }) => name).sort()).toEqual(withPods.sort());
});

/** `helm upgrade --reuse-values` renders the new templates with the values of the older chart, and without those of the new one. */
test.each(releasedValues(REPOSITORY))(
  "an upgrade with the values of release $release, which lack newer ones, renders as with their defaults",
  async ({ values }) => {
    const folder = mkdtempSync(join(tmpdir(), "agatha-chart-"));
    try {
      cpSync(CHART, folder, { recursive: true, dereference: true });
      writeFileSync(join(folder, "values.yaml"), values);
      const arguments_ = rendering([]).map((argument) => (argument === CHART ? folder : argument));
      const merged = [...rendering([]), "--values", join(folder, "values.yaml")];
      expect(await run(arguments_)).toBe(await run(merged));
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);

test("only the release that installs the definitions has rights in the whole cluster, and not where objects keep their stored version", async () => {
  const ofCluster = async (...settings: string[]) =>
    manifests(await render(...settings)).flatMap(({ kind, metadata }) =>
      kind.startsWith("ClusterRole") ? [`${kind} ${metadata.name}`] : [],
    );
  expect(await ofCluster()).toEqual(["ClusterRole agatha-agatha-operator", "ClusterRoleBinding agatha-agatha-operator"]);
  expect(await ofCluster("crds.install=false")).toEqual([]);
  expect(await ofCluster("crds.migrate=false")).toEqual([]);
});

test("programs may read and write objects in each namespace that is served, and in the whole cluster only where all are", async () => {
  const own = ["crds.migrate=false"];
  const rights = async (...settings: string[]) =>
    manifests(await render(...own, ...settings)).flatMap(({ kind, metadata, rules }) =>
      /Role$/.test(kind) && metadata.name.endsWith("-objects") ? [{ kind, ...metadata, rules }] : [],
    );
  const further = await rights("operator.namespaces={team-a,agatha,team-b}");
  expect(further.map(({ kind, name, namespace }) => `${kind} ${name} in ${namespace}`)).toEqual(
    ["operator", "api", "models"].flatMap((part) =>
      ["team-a", "team-b"].map((namespace) => `Role agatha-agatha-${part}-objects in ${namespace}`),
    ),
  );
  const everywhere = await rights("operator.namespaces={*}");
  expect(everywhere.map(({ kind, namespace }) => [kind, namespace])).toEqual(Array(3).fill(["ClusterRole", undefined]));
  expect(everywhere.map(({ rules }) => rules)).toEqual(further.filter(({ namespace }) => namespace === "team-a").map(({ rules }) => rules));
  expect(await rights()).toEqual([]);
});

test("every program is told the namespaces that it serves, and where all are served or may be, no namespace is refused", async () => {
  const rendered = manifests(await render("operator.namespaces={*}"));
  const environments = rendered
    .filter(({ kind }) => kind === "Deployment")
    .map(({ spec }) => spec.template.spec.containers[0].env as { name: string; value?: string }[]);
  expect(environments).toHaveLength(3);
  for (const environment of environments) expect(environment).toContainEqual({ name: "AGATHA_NAMESPACES", value: "*" });
  const othersUnknown = manifests(await render("crds.otherNamespaces={*}"));
  for (const objects of [rendered, othersUnknown])
    expect(objects.filter(({ kind }) => kind.startsWith("ValidatingAdmissionPolicy"))).toEqual([]);
});

test("pods name no user where the platform chooses it", async () => {
  const text = await render("podSecurity.arbitraryUser=true");
  expect(text).toContain("runAsNonRoot: true");
  expect(text).not.toMatch(/runAsUser|runAsGroup|fsGroup:/);
});

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

test("further hosts of the ingress and the gateway's route lead to the same programs, which answer for them", async () => {
  const hosts = ["ingress.hosts[0].host=ml.example.com", "ingress.hosts[0].tlsSecretName=ml-tls"];
  const gateway = ["gateway.enabled=true", "gateway.parentRefs[0].name=shared", "gateway.hostnames[0]=gate.example.com"];
  const rendered = manifests(await render(...EVERYTHING_ON, ...hosts, ...gateway));
  const [ingress] = rendered.filter(({ kind }) => kind === "Ingress");
  expect(ingress!.spec.rules.map(({ host }: { host: string }) => host).sort()).toEqual(["agatha.example.com", "ml.example.com"]);
  expect(ingress!.spec.tls).toHaveLength(2);
  const [route] = rendered.filter(({ kind }) => kind === "HTTPRoute");
  expect(route!.spec).toMatchObject({ parentRefs: [{ name: "shared" }], hostnames: ["gate.example.com"] });
  expect(route!.spec.rules.map(({ backendRefs }: { backendRefs: { name: string }[] }) => backendRefs[0]!.name)).toEqual([
    "agatha-models",
    "agatha-api",
  ]);
  const api = rendered.find(({ kind, metadata }) => kind === "Deployment" && metadata.name === "agatha-api");
  const addresses = variableOf(api, "AGATHA_PUBLIC_URL")!.split(",");
  expect(addresses).toEqual(expect.arrayContaining(["https://ml.example.com", "https://agatha.example.com", "https://gate.example.com"]));
});

test("alert rules are for the release's namespace, and tell what to do", async () => {
  const [rule] = manifests(await render("prometheusRule.enabled=true")).filter(({ kind }) => kind === "PrometheusRule");
  const [{ rules }] = rule!.spec.groups;
  for (const { alert, expr, annotations } of rules) {
    expect([alert, expr]).toEqual([alert, expect.stringContaining('namespace="agatha"')]);
    expect([alert, Object.keys(annotations)]).toEqual([alert, ["summary", "description"]]);
  }
});

test("every program that connects to external stores trusts the given certificate authority, trainings too", async () => {
  const deployments = manifests(await render(...STORES_ELSEWHERE)).filter(({ kind }) => kind === "Deployment");
  expect(deployments.map(({ metadata }) => metadata.name)).toEqual(["agatha-api", "agatha-models", "agatha-operator"]);
  for (const { spec } of deployments) {
    const [{ env, volumeMounts }] = spec.template.spec.containers;
    expect(env).toContainEqual({ name: "NODE_EXTRA_CA_CERTS", value: "/etc/agatha/authority/ca.crt" });
    expect(volumeMounts).toContainEqual({ name: "authority", mountPath: "/etc/agatha/authority", readOnly: true });
    expect(spec.template.spec.volumes).toContainEqual({ name: "authority", configMap: { name: "stores-authority" } });
  }
  const { env } = deployments[2]!.spec.template.spec.containers[0];
  const jobs = JSON.parse(env.find(({ name }: { name: string }) => name === "AGATHA_JOBS").value);
  expect(jobs.authority).toEqual({ configMap: "stores-authority", key: "ca.crt" });
});

const NATS = findProgram("nats-server");

/** Generated tokens have the same length, and one in six begins with a digit. */
(NATS ? test : test.skip).each(["2k", "9e9x"])("the bundled event bus reads a token that begins with %s as text", async (beginning) => {
  const token = beginning.padEnd(32, "0");
  const ofNats = manifests(await render(`nats.token=${token}`)).filter(({ metadata }) => metadata.name === "agatha-nats");
  const configuration = ofNats.find(({ kind }) => kind === "ConfigMap")!.data!["nats.conf"]!;
  const [{ env }] = ofNats.find(({ kind }) => kind === "StatefulSet")!.spec.template.spec.containers;
  const { value } = env.find(({ name }: { name: string }) => name === "TOKEN_AS_TEXT") as { value: string };
  const folder = mkdtempSync(join(tmpdir(), "agatha-nats-"));
  const file = join(folder, "nats.conf");
  writeFileSync(file, configuration);
  // The kubelet replaces variables in other variables in this way.
  const told = { TOKEN_AS_TEXT: value.replace("$(AGATHA_NATS_TOKEN)", token) };
  const { status, stderr } = await tryRun([NATS!, "--config", file, "-t"], { env: told });
  rmSync(folder, { recursive: true });
  expect([status, stderr]).toEqual([0, expect.stringContaining("is valid")]);
});

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

/** Returns a variable of a deployment's program. */
function variableOf(deployment: Manifest | undefined, name: string): string | undefined {
  const { env } = deployment!.spec.template.spec.containers[0] as { env: { name: string; value: string }[] };
  return env.find((variable) => variable.name === name)?.value;
}

test("the API answers for its ingress, the given addresses and its own service, whatever its port", async () => {
  const given = ["api.publicUrls[0]=https://ml.example.com", "models.service.port=8080"];
  const deployments = manifests(await render(...EVERYTHING_ON, ...given)).filter(({ kind }) => kind === "Deployment");
  const addresses = (name: string) =>
    variableOf(
      deployments.find(({ metadata }) => metadata.name === name),
      "AGATHA_PUBLIC_URL",
    )!.split(",");
  expect(addresses("agatha-api").slice(0, 4)).toEqual([
    "https://ml.example.com",
    "https://agatha.example.com",
    "http://agatha-api",
    "http://agatha-api.agatha",
  ]);
  expect(addresses("agatha-models")).toContain("http://agatha-models.agatha.svc:8080");
});

/** Returns the keys of secrets that a deployment's program gets as variables; the stores' secret is one entry. */
function secretsOf({ spec }: Manifest): string[] {
  const [{ env, envFrom }] = spec.template.spec.containers;
  const named = (env as { name: string; valueFrom?: { secretKeyRef?: object } }[]).filter(({ valueFrom }) => valueFrom?.secretKeyRef);
  const whole = (envFrom as { secretRef?: { name: string } }[]).flatMap(({ secretRef }) => (secretRef ? [secretRef.name] : []));
  return [...whole, ...named.map(({ name }) => name)];
}

test("only the API that people log in to gets the secrets of the first manager, the sign-on provider and the mail server", async () => {
  const signOn = ["issuer=https://login.example.com", "clientId=agatha", "existingSecret=sign-on", "managerGroups={admins,owners}"];
  const mail = ["existingSecret=mail", "from=agatha@example.com"];
  const settings = [...signOn.map((setting) => `signOn.${setting}`), ...mail.map((setting) => `mail.${setting}`)];
  const rendered = manifests(await render(...settings.map((setting) => `api.${setting}`)));
  const deployments = rendered.filter(({ kind }) => kind === "Deployment");
  expect(deployments.map((deployment) => [deployment.metadata.name, secretsOf(deployment)])).toEqual([
    ["agatha-api", ["agatha-stores", "AGATHA_SECRET_KEY", "AGATHA_ADMIN_PASSWORD", "AGATHA_OIDC_CLIENT_SECRET", "AGATHA_SMTP_URL"]],
    ["agatha-models", ["agatha-stores", "AGATHA_SECRET_KEY"]],
    ["agatha-operator", ["agatha-stores", "AGATHA_SECRET_KEY"]],
  ]);
  expect(variableOf(deployments[0], "AGATHA_OIDC_MANAGER_GROUPS")).toBe("admins,owners");
  const reachProvider = rendered.filter(
    ({ kind, spec }) => kind === "NetworkPolicy" && JSON.stringify(spec.egress ?? []).includes('[{"port":443}]'),
  );
  expect(reachProvider.map(({ metadata }) => metadata.name)).toEqual(["agatha-api"]);
  expect(JSON.stringify(reachProvider[0]?.spec.egress)).toContain('[{"port":465},{"port":587}]');
});

test("with a collector of traces, every program is told of it and may reach it", async () => {
  const rendered = manifests(await render("tracing.endpoint=http://collector.observability:4318", "tracing.ratio=0"));
  const stores = rendered.find(({ kind, metadata }) => kind === "ConfigMap" && metadata.name === "agatha-stores");
  expect(stores?.data).toMatchObject({
    OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector.observability:4318",
    OTEL_TRACES_SAMPLER_ARG: "0",
  });
  const models = rendered.find(({ kind, metadata }) => kind === "Deployment" && metadata.name === "agatha-models");
  const { template } = models!.spec as { template: { spec: { containers: [{ env: unknown[] }] } } };
  expect(template.spec.containers[0].env).toContainEqual({ name: "OTEL_TRACES_SAMPLER_ARG", value: "0.05" });
  const reaching = rendered.filter(({ kind, spec }) => kind === "NetworkPolicy" && JSON.stringify(spec.egress ?? []).includes("4318"));
  expect(reaching.map(({ metadata }) => metadata.name).toSorted()).toEqual([
    "agatha-api",
    "agatha-models",
    "agatha-operator",
    "agatha-trainer",
  ]);
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

/** Returns the settings of jobs that the operator gets from the chart. */
async function jobSettings(...settings: string[]) {
  const operator = manifests(await render(...settings)).find(
    ({ kind, metadata }) => kind === "Deployment" && metadata.name === "agatha-operator",
  );
  return kubernetesJobSettings.parse(JSON.parse(variableOf(operator, "AGATHA_JOBS")!));
}

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
    const from = (spec.ingress as { from?: { podSelector?: { matchLabels?: Record<string, string> } }[] }[]).flatMap(
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

test("the ingress routes prediction requests to a deployment that serves nothing else, and people to the other one", async () => {
  const [ingress] = manifests(await render(...EVERYTHING_ON)).filter(({ kind }) => kind === "Ingress");
  const { rules, tls } = ingress!.spec;
  const ways = rules[0].http.paths.map(({ path, backend }: { path: string; backend: { service: { name: string } } }) => [
    path,
    backend.service.name,
  ]);
  expect(ways).toEqual([
    ["/tukey/tukey/api", "agatha-models"],
    ["/tukey", "agatha-api"],
  ]);
  expect([rules[0].host, tls]).toEqual(["agatha.example.com", [{ secretName: "agatha-tls", hosts: ["agatha.example.com"] }]]);
});

describe("external linters", () => {
  let checkers: string;
  let folder: string;

  beforeAll(async () => {
    checkers = await installLinters();
    folder = mkdtempSync(join(tmpdir(), "agatha-chart-"));
  }, 300_000);
  afterAll(() => rmSync(folder, { recursive: true }));

  test.each(RENDERINGS)("the objects of the chart %s match the schemas of Kubernetes", async (_how, settings) => {
    const file = join(folder, "rendered.yaml");
    writeFileSync(file, await render(...settings));
    const { stdout, stderr } = await tryRun([join(checkers, "kubernetes-validate"), "--strict", "--kubernetes-version", KUBERNETES, file]);
    const complaints = `${stdout}${stderr}`.split("\n").filter((line) => line !== "" && !line.startsWith("INFO"));
    // These kinds belong to the Prometheus operator.
    expect(complaints.filter((line) => !/kind (ServiceMonitor|PrometheusRule)/.test(line))).toEqual([]);
  });

  test("checkov reports only the exceptions that are listed with reasons", async () => {
    // checkov reads YAML 1.1, where the sign = alone is no string, and the definitions contain one.
    writeFileSync(join(folder, "rendered.yaml"), await render("crds.install=false", ...EVERYTHING_ON));
    const options = ["--framework", "kubernetes", "--skip-download", "--output", "json", "--config-file", join(CHART, "checkov.yaml")];
    const { summary, results } = JSON.parse((await tryRun([join(checkers, "checkov"), "--directory", folder, ...options])).stdout);
    expect(results.failed_checks.map((found: { check_id: string; resource: string }) => [found.check_id, found.resource])).toEqual([]);
    expect(summary.passed).toBeGreaterThan(400);
  }, 300_000);

  test("hadolint reports no problem in the Dockerfile", async () => {
    expect(await run([join(checkers, "hadolint"), join(REPOSITORY, "Dockerfile")])).toBe("");
  });
});
