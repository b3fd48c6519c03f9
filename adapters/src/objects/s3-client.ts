import { Agent, type ClientRequest, request } from "node:http";
import { Agent as SecureAgent, request as secureRequest } from "node:https";
import { Client } from "minio";
import { closeIdleConnections } from "../close-idle-connections.js";

export interface S3ClientOptions {
  /** `http://minio:9000`, or that of any server of the S3 protocol. */
  endpoint: string;
  region: string;
  accessKey: string;
  secretKey: string;
  /** Milliseconds for which a connection may stand still. */
  timeoutMs: number;
}

/**
 * In which a connection must come about. The time for which one may stand still begins only then, and the system itself tries
 * to reach a server that went without a goodbye for more than a minute (tcp(7), tcp_syn_retries).
 */
const CONNECT_TIMEOUT_MS = 5_000;
/** Requests at once; more wait for their turn. */
const MAX_CONNECTIONS = 64;

/** A client that never waits for ever, and leaves trying again to its caller. */
export function createS3Client({ endpoint, region, accessKey, secretKey, timeoutMs }: S3ClientOptions): {
  client: Client;
  close: () => void;
} {
  const { hostname, port, protocol } = new URL(endpoint);
  const useSSL = protocol === "https:";
  const agent = new (useSSL ? SecureAgent : Agent)({ keepAlive: true, maxSockets: MAX_CONNECTIONS });
  const send = (useSSL ? secureRequest : request) as typeof request;
  const limited = (...args: Parameters<typeof request>): ClientRequest => {
    const sent = send(...args);
    const giveUp = (what: string) => () => void sent.destroy(Object.assign(new Error(what), { code: "ETIMEDOUT" }));
    sent.once("socket", (socket) => {
      if (!socket.connecting) return;
      const timer = setTimeout(giveUp(`no connection within ${CONNECT_TIMEOUT_MS} ms`), CONNECT_TIMEOUT_MS);
      socket.once("connect", () => clearTimeout(timer));
      sent.once("close", () => clearTimeout(timer));
    });
    // Else each that is kept to a server that went without a goodbye would cost somebody the whole time.
    sent.on("error", () => closeIdleConnections(agent));
    return sent.setTimeout(timeoutMs, giveUp(`no byte within ${timeoutMs} ms`));
  };
  const client = new Client({
    endPoint: hostname,
    port: Number(port) || (useSSL ? 443 : 80),
    useSSL,
    region,
    accessKey,
    secretKey,
    transport: { request: limited as typeof request },
    transportAgent: agent,
    retryOptions: { disableRetry: true },
  });
  return { client, close: () => agent.destroy() };
}
