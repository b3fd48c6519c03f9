/** The three servers of a cluster's stores. */
import { request } from "node:http";
import { request as secureRequest } from "node:https";
import { findProgram, type RunningServer, startServer } from "./servers.js";
import { createTemporaryFolder, eventually, type TemporaryFolder } from "./temporary-folder.js";

export const S3_CREDENTIALS = { accessKey: "test-access", secretKey: "test-secret-key" };

export const STORE_PROGRAMS = {
  s3: findProgram("minio"),
  mongo: findProgram("mongod", "mongo-wire"),
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
  await eventually(() => isReady(server.port, certificates !== undefined));
  return server;
}

function isReady(port: number, secure: boolean): Promise<boolean> {
  const place = { port, host: "127.0.0.1", path: "/minio/health/ready" };
  return new Promise((resolve) => {
    const asked = secure ? secureRequest({ ...place, rejectUnauthorized: false }) : request(place);
    asked
      .on("response", (answer) => resolve(answer.resume().statusCode === 200))
      .on("error", () => resolve(false))
      .end();
  });
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
