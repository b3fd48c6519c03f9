import { Agent, type ClientRequest, request } from "node:http";
import { Agent as SecureAgent, request as secureRequest } from "node:https";
import { Client } from "minio";
import { closeIdleConnections } from "../close-idle-connections.js";

interface S3ClientOptions {
  /** `http://minio:9000`, or the address of any server with the S3 protocol. */
  endpoint: string;
  region: string;
  accessKey: string;
  secretKey: string;
  /** Present for temporary credentials. */
  sessionToken?: string | undefined;
  /** Milliseconds for which a connection may be idle. */
  timeoutMs: number;
  /** Milliseconds for establishing a connection (default 5,000). */
  connectTimeoutMs?: number;
}

/**
 * Time limit for establishing a connection. The idle timeout starts only after that, and the system itself retries for more than
 * a minute if a server disappeared (tcp(7), tcp_syn_retries).
 */
const CONNECT_TIMEOUT_MS = 5_000;
/** Largest number of concurrent requests; others wait. */
const MAX_CONNECTIONS = 64;
const PRECONDITION_FAILED = 412;

/** Creates a client with time limits for everything. Retries are left to the caller. */
export function createS3Client(options: S3ClientOptions): { client: Client; close: () => void } {
  const { endpoint, region, accessKey, secretKey, sessionToken, timeoutMs, connectTimeoutMs = CONNECT_TIMEOUT_MS } = options;
  const { hostname, port, protocol } = new URL(endpoint);
  const useSSL = protocol === "https:";
  const agent = new (useSSL ? SecureAgent : Agent)({ keepAlive: true, maxSockets: MAX_CONNECTIONS });
  const send = (useSSL ? secureRequest : request) as typeof request;
  const requestWithTimeouts = (...args: Parameters<typeof request>): ClientRequest => {
    const sent = send(...args);
    const destroyOnTimeout = (what: string) => () => void sent.destroy(Object.assign(new Error(what), { code: "ETIMEDOUT" }));
    sent.once("socket", (socket) => {
      if (!socket.connecting) return;
      const timer = setTimeout(destroyOnTimeout(`no connection within ${connectTimeoutMs} ms`), connectTimeoutMs);
      socket.once("connect", () => clearTimeout(timer));
      sent.once("close", () => clearTimeout(timer));
    });
    // Otherwise each idle connection to a server that disappeared would cost a request the whole timeout.
    sent.on("error", () => closeIdleConnections(agent));
    // After a refused condition MinIO closes the connection without saying so. The next request on it would fail.
    sent.once("response", ({ statusCode }) => {
      if (statusCode === PRECONDITION_FAILED) sent.shouldKeepAlive = false;
    });
    return sent.setTimeout(timeoutMs, destroyOnTimeout(`no byte within ${timeoutMs} ms`));
  };
  const client = new Client({
    endPoint: hostname,
    port: Number(port) || (useSSL ? 443 : 80),
    useSSL,
    region,
    accessKey,
    secretKey,
    ...(sessionToken !== undefined && { sessionToken }),
    transport: { request: requestWithTimeouts as typeof request },
    transportAgent: agent,
    retryOptions: { disableRetry: true },
  });
  return { client, close: () => agent.destroy() };
}
