import { type IncomingMessage, type OutgoingHttpHeaders, request as requestHttp } from "node:http";
import { Agent, type AgentOptions, type RequestOptions, request as requestHttps } from "node:https";
import type { KubeConfig } from "@kubernetes/client-node";
import { closeIdleConnections } from "../close-idle-connections.js";

export interface HttpRequest {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Path on the server: `/api/v1/…`. */
  path: string;
  query?: Record<string, string | number | boolean | undefined>;
  body?: unknown;
  /** Content type of the body; default JSON. With a content type, a string body is sent unchanged. */
  contentType?: string;
}

/** Sends requests over keep-alive connections. */
export interface HttpClient {
  /** Resolves with the head of the response. An abort, even a later one, ends the response with the signal's reason. */
  send(call: HttpRequest, signal: AbortSignal): Promise<IncomingMessage>;
  /** Closes idle keep-alive connections. */
  closeIdleConnections(): void;
  close(): void;
}

/** Detects a dead peer, and keeps proxies from closing the connection as idle. */
const TCP_KEEP_ALIVE_MS = 15_000;
/** Tokens and certificates are renewed long before they expire. */
const CREDENTIALS_TTL_MS = 10_000;
/** Options that need a new connection when they change: certificates may be renewed at run time. */
const TLS_FIELDS = ["ca", "cert", "key", "pfx", "passphrase", "rejectUnauthorized", "servername"] as const;

/** Reads tokens and certificates again every 10 s, and opens new connections when a certificate has changed. */
export function createHttpClient(kubeConfig: KubeConfig): HttpClient {
  let agent: Agent | undefined;
  let agentKey = "";

  function agentFor(options: RequestOptions): Agent {
    const tls = Object.fromEntries(TLS_FIELDS.map((field) => [field, options[field]])) as AgentOptions;
    const key = JSON.stringify(tls);
    if (agent && key === agentKey) return agent;
    agent?.destroy();
    agentKey = key;
    agent = new Agent({ ...tls, keepAlive: true, keepAliveMsecs: TCP_KEEP_ALIVE_MS });
    return agent;
  }

  let credentials: { options: RequestOptions; at: number } | undefined;

  /** Returns cached options, because this reads key and certificate files. */
  async function optionsFor(server: string, proxied: boolean): Promise<RequestOptions> {
    if (credentials && performance.now() - credentials.at < CREDENTIALS_TTL_MS) return credentials.options;
    const options: RequestOptions = { headers: { Accept: "application/json" } };
    await kubeConfig.applyToHTTPSOptions(options);
    if (server.startsWith("http:")) delete options.agent;
    else if (!proxied) options.agent = agentFor(options);
    credentials = { options, at: performance.now() };
    return options;
  }

  return {
    async send(call, signal) {
      const cluster = kubeConfig.getCurrentCluster();
      if (!cluster) throw new Error("The Kubernetes configuration names no cluster");
      const options = await optionsFor(cluster.server, cluster.proxyUrl !== undefined);
      const response = await sendRequest(urlOf(cluster.server, call), { ...options, method: call.method }, call, signal);
      // The token was replaced before its expiry.
      if (response.statusCode === 401) credentials = undefined;
      return response;
    },
    closeIdleConnections() {
      if (agent) closeIdleConnections(agent);
    },
    close: () => agent?.destroy(),
  };
}

function urlOf(server: string, { path, query = {} }: HttpRequest): URL {
  const url = new URL(server.replace(/\/$/, "") + path);
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, String(value));
  return url;
}

function bodyOf({ body, contentType }: HttpRequest): string | undefined {
  if (body === undefined) return undefined;
  return contentType !== undefined && typeof body === "string" ? body : JSON.stringify(body);
}

function sendRequest(url: URL, options: RequestOptions, call: HttpRequest, signal: AbortSignal): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const body = bodyOf(call);
    const headers: OutgoingHttpHeaders = { ...(options.headers as OutgoingHttpHeaders) };
    if (body !== undefined) {
      headers["Content-Type"] = call.contentType ?? "application/json";
      // For a DELETE with a body, Node sends no Content-Length, and the server reads the body as the next request.
      headers["Content-Length"] = Buffer.byteLength(body);
    }
    const request = (url.protocol === "http:" ? requestHttp : requestHttps)(url, { ...options, headers });
    const abort = () => request.destroy(signal.reason as Error);
    signal.addEventListener("abort", abort, { once: true });
    request.once("close", () => signal.removeEventListener("abort", abort));
    request.on("error", reject);
    request.once("response", (response) => {
      // Without a listener, a response that breaks off would be an uncaught error.
      response.on("error", () => {});
      resolve(response);
    });
    request.end(body);
  });
}

/** Rejects if the body exceeds `maxBytes`, or the response breaks off. */
export async function readText(response: IncomingMessage, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new Error(`The Kubernetes API server answered with more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** Yields whole lines without line ends. A last line without an end was cut off and is omitted. */
export async function* readLines(response: IncomingMessage): AsyncGenerator<string> {
  response.setEncoding("utf8");
  let rest = "";
  for await (const chunk of response as AsyncIterable<string>) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    yield* lines.filter((line) => line !== "");
  }
}
