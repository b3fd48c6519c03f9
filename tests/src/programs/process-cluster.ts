/** The programs of a cluster as processes, on a real API server and real stores. Only the node is simulated. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { PASSWORD } from "../end-to-end/testing/agatha-process.js";
import { freePort } from "../listening.js";
import { type ApiServer, findApiServer, startApiServer } from "../ports/api-server.js";
import { S3_CREDENTIALS, STORE_PROGRAMS, type StoreServer, startMongo, startNats, startS3 } from "../ports/store-servers.js";
import { startTcpProxy } from "../ports/tcp-proxy.js";
import { createTemporaryFolder, eventually } from "../ports/temporary-folder.js";
import { type FakeNode, startFakeNode } from "./fake-node.js";
import { type Component, installServiceAccounts, type ServiceAccounts } from "./service-accounts.js";

const OPERATOR_PROGRAM = fileURLToPath(new URL("../../../operator/dist/main.js", import.meta.url));
const SECRETS_PROGRAM = fileURLToPath(new URL("../../../operator/dist/secrets/main.js", import.meta.url));
const SECRETS = { stores: { name: "agatha-stores", existing: false }, api: { name: "agatha-api", existing: false }, labels: {} };
const SECRET_ROLLOUT = {
  workloads: [
    { resource: "deployments", name: "agatha-operator", secrets: [SECRETS.stores.name, SECRETS.api.name] },
    { resource: "statefulsets", name: "agatha-minio", secrets: [SECRETS.stores.name] },
  ],
};
const API_PROGRAM = fileURLToPath(new URL("../../../api/dist/main.js", import.meta.url));
const TEAM = "team-a";
const CONTROLLERS = ["job-controller", "serviceaccount-controller", "garbage-collector-controller"];

/** Truthy if all required programs are installed. */
export const clusterPrerequisites = STORE_PROGRAMS.s3 && STORE_PROGRAMS.mongo && STORE_PROGRAMS.nats && findApiServer();

export interface Program {
  child: ChildProcess;
  port: number;
  operationsUrl: string;
  /** Returns the log of the program. */
  output(): string;
  /** Sends the signal and resolves with the exit code. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

export interface ProcessCluster {
  server: ApiServer;
  namespace: string;
  /** Another namespace, whose objects are served too; the documentation has its name. */
  team: string;
  node: FakeNode;
  /** Servers of the stores. */
  stores: { s3: StoreServer; mongo: StoreServer };
  /** Resolves once the operator is ready, or as `started` says. */
  operator(name: string, env?: Record<string, string>, started?: typeof isReady): Promise<Program>;
  /** Makes the installation's secrets as the operator's first container does, and returns its log. */
  secrets(given?: Record<string, string>): Promise<string>;
  api(env?: Record<string, string>): Promise<Program>;
  /** Service accounts, where each program has its own. */
  accounts?: ServiceAccounts;
  stop(): Promise<void>;
}

/**
 * With `ownAccounts`, each program has the service account and the rights of the chart. Otherwise all have all rights. `controllers`
 * run besides those that the programs need.
 */
