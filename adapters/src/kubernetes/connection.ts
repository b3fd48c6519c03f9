import type { IncomingMessage } from "node:http";
import { KubeConfig } from "@kubernetes/client-node";
import { createHttpClient, type HttpRequest, readLines, readText } from "./http-client.js";
import { createRequestGate, type RequestGate } from "./request-gate.js";
import { isServerUnavailable, StatusError } from "./status-error.js";

export type { HttpRequest } from "./http-client.js";

/**
 * The way to the API server. Its address and credentials are those of the client library; the requests are our own, as the
 * library (2.0) opens a connection for each of them, waits for answers without limit, and takes a failed watch for its end.
 */
export interface KubernetesConnection {
  /** What everything is limited to. */
  readonly namespace: string;
  /** Resolves with the answer. Throws Refusal, or what went wrong on the way. */
  request<T>(call: HttpRequest): Promise<T>;
  /** The answer as it is. */
  text(call: HttpRequest): Promise<string>;
  /** The answer's lines as they come, to its end; throws when it breaks off or the signal aborts, and Overdue after `maxMs`. */
  lines(call: HttpRequest, signal: AbortSignal, maxMs: number): AsyncIterable<string>;
  /** Ends what is under way; from then on every call throws. */
  close(): void;
}

/** The server has not answered, or not ended its answer, in time. */
export class RequestTimeout extends Error {
  override name = "Overdue";
}

export interface KubernetesConnectionOptions {
  /** By default that of the environment: KUBECONFIG, the home folder's, or the pod's service account. */
  kubeConfig?: KubeConfig;
  namespace: string;
  /** How long an answer may take; the wait for our turn while the server is in trouble comes on top. */
  timeoutMs?: number;
  requestGate?: RequestGate;
  /** Where only a leader may write: asked right before a write is sent, as the process may have stood still, or waited for its turn. */
  isLeader?: () => boolean;
}

const MAX_RESPONSE_BYTES = 256 * 1024 * 1024;
const MAX_ERROR_BYTES = 1024 * 1024;

/** A call whose answer has begun. */
interface PendingResponse {
  response: IncomingMessage;
  /** From now on it may take so long, instead of the usual time. */
  allow(ms: number): void;
  /** It is over. */
  done(): void;
  /** It broke off. Returns why. */
  failed(error: unknown): unknown;
}

export function createKubernetesConnection(options: KubernetesConnectionOptions): KubernetesConnection {
  const { kubeConfig = defaultKubeConfig(), namespace, timeoutMs = 10_000, requestGate = createRequestGate(), isLeader } = options;
  const exchange = createHttpClient(kubeConfig);
  const underWay = new Set<AbortController>();
  let closed: Error | undefined;

  function judge(error: unknown): void {
    if (!(error instanceof StatusError)) {
      // What else is open to that server may be as dead.
      exchange.closeIdleConnections();
      requestGate.recordFailure();
    } else if (isServerUnavailable(error)) requestGate.recordFailure(error.retryAfterMs);
    else requestGate.recordSuccess();
  }

  async function start(call: HttpRequest, signal?: AbortSignal): Promise<PendingResponse> {
    if (closed) throw closed;
    signal?.throwIfAborted();
    const ending = new AbortController();
    const callOff = () => ending.abort(signal?.reason);
    let timer: NodeJS.Timeout | undefined;
    function allow(ms: number): void {
      clearTimeout(timer);
      timer = setTimeout(() => ending.abort(new RequestTimeout(`The Kubernetes API server did not answer within ${ms / 1000} s`)), ms);
      // Lines that nobody reads to their end must not keep the process alive.
      timer.unref();
    }
    function done(): void {
      clearTimeout(timer);
      signal?.removeEventListener("abort", callOff);
      underWay.delete(ending);
    }
    function failed(error: unknown): unknown {
      done();
      const { aborted, reason } = ending.signal;
      const cause: unknown = aborted ? reason : error;
      if (!aborted || cause instanceof RequestTimeout) judge(cause);
      return cause;
    }
    underWay.add(ending);
    signal?.addEventListener("abort", callOff, { once: true });
    await requestGate.wait(ending.signal).catch((error: unknown) => {
      done();
      throw error;
    });
    if (isLeader && call.method !== "GET" && !isLeader()) {
      done();
      throw new Error("Somebody else leads now: nothing is written any more");
    }
    try {
      allow(timeoutMs);
      const response = await exchange.send(call, ending.signal);
      const { statusCode = 0, headers } = response;
      if (statusCode < 200 || statusCode > 299) {
        throw new StatusError(statusCode, await readText(response, MAX_ERROR_BYTES), headers["retry-after"]);
      }
      requestGate.recordSuccess();
      return { response, allow, done, failed };
    } catch (error) {
      throw failed(error);
    }
  }

  async function text(call: HttpRequest): Promise<string> {
    const { response, done, failed } = await start(call);
    try {
      const answer = await readText(response, MAX_RESPONSE_BYTES);
      done();
      return answer;
    } catch (error) {
      throw failed(error);
    }
  }

  async function* lines(call: HttpRequest, signal: AbortSignal, maxMs: number): AsyncGenerator<string> {
    const { response, allow, done, failed } = await start(call, signal);
    allow(maxMs);
    try {
      yield* readLines(response);
    } catch (error) {
      throw failed(error);
    } finally {
      done();
      response.destroy();
    }
  }

  return {
    namespace,
    text,
    lines,
    request: async <T>(call: HttpRequest) => JSON.parse(await text(call)) as T,
    close() {
      closed ??= new Error("The connection to Kubernetes is closed");
      for (const ending of underWay) ending.abort(closed);
      exchange.close();
    },
  };
}

function defaultKubeConfig(): KubeConfig {
  const kubeConfig = new KubeConfig();
  kubeConfig.loadFromDefault();
  return kubeConfig;
}
