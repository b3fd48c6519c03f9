import type { IncomingMessage } from "node:http";
import { KubeConfig } from "@kubernetes/client-node";
import { createHttpClient, type HttpRequest, readLines, readText } from "./http-client.js";
import { createRequestBackoff, type RequestBackoff } from "./request-backoff.js";
import { isServerUnavailable, RequestTimeout, StatusError } from "./status-error.js";

export type { HttpRequest } from "./http-client.js";

/**
 * Connection to the API server. The client library supplies address and credentials. The requests do not use the library (2.0),
 * because it opens a connection for each request, waits for responses without limit, and treats a failed watch as its end.
 */
export interface KubernetesConnection {
  /** Namespace of all requests. */
  readonly namespace: string;
  /** Resolves with the response body. Throws StatusError, or the connection's error. */
  request<T>(call: HttpRequest): Promise<T>;
  /** Returns the response body as text. */
  text(call: HttpRequest): Promise<string>;
  /**
   * Yields the lines of the response as they arrive, until its end. Throws if the response breaks off or the signal aborts, and
   * RequestTimeout after `maxMs`.
   */
  lines(call: HttpRequest, signal: AbortSignal, maxMs: number): AsyncIterable<string>;
  /** Aborts pending requests. Later calls throw. */
  close(): void;
}

interface KubernetesConnectionOptions {
  /** Default: the configuration of the environment: KUBECONFIG, the home folder's, or the pod's service account. */
  kubeConfig?: KubeConfig;
  namespace: string;
  /** Time limit of a response. While the server is in trouble, waiting for a turn adds to it. */
  timeoutMs?: number;
  requestBackoff?: RequestBackoff;
  /**
   * For a process that may write only as the leader. It is called right before each write, because the process may have been
   * paused, or waited for its turn.
   */
  isLeader?: () => boolean;
}

const MAX_RESPONSE_BYTES = 256 * 1024 * 1024;
const MAX_ERROR_BYTES = 1024 * 1024;

/** Request whose response has begun. */
interface PendingResponse {
  response: IncomingMessage;
  /** Sets a new time limit from now on. */
  setDeadline(ms: number): void;
  /** Call when the response is complete. */
  finish(): void;
  /** Call when the response has failed. Returns the cause. */
  fail(error: unknown): unknown;
}

export function createKubernetesConnection(options: KubernetesConnectionOptions): KubernetesConnection {
  const { kubeConfig = defaultKubeConfig(), namespace, timeoutMs = 10_000, requestBackoff = createRequestBackoff(), isLeader } = options;
  const exchange = createHttpClient(kubeConfig);
  const pending = new Set<AbortController>();
  let closed: Error | undefined;

  function reportToGate(error: unknown): void {
    if (!(error instanceof StatusError)) {
      // Other open connections to the server may also be dead.
      exchange.closeIdleConnections();
      requestBackoff.recordFailure();
    } else if (isServerUnavailable(error)) requestBackoff.recordFailure(error.retryAfterMs);
    else requestBackoff.recordSuccess();
  }

  async function start(call: HttpRequest, signal?: AbortSignal): Promise<PendingResponse> {
    if (closed) throw closed;
    signal?.throwIfAborted();
    const ending = new AbortController();
    const abort = () => ending.abort(signal?.reason);
    let timer: NodeJS.Timeout | undefined;
    function setDeadline(ms: number): void {
      clearTimeout(timer);
      timer = setTimeout(() => ending.abort(new RequestTimeout(`The Kubernetes API server did not answer within ${ms / 1000} s`)), ms);
      // Lines that nobody reads to the end must not keep the process alive.
      timer.unref();
    }
    function finish(): void {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
      pending.delete(ending);
    }
    function fail(error: unknown): unknown {
      finish();
      const { aborted, reason } = ending.signal;
      const cause: unknown = aborted ? reason : error;
      if (!aborted || cause instanceof RequestTimeout) reportToGate(cause);
      return cause;
    }
    pending.add(ending);
    signal?.addEventListener("abort", abort, { once: true });
    await requestBackoff.wait(ending.signal).catch((error: unknown) => {
      finish();
      throw error;
    });
    if (isLeader && call.method !== "GET" && !isLeader()) {
      finish();
      throw new Error("Somebody else leads now: nothing is written any more");
    }
    try {
      setDeadline(timeoutMs);
      const response = await exchange.send(call, ending.signal);
      const { statusCode = 0, headers } = response;
      if (statusCode < 200 || statusCode > 299) {
        throw new StatusError(statusCode, await readText(response, MAX_ERROR_BYTES), headers["retry-after"]);
      }
      requestBackoff.recordSuccess();
      return { response, setDeadline, finish, fail };
    } catch (error) {
      throw fail(error);
    }
  }

  async function text(call: HttpRequest): Promise<string> {
    const { response, finish, fail } = await start(call);
    try {
      const answer = await readText(response, MAX_RESPONSE_BYTES);
      finish();
      return answer;
    } catch (error) {
      throw fail(error);
    }
  }

  async function* lines(call: HttpRequest, signal: AbortSignal, maxMs: number): AsyncGenerator<string> {
    const { response, setDeadline, finish, fail } = await start(call, signal);
    setDeadline(maxMs);
    try {
      yield* readLines(response);
    } catch (error) {
      throw fail(error);
    } finally {
      finish();
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
      for (const ending of pending) ending.abort(closed);
      exchange.close();
    },
  };
}

function defaultKubeConfig(): KubeConfig {
  const kubeConfig = new KubeConfig();
  kubeConfig.loadFromDefault();
  return kubeConfig;
}
