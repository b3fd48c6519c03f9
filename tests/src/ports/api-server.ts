/** A real Kubernetes API server with etcd and, where owners matter, controllers. It has no nodes, so no pod ever runs. */
import { generateKeyPairSync } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createKubernetesConnection, type HttpRequest, type KubernetesConnection } from "@agatha/adapters/kubernetes/connection";
import { collectionPath } from "@agatha/adapters/resources/kubernetes-object";
import { KIND_NAMES, type KindName } from "@agatha/contracts";
import { KubeConfig } from "@kubernetes/client-node";
import { parse } from "yaml";
import { findProgram, type RunningServer, startServer } from "./servers.js";
import { createTemporaryFolder, eventually } from "./temporary-folder.js";

/** Folder of the custom resource definitions. */
export const CRDS = fileURLToPath(new URL("../../../charts/agatha/files/crds/", import.meta.url));
export const SAMPLES = fileURLToPath(new URL("../../../crds/samples/", import.meta.url));
const TOKEN = "test-token";
/** Audits only service accounts in the namespaces of tests, where no controller has one. */
const AUDIT_POLICY = JSON.stringify({
  apiVersion: "audit.k8s.io/v1",
  kind: "Policy",
  omitStages: ["RequestReceived"],
  rules: [
    { level: "None", userGroups: ["system:serviceaccounts:kube-system", "system:masters"] },
    { level: "Metadata", userGroups: ["system:serviceaccounts"] },
    { level: "None" },
  ],
});

/** Returns the path of kube-apiserver, if installed. The other programs come with it. */
export function findApiServer(): string | undefined {
  return findProgram("etcd") && findProgram("kube-controller-manager") && findProgram("kube-apiserver");
}

/** Fields of an audit.k8s.io/v1 Event that are read here. */
export interface AuditEvent {
  verb: string;
  requestURI: string;
  user: { username: string };
  objectRef?: { apiGroup?: string; resource: string; subresource?: string; namespace?: string; name?: string };
  responseStatus?: { code: number };
}

export interface ApiServer {
  kubeConfig: KubeConfig;
  server: RunningServer;
  /** Creates a namespace, with a name of its own if none is given. */
  namespace(labels?: Record<string, string>, name?: string): Promise<string>;
  /** Returns a connection with all rights. */
  admin(namespace: string): KubernetesConnection;
  /** Returns the requests so far with their users, except those of the server and its controllers. */
  audit(): AuditEvent[];
  /** Replaces the definitions with those of this folder. */
  applyDefinitions(folder: string): Promise<void>;
  /** Stops Kubernetes' controllers. */
  stopControllers(): Promise<void>;
  /** Restarts the server, which then has no earlier events. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Resolves when the server is ready and has our custom resource definitions. `controllers` are those of kube-controller-manager
 * that run.
 */
export async function startApiServer(controllers: string[], definitions = CRDS): Promise<ApiServer> {
  const disk = await createTemporaryFolder();
  const at = (name: string) => join(disk.path, name);
  writeKeys(at);
  const etcd = await startServer({ program: findProgram("etcd")!, argumentsFor: (port) => etcdArguments(port, at) });
  const server = await startServer({ program: findApiServer()!, argumentsFor: (port) => serverArguments(port, etcd.port, at) });
  const kubeConfig = new KubeConfig();
  kubeConfig.loadFromOptions({
    clusters: [{ name: "test", server: `https://127.0.0.1:${server.port}`, caFile: at("certs/apiserver.crt") }],
    users: [{ name: "admin", token: TOKEN }],
    contexts: [{ name: "test", cluster: "test", user: "admin" }],
    currentContext: "test",
  });
  writeFileSync(at("kubeconfig"), kubeConfig.exportConfig());
  const admin = (namespace: string) => createKubernetesConnection({ kubeConfig, namespace });
  const cluster = admin("default");
  const ready = () => eventually(() => answers(cluster), 90);
  await ready();
  await applyDefinitions(cluster, definitions);
  const manager = controllers.length > 0 ? await startControllerManager(controllers, at) : undefined;

  let namespaces = 0;
  return {
    kubeConfig,
    server,
    admin,
    async namespace(labels = {}, name = `test-${++namespaces}`) {
      await cluster.request({ method: "POST", path: "/api/v1/namespaces", body: { metadata: { name, labels } } });
      return name;
    },
    applyDefinitions: (folder) => applyDefinitions(cluster, folder),
    audit: () => readAuditLog(at("audit.log")),
    async stopControllers() {
      await manager?.kill();
    },
    async restart() {
      await server.restart();
      await ready();
      for (const kind of KIND_NAMES) await eventually(() => watches(cluster, kind));
    },
    async stop() {
      cluster.close();
      await manager?.kill();
      await server.kill();
      await etcd.kill();
      await disk.remove();
    },
  };
}

function writeKeys(at: (name: string) => string): void {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
    publicKeyEncoding: { type: "spki", format: "pem" },
  });
  writeFileSync(at("sa.key"), privateKey);
  writeFileSync(at("sa.pub"), publicKey);
  writeFileSync(at("audit.yaml"), AUDIT_POLICY);
  writeFileSync(at("tokens.csv"), `${TOKEN},admin,admin,"system:masters"\n`);
}

