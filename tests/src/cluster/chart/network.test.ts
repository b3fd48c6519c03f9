/** Addresses, the ingress and network policies of the programs. */
import { EVERYTHING_ON, type Manifest, manifests, RENDERINGS, render, STORES_ELSEWHERE, variableOf } from "./render-chart.js";

test("further hosts of the ingress and the gateway's route lead to the same programs, which answer for them", async () => {
  const hosts = ["ingress.hosts[0].host=ml.example.com", "ingress.hosts[0].tlsSecretName=ml-tls"];
  const hostnames = ["gateway.hostnames[0]=gate.example.com", "gateway.hostnames[1]=*.example.org"];
  const gateway = ["gateway.enabled=true", "gateway.parentRefs[0].name=shared", ...hostnames];
  const rendered = manifests(await render(...EVERYTHING_ON, ...hosts, ...gateway));
  const [ingress] = rendered.filter(({ kind }) => kind === "Ingress");
  expect(ingress!.spec.rules.map(({ host }: { host: string }) => host).sort()).toEqual(["agatha.example.com", "ml.example.com"]);
  expect(ingress!.spec.tls).toHaveLength(2);
  const [route] = rendered.filter(({ kind }) => kind === "HTTPRoute");
  expect(route!.spec).toMatchObject({ parentRefs: [{ name: "shared" }], hostnames: ["gate.example.com", "*.example.org"] });
  expect(route!.spec.rules.map(({ backendRefs }: { backendRefs: { name: string }[] }) => backendRefs[0]!.name)).toEqual([
    "agatha-models",
    "agatha-api",
  ]);
  const api = rendered.find(({ kind, metadata }) => kind === "Deployment" && metadata.name === "agatha-api");
  const addresses = variableOf(api, "AGATHA_PUBLIC_URL")!.split(",");
  expect(addresses).toEqual(expect.arrayContaining(["https://ml.example.com", "https://agatha.example.com", "https://gate.example.com"]));
  expect(addresses.filter((address) => address.includes("*"))).toEqual([]);
});

test("the API answers for its ingress, the given addresses and its own service, whatever its port", async () => {
  const given = ["api.publicUrls[0]=https://ml.example.com", "ingress.hosts[0].host=*.example.org", "models.service.port=8080"];
  const deployments = manifests(await render(...EVERYTHING_ON, ...given)).filter(({ kind }) => kind === "Deployment");
  const addresses = (name: string, variable: string) =>
    variableOf(
      deployments.find(({ metadata }) => metadata.name === name),
      variable,
    )!.split(",");
  for (const name of ["agatha-api", "agatha-models"])
    expect(addresses(name, "AGATHA_PUBLIC_URL")).toEqual(["https://ml.example.com", "https://agatha.example.com"]);
  expect(addresses("agatha-api", "AGATHA_CLUSTER_URL").slice(0, 2)).toEqual(["http://agatha-api", "http://agatha-api.agatha"]);
  expect(addresses("agatha-models", "AGATHA_CLUSTER_URL")).toContain("http://agatha-models.agatha.svc:8080");
});