export async function startProcessCluster({ ownAccounts = false, controllers = [] as string[] } = {}): Promise<ProcessCluster> {
  const disk = await createTemporaryFolder();
  const [server, s3, mongo, nats] = await Promise.all([
    startApiServer([...CONTROLLERS, ...controllers]),
    startS3(STORE_PROGRAMS.s3!),
    startMongo(STORE_PROGRAMS.mongo!),
    startNats(STORE_PROGRAMS.nats!),
  ]);
  const namespace = await server.namespace({ "pod-security.kubernetes.io/enforce": "restricted" });
  const team = await server.namespace({}, TEAM);
  const admin = server.admin(namespace);
  const accounts = ownAccounts ? await installServiceAccounts(server, admin, [team]) : undefined;
  async function configFor(part: Component): Promise<string> {
    const kubeConfig = accounts ? await accounts.kubeConfig(part) : server.kubeConfig;
    const file = join(disk.path, `kubeconfig-${part}`);
    writeFileSync(file, kubeConfig.exportConfig());
    return file;
  }
  const stores = {
    AGATHA_S3_ENDPOINT: `http://127.0.0.1:${s3.port}`,
    AGATHA_S3_ACCESS_KEY: S3_CREDENTIALS.accessKey,
    AGATHA_S3_SECRET_KEY: S3_CREDENTIALS.secretKey,
    AGATHA_MONGODB_URL: `mongodb://127.0.0.1:${mongo.port}/`,
    AGATHA_NATS_URL: `nats://127.0.0.1:${nats.port}`,
  };
  const programs: Program[] = [];
  const operators: Program[] = [];
  // As the operator's service does: jobs reach any operator that is ready.
  const tasks = await startTcpProxy(() =>
    Promise.any(
      operators.map(async (operator) => {
        if (!(await isReady(operator))) throw new Error("not ready");
        return operator.port;
      }),
    ),
  );
  // What pods get from the chart's ConfigMap of stores. Credentials are their own.
  const node = startFakeNode(server.admin(namespace), { AGATHA_S3_ENDPOINT: stores.AGATHA_S3_ENDPOINT });
  const secret = randomBytes(32).toString("base64");

  async function start(main: string, part: Component, more: Record<string, string>, started = isReady): Promise<Program> {
    const [port, operationsPort] = [await freePort(), await freePort()];
    const env = {
      PATH: process.env.PATH,
      KUBECONFIG: await configFor(part),
      HOST: "127.0.0.1",
      PORT: `${port}`,
      OPERATIONS_PORT: `${operationsPort}`,
      LOG_LEVEL: "info",
      AGATHA_NAMESPACE: namespace,
      AGATHA_NAMESPACES: team,
      AGATHA_SCRATCH: disk.path,
      ...stores,
      ...more,
    };
    const child = spawn(process.execPath, ["--enable-source-maps", main], { env, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (bytes: Buffer) => {
        output += bytes.toString();
      });
    }
    const exited = once(child, "exit");
    const program: Program = {
      child,
      port,
      operationsUrl: `http://127.0.0.1:${operationsPort}`,
      output: () => output,
      async end(signal) {
        child.kill(signal);
        await exited;
        return child.exitCode;
      },
    };
    programs.push(program);
    await eventually(async () => {
      if (child.exitCode !== null) throw new Error(`${main} has ended:\n${output}`);
      return await started(program);
    });
    return program;
  }

  return {
    server,
    namespace,
    team,
    node,
    stores: { s3, mongo },
    ...(accounts && { accounts }),
    async operator(name, env = {}, started = isReady) {
      const variables = {
        POD_NAME: name,
        AGATHA_JOBS: JSON.stringify({ image: "trainer:1", s3Session: { endpoint: stores.AGATHA_S3_ENDPOINT } }),
        AGATHA_TASK_URL: `http://127.0.0.1:${tasks.port}`,
        AGATHA_SECRET_KEY: secret,
        ...(accounts && { AGATHA_SECRET_ROLLOUT: JSON.stringify(SECRET_ROLLOUT) }),
        ...env,
      };
      const program = await start(OPERATOR_PROGRAM, "operator", variables, started);
      operators.push(program);
      return program;
    },
    async secrets(given = {}) {
      const AGATHA_SECRETS = JSON.stringify({ ...SECRETS, mongodbHost: "agatha-mongodb:27017", natsBundled: true });
      const env = {
        PATH: process.env.PATH,
        KUBECONFIG: await configFor("operator"),
        AGATHA_NAMESPACE: namespace,
        AGATHA_SECRETS,
        AGATHA_SECRET_ROLLOUT: JSON.stringify(SECRET_ROLLOUT),
        ...given,
      };
      return (await promisify(execFile)(process.execPath, ["--enable-source-maps", SECRETS_PROGRAM], { env })).stdout;
    },
    api: (env = {}) =>
      start(API_PROGRAM, env.AGATHA_SERVES === "models" ? "models" : "api", {
        AGATHA_SECRET_KEY: secret,
        AGATHA_ADMIN_PASSWORD: PASSWORD,
        ...env,
      }),
    async stop() {
      for (const { child, end } of programs) {
        child.kill("SIGCONT");
        if (child.exitCode === null && child.signalCode === null) await end("SIGKILL");
      }
      await node.stop();
      await tasks.close();
      admin.close();
      await Promise.all([s3.remove(), mongo.remove(), nats.kill(), server.stop()]);
      await disk.remove();
    },
  };
}

export const isReady = ({ operationsUrl }: Program): Promise<boolean> =>
  fetch(`${operationsUrl}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

/** Returns true if the program reports that it leads. */
export async function isLeader({ operationsUrl }: Program): Promise<boolean> {
  const text = await fetch(`${operationsUrl}/metrics`).then(
    (answer) => answer.text(),
    () => "",
  );
  return /^leader_election_master_status\{name="agatha-operator"\} 1$/m.test(text);
}
