import { ERRORS } from "../errors/error-catalogue.js";
import { STORAGE_PROBLEM_HEADER, STORAGE_PROBLEMS, type StorageProblem } from "../errors/not-writable.js";
import { ApiError, apiErrorFromResponse, isSessionLost } from "./api-error.js";
import type { CsrfAnswer } from "./request-types.js";
import { SESSION_USER_HEADER } from "./session-user-header.js";
import { tryParseJson } from "./try-parse-json.js";

export interface HttpRequest {
  method?: string;
  /** Sent as JSON, except FormData, which is sent unchanged. */
  body?: unknown;
  query?: Record<string, string | number | boolean | undefined>;
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
  /** The request needs no session: its refusal does not mean that one is lost. */
  anonymous?: boolean;
}

export interface HttpResponse {
  status: number;
  headers: Headers;
  /** Undefined if the response has no body. */
  json: unknown;
}

/** HTTP client with base path, anti-forgery token, catalogue errors, and a notification when the session is lost. */
export interface HttpClient {
  basePath: string;
  /**
   * Sends a request. `path` is relative to the base path and begins with a slash. Throws ApiError; an aborted request throws the
   * AbortError.
   */
  send(path: string, call?: HttpRequest): Promise<HttpResponse>;
  /** Sends a request for a file, and leaves the body unread for the caller. */
  open(path: string, call?: HttpRequest): Promise<Response>;
  /** Returns the headers of a request that changes something and cannot go through `send`, such as an upload with progress. */
  headersOfChange(): Promise<Record<string, string>>;
  /** The token changes at login and logout. */
  clearCsrfToken(): void;
  /** Requests are refused from now on if the session is of another user. */
  expectUser(id: string | undefined): void;
  /**
   * Calls `recover` whenever a request fails for lack of a session. The request is sent again if the promise resolves to true, and
   * fails otherwise. Returns a function that unsubscribes.
   */
  onSessionLost(recover: (error: ApiError) => Promise<boolean>): () => void;
  /** Does `work`, again after each new session that it lacked. For requests that cannot go through `send`. */
  inSession<T>(work: () => Promise<T>): Promise<T>;
  /** Returns why the server could save nothing at its last answer, or undefined. */
  storageProblem(): StorageProblem | undefined;
  /** Calls the listener whenever that changes. Returns a function that unsubscribes. */
  onStorageProblem(listener: () => void): () => void;
}

/**
 * Creates a client for the server at `basePath`, which has no trailing slash. A page on the same host passes a path such as
 * `/tukey`. A program passes a full URL and a `fetch` that keeps cookies (createCookieFetch).
 */
export function createHttpClient(basePath: string, fetch: typeof globalThis.fetch): HttpClient {
  let recover: ((error: ApiError) => Promise<boolean>) | undefined;
  let userHeaders: Record<string, string> = {};
  const storageListeners = new Set<() => void>();
  let token: Promise<string> | null = null;
  let storageProblem: StorageProblem | undefined;

  function csrfToken(): Promise<string> {
    token ??= fetchCsrfToken();
    token.catch(clearCsrfToken);
    return token;
  }
  async function fetchCsrfToken(): Promise<string> {
    const answer = (await readJson(await fetchOk("/accounts/csrf", {}))) as Partial<CsrfAnswer> | null | undefined;
    // Below a page's address the console answers with its page.
    if (typeof answer?.csrftoken !== "string") throw apiErrorFromResponse(404, answer);
    return answer.csrftoken;
  }
  function clearCsrfToken(): void {
    token = null;
  }
  async function inSession<T>(work: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!isSessionLost(error) || !(await recover?.(error))) throw error;
      }
    }
  }

  async function fetchOk(path: string, call: HttpRequest): Promise<Response> {
    const response = await fetchRaw(path, call);
    noteStorageProblem(response.headers.get(STORAGE_PROBLEM_HEADER));
    if (!response.ok) throw apiErrorFromResponse(response.status, await readJson(response, call.signal));
    return response;
  }

  function noteStorageProblem(code: string | null): void {
    const problem = STORAGE_PROBLEMS.find((each) => each === code);
    if (problem === storageProblem) return;
    storageProblem = problem;
    for (const listener of storageListeners) listener();
  }

  async function fetchRaw(path: string, { method = "GET", body, query, headers, signal }: HttpRequest): Promise<Response> {
    const init: RequestInit = { method, credentials: "same-origin", headers: { Accept: "application/json", ...userHeaders, ...headers } };
    if (body instanceof FormData) init.body = body;
    else if (body !== undefined) {
      init.body = JSON.stringify(body);
      init.headers = { ...init.headers, "Content-Type": "application/json" };
    }
    if (signal) init.signal = signal;
    return await withConnectionErrors(signal, () => fetch(`${basePath}${path}${queryString(query)}`, init));
  }

  async function sendWithCsrfToken(path: string, call: HttpRequest): Promise<Response> {
    const headers = { ...call.headers, "X-CSRFToken": await csrfToken() };
    return fetchOk(path, { ...call, headers });
  }

  /**
   * Sends a request that changes something. If the token has expired, for instance through a login in another tab, fetches a new
   * one and retries once.
   */
  async function sendWithCsrfRetry(path: string, call: HttpRequest): Promise<Response> {
    try {
      return await sendWithCsrfToken(path, call);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== ERRORS.csrfTokenInvalid) throw error;
      clearCsrfToken();
      return sendWithCsrfToken(path, call);
    }
  }

  function open(path: string, call: HttpRequest = {}): Promise<Response> {
    const send = () => ((call.method ?? "GET") === "GET" ? fetchOk(path, call) : sendWithCsrfRetry(path, call));
    return call.anonymous ? send() : inSession(send);
  }

  return {
    basePath,
    clearCsrfToken,
    headersOfChange: async () => ({ ...userHeaders, "X-CSRFToken": await csrfToken() }),
    expectUser(id) {
      userHeaders = id === undefined ? {} : { [SESSION_USER_HEADER]: id };
    },
    onSessionLost(handler) {
      recover = handler;
      return () => {
        if (recover === handler) recover = undefined;
      };
    },
    inSession,
    storageProblem: () => storageProblem,
    onStorageProblem(listener) {
      storageListeners.add(listener);
      return () => storageListeners.delete(listener);
    },
    open,
    async send(path, call) {
      const response = await open(path, call);
      return { status: response.status, headers: response.headers, json: await readJson(response, call?.signal) };
    },
  };
}

/** Throws ApiError if the connection fails, and the error itself if the request is aborted. */
async function withConnectionErrors<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (signal?.aborted) throw error;
    const failure = new ApiError(ERRORS.serverUnavailable, 0, "The server does not respond. Please try again later");
    failure.cause = error;
    throw failure;
  }
}

async function readJson(response: Response, signal?: AbortSignal): Promise<unknown> {
  return tryParseJson(await withConnectionErrors(signal, () => response.text()));
}

function queryString(query: HttpRequest["query"]): string {
  const given = Object.entries(query ?? {}).filter((entry): entry is [string, string | number | boolean] => entry[1] !== undefined);
  return given.length === 0
    ? ""
    : `?${new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)])).toString()}`;
}
