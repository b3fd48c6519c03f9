/** Kueue's own controllers and webhooks beside a test's API server, without a pod: the API server calls them by their address. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { readSecret } from "@agatha/adapters/kubernetes/secrets";
import { parse, stringify } from "yaml";
import { issueCertificate } from "../certificates.js";
import { freePort } from "../listening.js";
import { type ApiServer, applyDefinitions } from "./api-server.js";
import { findProgram, startServer } from "./servers.js";
import { createTemporaryFolder, eventually } from "./temporary-folder.js";

/** The version that Kueue's own program asks for. */
export const KUEUE_API = "/apis/kueue.x-k8s.io/v1beta1";
const NAMESPACE = "kueue-system";
const SECRET = "kueue-webhook-server-cert";
/** Folder beside the program, with its definitions (`crd`) and its webhooks (`webhooks.yaml`). */
const MANIFESTS = "kueue-manifests";
const START_SECONDS = 90;

/** Returns the path of Kueue's program, if installed with its manifests. `npm run test:cluster` builds both. */
export const findKueue = (): string | undefined => findProgram("kueue");

interface WebhookConfiguration {
  metadata: { name: string };
  webhooks: { clientConfig: { service?: { path: string }; url?: string } }[];
}

/** Resolves with a function that stops Kueue, once its webhooks answer. */
export async function startKueue(server: ApiServer): Promise<() => Promise<void>> {
  const program = findKueue()!;
  const manifests = join(dirname(program), MANIFESTS);
  const disk = await createTemporaryFolder();
  const certificates = join(disk.path, "certificates");
  mkdirSync(certificates);
  await server.namespace({}, NAMESPACE);
  const admin = server.admin(NAMESPACE);
  const create = (path: string, body: object) => admin.request({ method: "POST", path, body });
  await create(`/api/v1/namespaces/${NAMESPACE}/secrets`, { metadata: { name: SECRET } });
  // Kueue ends at once where a kind that it watches is not served yet.
  await applyDefinitions(admin, join(manifests, "crd"));
  const webhookPort = await freePort();
  for (const configuration of webhookConfigurations(readFileSync(join(manifests, "webhooks.yaml"), "utf8"), webhookPort)) {
    const kind = configuration.metadata.name.includes("mutating") ? "mutating" : "validating";
    await create(`/apis/admissionregistration.k8s.io/v1/${kind}webhookconfigurations`, configuration);
  }
  writeFileSync(join(disk.path, "kubeconfig"), server.kubeConfig.exportConfig());
  const config = join(disk.path, "kueue.yaml");
  const running = await startServer({
    program,
    argumentsFor: (port) => {
      writeFileSync(config, stringify(configurationOf(port, webhookPort, certificates)));
      return [`--config=${config}`, "--feature-gates=VisibilityOnDemand=false"];
    },
    env: { KUBECONFIG: join(disk.path, "kubeconfig") },
  });
  await mountCertificate(() => readSecret(admin, SECRET), disk.path, certificates);
  const ready = () => fetch(`http://127.0.0.1:${running.port}/readyz`).then(({ ok }) => ok);
  await eventually(ready, START_SECONDS);
  return async () => {
    await running.kill();
    admin.close();
    await disk.remove();
  };
}

/** Returns the configurations of Kueue's own kinds and of jobs, which name a local address instead of a Service. */
function webhookConfigurations(yaml: string, port: number): WebhookConfiguration[] {
  return yaml.split(/^---$/m).flatMap((text) => {
    const parsed = parse(text) as WebhookConfiguration | null;
    if (parsed === null) return [];
    const webhooks = parsed.webhooks.flatMap(({ clientConfig, ...rest }) => {
      const path = clientConfig.service!.path;
      if (!/kueue-x-k8s-io|batch-v1-job/.test(path)) return [];
      return [{ ...rest, clientConfig: { url: `https://127.0.0.1:${port}${path}` } }];
    });
    return [{ ...parsed, metadata: { name: `kueue-${parsed.metadata.name}` }, webhooks }];
  });
}

const configurationOf = (healthPort: number, webhookPort: number, certDir: string) => ({
  apiVersion: "config.kueue.x-k8s.io/v1beta1",
  kind: "Configuration",
  namespace: NAMESPACE,
  health: { healthProbeBindAddress: `127.0.0.1:${healthPort}` },
  metrics: { bindAddress: "0" },
  webhook: { host: "127.0.0.1", port: webhookPort, certDir },
  leaderElection: { leaderElect: false },
  internalCertManagement: { enable: true },
  integrations: { frameworks: ["batch/job"] },
});

/** Kueue makes an authority in the Secret and waits for a certificate in its folder, where a kubelet mounts the Secret. */
async function mountCertificate(
  secret: () => Promise<Record<string, string> | undefined>,
  folder: string,
  certificates: string,
): Promise<void> {
  let made: Record<string, string> = {};
  await eventually(async () => {
    made = (await secret()) ?? {};
    return made["ca.key"] !== undefined;
  }, START_SECONDS);
  for (const name of ["ca.crt", "ca.key"]) writeFileSync(join(folder, name), made[name]!);
  await issueCertificate(folder, { name: "tls", subject: "/CN=kueue", extension: "subjectAltName=IP:127.0.0.1" });
  for (const name of ["tls.key", "tls.crt"]) writeFileSync(join(certificates, name), readFileSync(join(folder, name)));
}
