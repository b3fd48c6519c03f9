import { EventEmitter, once } from "node:events";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Conflict, InvalidInput, NotFound, Unavailable, type User } from "@agatha/contracts";
import { z } from "zod";
import { createApp } from "../app.js";
import { rateLimiter } from "../http/rate-limit.js";
import { defineRoute, type Route } from "../http/route.js";
import { addUser, serve, type TestDeps, type TestServer, testDeps } from "./deps.js";

const summary = "test";
const tag = "test";
const responses = { 200: z.unknown() };

function failing(path: string, error: () => Error): Route {
  return defineRoute({ method: "get", path, access: "public", summary, tag, responses, handler: () => Promise.reject(error()) });
}

const echo = defineRoute({
  method: "post",
  path: "/things/:id",
  access: "public",
  summary,
  tag,
  bodyLimit: "list",
  request: {
    params: z.object({ id: z.string().max(5) }),
    query: z.object({ n: z.coerce.number().int().optional() }),
    body: z.object({
      rows: z.array(z.record(z.string(), z.number())).optional(),
      list: z.array(z.object({ x: z.number() })).optional(),
      deep: z.unknown().optional(),
    }),
  },
  responses,
  handler: async ({ params, query, body }) => ({
    status: 201,
    body: { params, query, body, polluted: ({} as { polluted?: boolean }).polluted },
  }),
});

/** Answers to a body that waits once `release` is emitted. */
const held = (events: EventEmitter): Route =>
  defineRoute({
    method: "post",
    path: "/held",
    access: "user",
    summary,
    tag,
    bodyLimit: "list",
    request: { body: z.object({ rows: z.array(z.number()), wait: z.boolean() }) },
    responses,
    async handler({ body }) {
      if (body.wait) await once(events, "release");
      return { body: "released" };
    },
  });

/** Answers with a list that is too long for the buffers of a connection. */
const long = defineRoute({
  method: "post",
  path: "/long",
  access: "public",
  summary,
  tag,
  bodyLimit: "list",
  request: { body: z.object({ rows: z.array(z.number()) }) },
  responses,
  handler: async ({ body }) => ({ body: Array.from({ length: 2000 }, () => "x".repeat(body.rows.length)) }),
});

function* endless(): Generator<string> {
  for (;;) yield "row\r\n".repeat(1000);
}

const routes: Route[] = [
  defineRoute({
    method: "get",
    path: "/things/:id",
    access: "user",
    summary,
    tag,
    responses,
    handler: async ({ user }) => ({ body: user.username }),
  }),
  echo,
  long,
  defineRoute({ method: "post", path: "/things/all", access: "user", summary, tag, responses, handler: async () => ({ body: "all" }) }),
  defineRoute({ method: "get", path: "/managed", access: "manager", summary, tag, responses, handler: async () => ({ body: "managed" }) }),
  defineRoute({
    method: "get",
    path: "/limited",
    access: "public",
    summary,
    tag,
    responses,
    limits: { beforeBody: rateLimiter({ perMinute: 2 }) },
    handler: async () => ({ body: "in" }),
  }),
  defineRoute({
    method: "get",
    path: "/endless",
    access: "public",
    summary,
    tag,
    responses,
    handler: async ({ response }) => {
      await pipeline(Readable.from(endless()), response);
      return {};
    },
  }),
  failing("/unforeseen", () => new Error("secret place /etc")),
  failing("/refused-inside", () => Object.assign(new Error("datasets is forbidden: User system:api cannot list"), { status: 403 })),
  failing("/conflict", () => new Conflict("v2")),
  failing("/away", () => new Unavailable("The document store does not answer")),
  failing("/gone", () => new NotFound("no model", "010514")),
  failing("/invalid", () => new InvalidInput("010404", { path: "columns[1]", message: "is there twice" })),
];

/** A server of made routes, and an account. */
export interface HttpFixture {
  deps: TestDeps;
  /** Held answers come with its event `release`. */
  events: EventEmitter;
  server: TestServer;
  someone: User;
  close(): Promise<void>;
}

/** Serves routes with each kind of access, request and error, to an account and to clients without a session. */
export async function createHttpFixture(): Promise<HttpFixture> {
  const deps = testDeps();
  const events = new EventEmitter();
  const server = await serve(deps, createApp(deps, [...routes, held(events)]));
  return {
    deps,
    events,
    server,
    someone: await addUser(deps, "someone"),
    async close() {
      await server.close();
      deps.cleanUp();
    },
  };
}
