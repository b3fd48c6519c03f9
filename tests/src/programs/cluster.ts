/** The programs of a cluster as processes, on a real API server and real stores; only the node is played. */
import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { PASSWORD } from "../end-to-end/product.js";
import { freePort } from "../listening.js";
import { type ApiServer, findApiServer, startApiServer } from "../ports/api-server.js";
import { eventually, scratch } from "../ports/scratch.js";
import { ACCESS, PROGRAMS, type StoreServer, startMongo, startNats, startS3 } from "../ports/store-servers.js";
import { type Node, startNode } from "./node.js";
import { type Accounts, installAccounts, type Part } from "./service-accounts.js";

const OPERATOR = fileURLToPath(new URL("../../../operator/dist/main.js", import.meta.url));
const API = fileURLToPath(new URL("../../../api/dist/main.js", import.meta.url));
const CONTROLLERS = ["job-controller", "serviceaccount-controller", "garbage-collector-controller"];

/** Whether all that is needed is installed. */
export const clusterPrograms = PROGRAMS.s3 && PROGRAMS.mongo && PROGRAMS.nats && findApiServer();

export interface Program {
  child: ChildProcess;
  port: number;
  operations: string;
  /** What it logged. */
  output(): string;
  /** Resolves with the exit code. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

export interface TestCluster {
  server: ApiServer;
  namespace: string;
  node: Node;
  /** Those of the stores. */
  stores: { s3: StoreServer; mongo: StoreServer };
  operator(name: string): Promise<Program>;
  api(env?: Record<string, string>): Promise<Program>;
  /** Where each program has its own. */
  accounts?: Accounts;
  stop(): Promise<void>;
}

/** `ownAccounts`: each program has the service account and the rights that the chart gives it; else all may do everything. */
export async function startCluster({ ownAccounts = false } = {}): Promise<TestCluster> {
  const disk = await scratch();
  const [server, s3, mongo, nats] = await Promise.all([
    startApiServer(CONTROLLERS),
    startS3(PROGRAMS.s3!),
    startMongo(PROGRAMS.mongo!),
    startNats(PROGRAMS.nats!),
  ]);
  const namespace = await server.namespace({ "pod-security.kubernetes.io/enforce": "restricted" });
  const admin = server.admin(namespace);
  const accounts = ownAccounts ? await installAccounts(server, admin) : undefined;
  async function configFor(part: Part): Promise<string> {
    const kubeConfig = accounts ? await accounts.kubeConfig(part) : server.kubeConfig;
    const file = join(disk.path, `kubeconfig-${part}`);
    writeFileSync(file, kubeConfig.exportConfig());
    return file;
  }
  const stores = {
    AGATHA_S3_ENDPOINT: `http://127.0.0.1:${s3.port}`,
    AGATHA_S3_ACCESS_KEY: ACCESS.accessKey,
    AGATHA_S3_SECRET_KEY: ACCESS.secretKey,
    AGATHA_MONGODB_URL: `mongodb://127.0.0.1:${mongo.port}/`,
    AGATHA_NATS_URL: `nats://127.0.0.1:${nats.port}`,
  };
  const node = startNode(server.admin(namespace), stores);
  const programs: Program[] = [];
  const secret = randomBytes(32).toString("base64");

  async function start(main: string, part: Part, more: Record<string, string>): Promise<Program> {
    const [port, operationsPort] = [await freePort(), await freePort()];
    const env = {
      PATH: process.env.PATH,
      KUBECONFIG: await configFor(part),
      HOST: "127.0.0.1",
      PORT: `${port}`,
      OPERATIONS_PORT: `${operationsPort}`,
      LOG_LEVEL: "info",
      AGATHA_NAMESPACE: namespace,
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
      operations: `http://127.0.0.1:${operationsPort}`,
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
      return await isReady(program);
    });
    return program;
  }

  return {
    server,
    namespace,
    node,
    stores: { s3, mongo },
    ...(accounts && { accounts }),
    operator: (name) => start(OPERATOR, "operator", { POD_NAME: name, AGATHA_JOBS: JSON.stringify({ image: "trainer:1" }) }),
    api: (env = {}) =>
      start(API, env.AGATHA_SERVES === "models" ? "models" : "api", { AGATHA_SECRET_KEY: secret, AGATHA_ADMIN_PASSWORD: PASSWORD, ...env }),
    async stop() {
      for (const { child, end } of programs) {
        child.kill("SIGCONT");
        if (child.exitCode === null && child.signalCode === null) await end("SIGKILL");
      }
      await node.stop();
      admin.close();
      await Promise.all([s3.remove(), mongo.remove(), nats.kill(), server.stop()]);
      await disk.remove();
    },
  };
}

export const isReady = ({ operations }: Program): Promise<boolean> =>
  fetch(`${operations}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

/** Whether the program says that it leads. */
export async function leads({ operations }: Program): Promise<boolean> {
  const text = await fetch(`${operations}/metrics`).then(
    (answer) => answer.text(),
    () => "",
  );
  return /^leader_election_master_status\{name="agatha-operator"\} 1$/m.test(text);
}
