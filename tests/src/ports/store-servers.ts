/** The three servers of a cluster's stores. */
import { request } from "node:http";
import { request as secureRequest } from "node:https";
import { networkInterfaces } from "node:os";
import { basename, join } from "node:path";
import { freePort } from "../listening.js";
import { findProgram, type RunningServer, startServer } from "./servers.js";
import { createTemporaryFolder, eventually, type TemporaryFolder } from "./temporary-folder.js";

export const S3_CREDENTIALS = { accessKey: "test-access", secretKey: "test-secret-key" };

export const STORE_PROGRAMS = {
  s3: findProgram("minio"),
  mongo: findProgram("mongod", "ferretdb", "mongo-wire"),
  nats: findProgram("nats-server"),
};

/** A server with a folder of its own, which is deleted with it. */
export interface StoreServer extends RunningServer {
  folder: string;
  remove(): Promise<void>;
}

/**
 * Starts an S3. Resolves when it serves requests, some time after it listens. It uses HTTPS if a folder of certificates is given:
 * public.crt and private.key.
 */
export async function startS3(program: string, certificates?: string): Promise<StoreServer> {
  const server = await withFolder((path) =>
    startServer({
      program,
      argumentsFor: (port) => [
        ...["server", path, "--address", `127.0.0.1:${port}`],
        ...(certificates === undefined ? [] : ["--certs-dir", certificates]),
      ],
      env: { MINIO_ROOT_USER: S3_CREDENTIALS.accessKey, MINIO_ROOT_PASSWORD: S3_CREDENTIALS.secretKey, MINIO_BROWSER: "off" },
    }),
  );
  await eventually(() => isReady(server.port, { secure: certificates !== undefined }));
  return server;
}

/** Address of this machine. In a container MinIO refuses servers at 127.0.0.1 that find each other. */
const ownAddress = (): string =>
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ internal, family }) => !internal && family === "IPv4")?.address ?? "127.0.0.1";

/** Starts one S3 of several servers, each with a folder. Resolves with them once all serve requests. */
export async function startS3Servers(program: string, count: number): Promise<{ servers: RunningServer[]; remove(): Promise<void> }> {
  const disk: TemporaryFolder = await createTemporaryFolder();
  const ports = await Promise.all(Array.from({ length: count }, freePort));
  const places = ports.map((port, i) => `http://${ownAddress()}:${port}${join(disk.path, `${i}`)}`);
  // A server answers its port once it has found the others: all are started before one is awaited.
  const servers = await Promise.all(
    ports.map((port) =>
      startServer({
        program,
        port,
        argumentsFor: () => ["server", "--address", `:${port}`, ...places],
        // Without MINIO_CI_CD it refuses folders of the machine's root disk.
        env: {
          MINIO_ROOT_USER: S3_CREDENTIALS.accessKey,
          MINIO_ROOT_PASSWORD: S3_CREDENTIALS.secretKey,
          MINIO_BROWSER: "off",
          MINIO_CI_CD: "1",
        },
      }),
    ),
  );
  for (const { port } of servers) await eventually(() => isReady(port, { path: "/minio/health/cluster" }), 60);
  return {
    servers,
    async remove() {
      await Promise.all(servers.map((server) => server.kill()));
      await disk.remove();
    },
  };
}

function isReady(port: number, { secure = false, path = "/minio/health/ready" } = {}): Promise<boolean> {
  const place = { port, host: "127.0.0.1", path };
  return new Promise((resolve) => {
    const asked = secure ? secureRequest({ ...place, rejectUnauthorized: false }) : request(place);
    asked
      .on("response", (answer) => resolve(answer.resume().statusCode === 200))
      .on("error", () => resolve(false))
      .end();
  });
}

/** Arguments of the programs that speak MongoDB's protocol. FerretDB stores in SQLite. */
const MONGO_ARGUMENTS: Record<string, (port: number, path: string) => string[]> = {
  mongod: (port, path) => ["--dbpath", path, "--port", String(port), "--bind_ip", "127.0.0.1"],
  ferretdb: (port, path) => [
    ...["--handler=sqlite", `--sqlite-url=file:${path}/`, `--state-dir=${path}`, "--telemetry=disable", "--log-level=error"],
    ...[`--listen-addr=127.0.0.1:${port}`, "--debug-addr=-"],
  ],
  "mongo-wire": (port, path) => [`127.0.0.1:${port}`, path],
};

export async function startMongo(program: string): Promise<StoreServer> {
  const argumentsFor = MONGO_ARGUMENTS[basename(program)]!;
  return await withFolder((path) => startServer({ program, argumentsFor: (port) => argumentsFor(port, path) }));
}

export function startNats(program: string, ...more: string[]): Promise<RunningServer> {
  return startServer({ program, argumentsFor: (port) => ["-a", "127.0.0.1", "-p", String(port), ...more] });
}

async function withFolder(start: (path: string) => Promise<RunningServer>): Promise<StoreServer> {
  const disk: TemporaryFolder = await createTemporaryFolder();
  const server = await start(disk.path);
  return {
    ...server,
    folder: disk.path,
    async remove() {
      await server.kill();
      await disk.remove();
    },
  };
}
