/** Queries and bodies of every route that takes any, made from what the route says it takes, to a server on fresh stores. */
import { allRoutes, createApp } from "@agatha/api/app";
import { testReaders } from "@agatha/api/datasets/test-readers";
import type { Route } from "@agatha/api/http/route";
import { IN_BODY } from "@agatha/api/openapi/bounded";
import { Components } from "@agatha/api/openapi/schemas";
import { createServices } from "@agatha/api/services";
import { keepingContract } from "@agatha/api/test-contract";
import { addUser, serve, type TestDeps, testDeps } from "@agatha/api/test-deps";
import { testModelCache } from "@agatha/api/test-models";
import { addBelongings, CHANGING, ownersPath, tableOfRoutes } from "@agatha/api/test-route-calls";
import { ERRORS } from "@agatha/contracts";
import fc from "fast-check";
import { damagedJson } from "./damage.js";
import { type Fuzzed, fuzzed, type Outcome } from "./fuzzed.js";
import { type JsonSchema, valuesOf } from "./json-of-schema.js";

interface Call {
  route: string;
  query?: unknown;
  body?: unknown;
}

const nameOf = ({ method, path }: Route): string => `${method} ${path}`;

function calls(routes: Route[]): fc.Arbitrary<Call> {
  const components = new Components();
  const reference = (pointer: string): JsonSchema => components.all()[pointer.split("/").at(-1) ?? ""] ?? {};
  const made = (schema: NonNullable<Route["request"]>["body"]) =>
    schema ? damagedJson(valuesOf(components.schemaOf(schema, "input", IN_BODY), reference)) : fc.constant(undefined);
  const each = routes.map((route) =>
    fc.record({ route: fc.constant(nameOf(route)), query: made(route.request?.query), body: made(route.request?.body) }),
  );
  return fc.oneof(...each);
}

/** Files are fuzzed by themselves; the stand-in for a model has no ONNX form, so that its export cannot succeed. */
const takesInput = ({ path, request }: Route): boolean =>
  request !== undefined && !request.multipart && !path.endsWith("/export") && Boolean(request.query ?? request.body);

/** Half of its values are lists, as `?a=1&a=2` gives them. */
function queryText(query: unknown): string {
  if (typeof query !== "object" || query === null) return query === undefined ? "" : `?${encoded(String(query))}`;
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map(
      (each) => `${encoded(name)}=${encoded(typeof each === "string" ? each : JSON.stringify(each))}`,
    ),
  );
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}

/** Surrogates by themselves become the replacement character: they cannot be in an address. */
const encoded = (text: string): string => encodeURIComponent(Buffer.from(text).toString());

export function requests(): Fuzzed {
  const routes = tableOfRoutes().filter(takesInput);
  const byName = new Map(routes.map((route) => [nameOf(route), route]));
  return fuzzed(calls(routes), async (call) => {
    const deps = testDeps();
    const services = { ...createServices(deps), models: testModelCache(deps), tables: testReaders() };
    const server = await serve(deps, createApp(deps, keepingContract(allRoutes(deps, services))));
    try {
      const has = await addBelongings(deps, "none");
      const manager = await server.as(await addUser(deps, "manager", { auth: "manager" }));
      const route = byName.get(call.route) as Route;
      const path = `${ownersPath(route, has).replace(/\?.*/, "")}${queryText(call.query)}`;
      const body = CHANGING.has(route.method) ? JSON.stringify(call.body) : undefined;
      const answer = await manager(route.method.toUpperCase(), path, { body, headers: { "Content-Type": "application/json" } });
      return await outcomeOf(answer, deps);
    } finally {
      await server.close();
      deps.cleanUp();
    }
  });
}

/** Throws what was logged of a failure that nobody foresaw. */
async function outcomeOf(answer: Response, { logged }: TestDeps): Promise<Outcome> {
  const text = await answer.text();
  if (answer.status < 400) return "accepted";
  if (answer.status >= 500) throw new Error(`${answer.status} ${text}\n${logged.filter((line) => line.includes('"err"')).join("\n")}`);
  // Node itself refuses an address that is too long.
  if (answer.status === 431) return "refused 010201";
  const { tukey_error: code } = JSON.parse(text) as { tukey_error: string };
  if (!Object.hasOwn(ERRORS, code)) throw new Error(`${answer.status} without a code of the catalogue: ${text}`);
  return `refused ${code}`;
}