test("without an ingress, a gateway or given addresses, the API has no public address that a mail could lead to", async () => {
  const api = manifests(await render()).find(({ kind, metadata }) => kind === "Deployment" && metadata.name === "agatha-api");
  expect(variableOf(api, "AGATHA_PUBLIC_URL")).toBe("");
  expect(variableOf(api, "AGATHA_CLUSTER_URL")).toContain("http://agatha-api.agatha.svc");
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

test("a change of the collector or of the share replaces the pods of every program, which read them at their start", async () => {
  const collector = "tracing.endpoint=http://collector.observability:4318";
  const [without, all, none] = await Promise.all(
    [[], [collector], [collector, "tracing.ratio=0"]].map(async (settings) =>
      manifests(await render(...settings)).flatMap(({ kind, spec }) =>
        kind === "Deployment" ? [spec.template.metadata.annotations["checksum/stores"] as string] : [],
      ),
    ),
  );
  expect([without, all, none].map((checksums) => new Set(checksums).size)).toEqual([1, 1, 1]);
  expect(new Set([without![0], all![0], none![0]]).size).toBe(3);
});

test("the pod of helm test reaches the API and the open model API also where only some clients may", async () => {
  const named = ["networkPolicy.clients[0].namespaceSelector.matchLabels.name=ingress"];
  const [open, restricted] = (await Promise.all([render(), render(...named)])).map((text) => {
    const rendered = manifests(text);
    const labels = rendered.find(({ kind }) => kind === "Pod")!.metadata.labels!;
    const policies = rendered.filter(({ kind, metadata }) => kind === "NetworkPolicy" && /-(api|models)$/.test(metadata.name));
    return policies.map(({ spec }) => {
      const { from } = spec.ingress.find(({ ports }: { ports: { port: string }[] }) => ports[0]!.port === "http");
      return from?.map(({ podSelector, ...peer }: { podSelector?: { matchLabels: Record<string, string> } }) =>
        podSelector ? Object.entries(podSelector.matchLabels).every(([name, value]) => labels[name] === value) : peer,
      );
    });
  });
  expect(open).toEqual([undefined, undefined]);
  expect(restricted).toEqual(Array(2).fill([{ namespaceSelector: { matchLabels: { name: "ingress" } } }, true]));
});

test("the pod of helm test may ask both in a namespace that allows nothing by default", async () => {
  const rendered = manifests(await render());
  const labelsOf = ({ spec }: Manifest): Record<string, string> => spec.template.metadata.labels;
  const { labels } = rendered.find(({ kind }) => kind === "Pod")!.metadata;
  const policy = rendered.find(({ kind, metadata }) => kind === "NetworkPolicy" && metadata.name === "agatha-test");
  expect(labels).toMatchObject(policy?.spec.podSelector.matchLabels);
  const [, { to, ports }] = policy!.spec.egress;
  expect(ports).toEqual([{ port: "http" }]);
  const [{ podSelector }] = to;
  const reached = rendered.filter(
    (manifest) =>
      manifest.kind === "Deployment" &&
      podSelector.matchExpressions[0].values.includes(labelsOf(manifest)["app.kubernetes.io/component"]) &&
      Object.entries(podSelector.matchLabels).every(([name, value]) => labelsOf(manifest)[name] === value),
  );
  expect(reached.map(({ metadata }) => metadata.name).sort()).toEqual(["agatha-api", "agatha-models"]);
});

/** Returns the ports of addresses outside that the policy lets its pods reach. */
const portsOutside = (rendered: Manifest[], name: string): number[] => {
  const policy = rendered.find(({ kind, metadata }) => kind === "NetworkPolicy" && metadata.name === name);
  type Egress = { to?: { ipBlock?: object }[]; ports: { port: number }[] };
  const outside = (policy!.spec.egress as Egress[]).filter(({ to = [] }) => to.some(({ ipBlock }) => ipBlock));
  return [...new Set(outside.flatMap(({ ports }) => ports.map(({ port }) => port)))];
};

test("programs reach what they are told the address of at its own port, whatever ports the policies name", async () => {
  const stores = [
    "s3.bundled=false",
    "s3.endpoint=https://s3.example.com:8444/",
    "nats.bundled=false",
    "nats.url=tls://[fd00::1]/\\,tls://b:4223",
  ];
  const mongodb = ["mongodb.bundled=false", "mongodb.url=mongodb://user:p@h-0.example.com:27018\\,h-1.example.com/?replicaSet=rs0"];
  const signOn = ["api.signOn.issuer=https://login.example.com:8445/realms/a", "api.signOn.clientId=agatha"];
  const rendered = manifests(
    await render(...stores, ...mongodb, ...signOn, "networkPolicy.externalStores.ports={1234}", "tracing.endpoint=http://collector"),
  );
  const api = portsOutside(rendered, "agatha-api");
  expect(api).toEqual(expect.arrayContaining([8444, 4222, 4223, 27018, 27017, 1234, 8445, 80, 4318]));
  expect(portsOutside(rendered, "agatha-trainer").sort()).toEqual([1234, 4318, 80, 8444]);
});

test("programs and stores listen on IPv6 too, and any address of what is outside may be of IPv6", async () => {
  const given = ["api.signOn.issuer=https://login.example.com", "api.signOn.clientId=agatha"];
  const mail = ["api.mail.existingSecret=mail", "api.mail.from=agatha@example.com"];
  const rendered = manifests(
    await render(...STORES_ELSEWHERE, "mongodb.bundled=true", "mongodb.url=", ...EVERYTHING_ON, ...given, ...mail),
  );
  for (const { kind, spec, metadata } of rendered) {
    if (kind === "Deployment") expect([metadata.name, variableOf({ kind, spec, metadata }, "HOST")]).toEqual([metadata.name, undefined]);
    if (metadata.name === "agatha-mongodb" && kind === "StatefulSet")
      expect(spec.template.spec.containers[0].args).toEqual(expect.arrayContaining(["--bind_ip_all", "--ipv6"]));
    for (const { to = [] } of kind === "NetworkPolicy" ? (spec.egress ?? []) : []) {
      const blocks = to.flatMap(({ ipBlock }: { ipBlock?: { cidr: string } }) => (ipBlock ? [ipBlock.cidr] : []));
      expect([metadata.name, blocks]).toEqual([metadata.name, blocks.length > 0 ? ["0.0.0.0/0", "::/0"] : []]);
    }
  }
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

test.each(RENDERINGS)(
  "no policy has a list without rules, which the API server drops, so that each apply would change it: %s",
  async (_how, settings) => {
    const policies = manifests(await render(...settings)).filter(({ kind }) => kind === "NetworkPolicy");
    const withEmpty = policies.filter(({ spec }) => [spec.ingress, spec.egress].some((rules) => rules?.length === 0));
    expect([policies.length > 0, withEmpty.map(({ metadata }) => metadata.name)]).toEqual([true, []]);
    for (const { spec } of policies) expect(spec.policyTypes).toEqual(["Ingress", "Egress"]);
  },
);

test("each program may ask the name service, whose pods listen on 5353 on OpenShift", async () => {
  const asking = manifests(await render()).filter(({ kind, spec }) => {
    const [first] = kind === "NetworkPolicy" ? (spec.egress ?? []) : [];
    const ports = first?.ports.map(({ port, protocol }: { port: number; protocol: string }) => `${protocol} ${port}`);
    return ports?.join() === "UDP 53,TCP 53,UDP 5353,TCP 5353" && first.to === undefined;
  });
  expect(asking.map(({ metadata }) => metadata.name).toSorted()).toEqual([
    "agatha-api",
    "agatha-models",
    "agatha-operator",
    "agatha-test",
    "agatha-trainer",
  ]);
});
