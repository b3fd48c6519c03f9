/** The three servers that a cluster's stores run on, for tests. */
import { eventually, type Scratch, scratch } from "./scratch.js";
import { findProgram, type RunningServer, startServer } from "./servers.js";

export const ACCESS = { accessKey: "test-access", secretKey: "test-secret-key" };

export const PROGRAMS = {
  s3: findProgram("minio"),
  mongo: findProgram("mongod", "mongo-wire"),
  nats: findProgram("nats-server"),
};

/** A server with a folder of its own, which goes with it. */
export interface StoreServer extends RunningServer {
  remove(): Promise<void>;
}

/** Resolves when it serves: it listens some time before. */
export async function startS3(program: string): Promise<StoreServer> {
  const server = await withFolder((path) =>
    startServer({
      program,
      argumentsFor: (port) => ["server", path, "--address", `127.0.0.1:${port}`],
      env: { MINIO_ROOT_USER: ACCESS.accessKey, MINIO_ROOT_PASSWORD: ACCESS.secretKey, MINIO_BROWSER: "off" },
    }),
  );
  await eventually(() =>
    fetch(`http://127.0.0.1:${server.port}/minio/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  return server;
}

export async function startMongo(program: string): Promise<StoreServer> {
  return await withFolder((path) =>
    startServer({
      program,
      argumentsFor: (port) =>
        program.endsWith("mongod") ? ["--dbpath", path, "--port", String(port), "--bind_ip", "127.0.0.1"] : [`127.0.0.1:${port}`, path],
    }),
  );
}

export function startNats(program: string, ...more: string[]): Promise<RunningServer> {
  return startServer({ program, argumentsFor: (port) => ["-a", "127.0.0.1", "-p", String(port), ...more] });
}

async function withFolder(start: (path: string) => Promise<RunningServer>): Promise<StoreServer> {
  const disk: Scratch = await scratch();
  const server = await start(disk.path);
  return {
    ...server,
    async remove() {
      await server.kill();
      await disk.remove();
    },
  };
}
