import { type IncomingMessage, type OutgoingHttpHeaders, request as requestHttp } from "node:http";
import { Agent, type AgentOptions, type RequestOptions, request as requestHttps } from "node:https";
import type { KubeConfig } from "@kubernetes/client-node";
import { closeIdleConnections } from "../close-idle-connections.js";

export interface HttpRequest {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Below the server's address: `/api/v1/…`. */
  path: string;
  query?: Record<string, string | number | boolean | undefined>;
  body?: unknown;
  /** Of the body, which is then sent as it is when it is a text; JSON when left out. */
  contentType?: string;
}

/** Sends calls over connections that are kept. */
export interface HttpClient {
  /** Resolves with the head of the answer. An abort, also a later one, ends the answer with the signal's reason. */
  send(call: HttpRequest, signal: AbortSignal): Promise<IncomingMessage>;
  /** Closes the connections that are kept but not in use. */
  closeIdleConnections(): void;
  close(): void;
}

/** So that a peer that is gone is noticed, and no proxy on the way takes the connection for idle. */
const TCP_KEEP_ALIVE_MS = 15_000;
/** Tokens and certificates are renewed long before they end. */
const CREDENTIALS_TTL_MS = 10_000;
/** What makes a connection another one: certificates may be renewed while we run. */
const TLS_FIELDS = ["ca", "cert", "key", "pfx", "passphrase", "rejectUnauthorized", "servername"] as const;

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

  /** Reads files of keys and certificates, so not for every request. */
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
      // A token that was replaced before its time.
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
      // Node sends the body of a DELETE without saying so, and the server takes it for the next request.
      headers["Content-Length"] = Buffer.byteLength(body);
    }
    const request = (url.protocol === "http:" ? requestHttp : requestHttps)(url, { ...options, headers });
    const abort = () => request.destroy(signal.reason as Error);
    signal.addEventListener("abort", abort, { once: true });
    request.once("close", () => signal.removeEventListener("abort", abort));
    request.on("error", reject);
    request.once("response", (response) => {
      // Without a reader, an answer that breaks off would be an uncaught error.
      response.on("error", () => {});
      resolve(response);
    });
    request.end(body);
  });
}

/** Rejects when there are more than `maxBytes`, or the answer breaks off. */
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

/** Whole lines without their ends. A last line that has no end was cut off, and is left out. */
export async function* readLines(response: IncomingMessage): AsyncGenerator<string> {
  response.setEncoding("utf8");
  let rest = "";
  for await (const chunk of response as AsyncIterable<string>) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    yield* lines.filter((line) => line !== "");
  }
}
