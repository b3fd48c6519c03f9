/** Fixtures for the tests of this package: stores in memory, a clock to advance, users, and clients that use real HTTP. */
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { COLLECTIONS, ERRORS, isoTime, type User } from "@agatha/contracts";
import type { ErrorBody } from "@agatha/contracts/wire";
import type { Express } from "express";
import { pino } from "pino";
import { Registry } from "prom-client";
import { newAccount } from "../accounts/user-admin/new-account.js";
import { allRoutes, createApp } from "../app.js";
import { type ApiConfig, type ApiDeps, DEFAULT_SESSIONS } from "../deps.js";
import { csrfToken } from "../http/csrf.js";
import type { Route } from "../http/route.js";
import { serverOptions } from "../http/server-options.js";
import { cookieName, openSession } from "../http/sessions.js";
import { memoryDocuments, memoryEvents, memoryObjects, memoryResources } from "./memory-stores.js";
import { validateResponses } from "./validate-responses.js";

export interface TestDeps extends ApiDeps {
  /** Advances the clock. */
  advance(milliseconds: number): void;
  /** Milliseconds by which the machine's clock was set since the start. */
  clockJumpMs: number;
  /** Logged lines. */
  logLines: string[];
  /** Set by a test that provokes a failure of unknown cause. Other tests fail if an answer has 010101. */
  expectsUnknownCause?: boolean;
  /** Error of the document store's calls; none while it is available. */
  documentStoreError?: Error;
  cleanUp(): void;
}

/**
 * Returns empty stores in memory and a clock that starts at 2024-05-01T08:00:00Z and moves only by `advance`. `cleanUp` removes
 * the scratch folder.
 */
export function testDeps(config: Partial<ApiConfig> = {}): TestDeps {
  let now = Date.parse("2024-05-01T08:00:00Z");
  const clock = { now: () => now };
  const scratch = mkdtempSync(join(tmpdir(), "agatha-api-"));
  const logLines: string[] = [];
  const deps: TestDeps = {
    resources: memoryResources(clock),
    documents: memoryDocuments(clock, () => deps.documentStoreError),
    objects: memoryObjects(),
    events: memoryEvents(),
    clock,
    wallClock: { now: () => now + deps.clockJumpMs },
    clockJumpMs: 0,
    logger: pino({ level: "info" }, { write: (line: string) => void logLines.push(line) }),
    metrics: new Registry(),
    storageProblem: () => undefined,
    config: {
      basePath: "/tukey",
      secretKey: Buffer.alloc(32, 7),
      scratch,
      maxUploadBytes: 10_000_000,
      trustedProxies: 0,
      secureCookies: false,
      sessions: DEFAULT_SESSIONS,
      rateLimits: { login: 1000, predictionApi: 1000 },
      ...config,
    },
    logLines,
    advance: (milliseconds) => {
      now += milliseconds;
    },
    cleanUp: () => rmSync(scratch, { recursive: true, force: true }),
  };
  return deps;
}

/** Adds an account with all rights of its role, without a password to log in with. */
export async function addUser(deps: ApiDeps, username: string, changes: Partial<User> = {}): Promise<User> {
  const account = newAccount({ id: randomUUID(), username, passwordHash: "none", createdAt: isoTime(deps.clock) });
  return deps.documents.collection(COLLECTIONS.users).insert({ ...account, ...changes });
}

export interface TestServer {
  /** Address with the base path: `http://127.0.0.1:40123/tukey`. */
  url: string;
  origin: string;
  /** Client without a cookie. */
  anonymous: Client;
  /** Opens a session for the user and returns its client. */
  loggedInAs(user: User): Promise<Client>;
  close(): Promise<void>;
}

interface ClientOptions {
  body?: unknown;
  headers?: Record<string, string>;
  redirect?: RequestInit["redirect"];
}

/** HTTP client. `path` is below the base path. A plain object is sent as JSON; FormData, text and bytes as they are. */
export type Client = (method: string, path: string, options?: ClientOptions) => Promise<Response>;

/** Starts a server with the routes, all by default. Their answers are checked against their schemas. */
export async function startServer(deps: TestDeps, routes: Route[] = allRoutes(deps)): Promise<TestServer> {
  return serve(deps, createApp(deps, validateResponses(routes)));
}

/** Listens on a free port of 127.0.0.1. `close` throws if an answer had an unknown cause that the test did not expect. */
export async function serve(deps: TestDeps, app: Express | Server): Promise<TestServer> {
  const server = app instanceof Server ? app : createServer(serverOptions(app), app);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const url = origin + deps.config.basePath;
  return {
    url,
    origin,
    anonymous: createClient(url, {}),
    loggedInAs: async (user) => createClient(url, sessionHeaders(deps.config, await openSession(deps, user.id))),
    async close() {
      const closed = new Promise<void>((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
      });
      server.closeAllConnections();
      await closed;
      const unknown = deps.logLines.filter((line) => line.includes(`unknown cause (${ERRORS.unknown})`));
      if (unknown.length > 0 && !deps.expectsUnknownCause) throw new Error(`An answer had ${ERRORS.unknown}:\n${unknown.join("")}`);
    },
  };
}

/** Returns the headers of a client with this session cookie. */
export function sessionHeaders(config: ApiConfig, cookie: string): Record<string, string> {
  return { Cookie: `${cookieName(config, "session")}=${cookie}`, "X-CSRFToken": csrfToken(config, cookie) };
}

/** A request that hangs fails its test: the test runner has no time limit of its own. */
const LONGEST_REQUEST_MS = 300_000;

/** Returns a client that sends the headers `always` with each request and follows no redirect. */
export function createClient(url: string, always: Record<string, string>): Client {
  return (method, path, { body, headers = {}, redirect = "manual" } = {}) => {
    const asIs = body === undefined || typeof body === "string" || body instanceof FormData || body instanceof Uint8Array;
    return fetch(url + path, {
      method,
      redirect,
      signal: AbortSignal.timeout(LONGEST_REQUEST_MS),
      headers: { ...always, ...(asIs ? {} : { "Content-Type": "application/json" }), ...headers },
      body: asIs ? (body as RequestInit["body"]) : JSON.stringify(body),
    });
  };
}

/** Returns the body of a response that is known to have this shape. Tests that expect another one fail by themselves. */
export async function readJson<T>(response: Response | Promise<Response>): Promise<T> {
  return (await (await response).json()) as T;
}

/** Returns the status, code and first path of an error response. */
export async function readError(response: Response | Promise<Response>): Promise<[status: number, code: string, path: string | undefined]> {
  const { tukey_error, detail } = await readJson<ErrorBody>(response);
  return [(await response).status, tukey_error, detail?.[0]?.path];
}

/** Returns the status and code of an error response. */
export async function readErrorCode(response: Response | Promise<Response>): Promise<[status: number, code: string]> {
  const [status, code] = await readError(response);
  return [status, code];
}

/** Waits for an asynchronous condition and fails after ten seconds. */
export async function waitFor(happened: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 10_000; !(await happened()); await new Promise((resolve) => setTimeout(resolve, 5))) {
    if (Date.now() > end) throw new Error("what was waited for did not happen");
  }
}