function etcdArguments(port: number, at: (name: string) => string): string[] {
  return [
    `--data-dir=${at("etcd")}`,
    `--listen-client-urls=http://127.0.0.1:${port}`,
    `--advertise-client-urls=http://127.0.0.1:${port}`,
    "--listen-peer-urls=http://127.0.0.1:0",
    "--unsafe-no-fsync",
    "--log-level=error",
  ];
}

function serverArguments(port: number, etcdPort: number, at: (name: string) => string): string[] {
  return [
    `--etcd-servers=http://127.0.0.1:${etcdPort}`,
    "--bind-address=127.0.0.1",
    `--secure-port=${port}`,
    `--cert-dir=${at("certs")}`,
    `--service-account-key-file=${at("sa.pub")}`,
    `--service-account-signing-key-file=${at("sa.key")}`,
    "--service-account-issuer=https://kubernetes.default.svc",
    `--token-auth-file=${at("tokens.csv")}`,
    "--authorization-mode=RBAC",
    "--service-cluster-ip-range=10.96.0.0/16",
    `--audit-policy-file=${at("audit.yaml")}`,
    `--audit-log-path=${at("audit.log")}`,
  ];
}

function readAuditLog(file: string): AuditEvent[] {
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.filter(Boolean).map((line) => JSON.parse(line) as AuditEvent);
}

const answers = (connection: KubernetesConnection, call: Omit<HttpRequest, "method"> = { path: "/readyz" }) =>
  connection.text({ method: "GET", ...call }).then(
    () => true,
    () => false,
  );

/** For a while after its start the server answers reads but not yet watches. */
const watches = (cluster: KubernetesConnection, kind: KindName) =>
  answers(cluster, { path: collectionPath(cluster.namespace, kind), query: { watch: true, timeoutSeconds: 1 } });

async function startControllerManager(controllers: string[], at: (name: string) => string): Promise<RunningServer> {
  return await startServer({
    program: findProgram("kube-controller-manager")!,
    argumentsFor: (port) => [
      `--kubeconfig=${at("kubeconfig")}`,
      `--secure-port=${port}`,
      "--bind-address=127.0.0.1",
      `--cert-dir=${at("manager")}`,
      `--controllers=${controllers.join(",")}`,
      "--leader-elect=false",
      // The default of twenty requests a second takes long for a thousand jobs.
      "--kube-api-qps=200",
      "--kube-api-burst=400",
    ],
  });
}

/** Applies the definitions of kinds in a folder. Resolves once they are served. */
export async function applyDefinitions(cluster: KubernetesConnection, folder: string): Promise<void> {
  const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".yaml"))) {
    const yaml = readFileSync(join(folder, file), "utf8");
    const { metadata } = parse(yaml) as { metadata: { name: string } };
    await cluster.request({
      method: "PATCH",
      path: `${definitions}/${metadata.name}`,
      query: { fieldManager: "tests", force: true },
      contentType: "application/apply-patch+yaml",
      body: yaml,
    });
    await eventually(async () => {
      const { status } = await cluster.request<{ status?: { conditions?: { type: string; status: string; message: string }[] } }>({
        method: "GET",
        path: `${definitions}/${metadata.name}`,
      });
      const broken = status?.conditions?.find(({ type, status: is }) => type === "NonStructuralSchema" && is === "True");
      if (broken) throw new Error(`${file}: ${broken.message}`);
      return status?.conditions?.some(({ type, status: is }) => type === "Established" && is === "True") ?? false;
    });
  }
}
