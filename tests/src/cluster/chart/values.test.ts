/** The chart checks its values, and renders them. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "yaml";
import { findProgram } from "../../ports/servers.js";
import { CHART, REPOSITORY } from "../launcher/cluster-paths.js";
import { run, tryRun } from "../launcher/commands.js";
import { releasedValues } from "../released-values.js";
import { HELM, KUBERNETES, type Manifest, manifests, RENDERINGS, render, rendering } from "./render-chart.js";

test("helm reports no problem with the chart", async () => {
  const { stdout, stderr } = await tryRun([HELM, "lint", "--strict", "--kube-version", `${KUBERNETES}.0`, CHART]);
  expect([stdout, stderr]).toEqual([expect.stringContaining("0 chart(s) failed"), ""]);
});

const GATEWAY = "gateway.enabled=true,gateway.parentRefs[0].name=shared";

test.each([
  ["no replicas", "api.replicas=0", "at '/api/replicas'"],
  ["an unknown value", "api.replica=2", "additional properties 'replica' not allowed"],
  ["a base path without a slash", "api.basePath=tukey", "at '/api/basePath'"],
  ["a public address with a path", "api.publicUrls[0]=https://agatha.example.com/tukey", "at '/api/publicUrls/0'"],
  ["an ingress without a host", "ingress.enabled=true", "ingress.host without * or api.publicUrls is needed where ingress.enabled is true"],
  ["an ingress with any host of a domain alone", "ingress.enabled=true,ingress.host=*.example.com", "ingress.host without *"],
  ["a gateway without a host", GATEWAY, "gateway.hostnames without * or api.publicUrls is needed where gateway.enabled is true"],
  ["a gateway with any host of a domain alone", `${GATEWAY},gateway.hostnames[0]=*.example.com`, "gateway.hostnames without *"],
  ["a sign-on provider without a client", "api.signOn.issuer=https://login.example.com", "api.signOn.clientId is needed"],
  ["a sign-on provider over plain HTTP", "api.signOn.issuer=http://login.example.com", "at '/api/signOn/issuer'"],
  ["a mail server without a sender", "api.mail.existingSecret=mail", "api.mail.from is needed"],
  ["a registry with a scheme", "image.registry=https://registry.example.com", "at '/image/registry'"],
  ["a volume of a few bytes", "s3.storage.size=50", "at '/s3/storage/size': minimum: got 50"],
  ["an ingress whose host has a scheme", "ingress.enabled=true,ingress.host=https://agatha.example.com", "at '/ingress/host'"],
  ["a name that no service may have", "fullnameOverride=my.agatha", "at '/fullnameOverride'"],
  ["a tag with a colon", "image.tag=:1.0.0", "at '/image/tag'"],
  ["a digest that is none", "image.digests.api=sha256:12", "at '/image/digests/api'"],
  ["all namespaces beside a named one", "operator.namespaces={*,team-a}", "at '/operator/namespaces'"],
  ["an external S3 without an address", "s3.bundled=false", "s3.endpoint is needed where s3.bundled is false"],
  ["a NATS server's password in its address", "nats.bundled=false,nats.url=nats://user:password@nats.example.com:4222", "set nats.token"],
  ["a room for files that is less than a byte", "trainer.scratchSizeLimit=500m", "at '/trainer/scratchSizeLimit'"],
  ["an external MongoDB without an address", "mongodb.bundled=false", "mongodb.url, or stores.existingSecret"],
])("the chart refuses %s before it installs anything", async (_what, setting, message) => {
  const { status, stderr } = await tryRun(rendering([setting]));
  expect(status).not.toBe(0);
  expect(stderr).toContain(message);
});

const URL_SAFE = "must have 8 characters or more, of letters, digits, and - . _ ~ alone";

/** Logs of CI keep what helm prints. */
test.each([
  ["api.adminPassword", "hidden", "must have 8 to 128 characters"],
  ["s3.accessKey", "hd", "must have 3 characters or more"],
  ["s3.secretKey", "hidden", "must have 8 characters or more"],
  ["mongodb.password", "p@hidden-word", URL_SAFE],
  ["mongodb.url", "user:hidden@mongodb.example.com", "must begin with mongodb:// or mongodb+srv:// and be without spaces"],
  ["nats.token", "p@hidden-word", URL_SAFE],
  ["nats.url", "user:hidden@nats.example.com", "must begin with nats://, tls://, ws:// or wss:// and be without spaces"],
])("the chart refuses a wrong %s without showing it", async (name, value, message) => {
  const { status, stdout, stderr } = await tryRun(rendering([`${name}=${value}`]));
  expect(status).not.toBe(0);
  expect(stderr).toContain(`${name} ${message}`);
  expect(stdout + stderr).not.toContain(value);
});

test("the chart's custom resource definitions equal the generated ones, numbers included", async () => {
  const rendered = manifests(await render()).filter(({ kind }) => kind === "CustomResourceDefinition");
  const folder = join(CHART, "files/crds");
  const generated = readdirSync(folder)
    .filter((name) => name.endsWith(".yaml"))
    .map((name) => parse(readFileSync(join(folder, name), "utf8")) as Manifest);
  expect(rendered.map(({ spec }) => spec)).toEqual(generated.map(({ spec }) => spec));
});

test.each(RENDERINGS)("chart %s: renders to the same text twice, and makes no secret of its own", async (_how, settings) => {
  const text = await render(...settings);
  expect(await render(...settings)).toBe(text);
  const secrets = manifests(text).filter(({ kind }) => kind === "Secret");
  expect(secrets.map(({ metadata }) => metadata.name)).toEqual(
    settings.some((setting) => setting.startsWith("mongodb.url")) ? ["agatha-given"] : [],
  );
});

test("the chart takes a name that begins with a digit, behind the release's", async () => {
  expect(await render("nameOverride=4cast")).toContain("name: agatha-4cast-operator");
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

test("alert rules are for the release's namespace, and tell what to do", async () => {
  const [rule] = manifests(await render("prometheusRule.enabled=true")).filter(({ kind }) => kind === "PrometheusRule");
  const [{ rules }] = rule!.spec.groups;
  for (const { alert, expr, annotations } of rules) {
    expect([alert, expr]).toEqual([alert, expect.stringContaining('namespace="agatha"')]);
    expect([alert, Object.keys(annotations)]).toEqual([alert, ["summary", "description"]]);
  }
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
