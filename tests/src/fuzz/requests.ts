/** Queries and bodies of every route that has any, generated from the route's schema and sent to a server on new stores. */
import { BODY_BOUNDS } from "@agatha/api/api-docs/bounds";
import { Components } from "@agatha/api/api-docs/schemas";
import { allRoutes, createApp } from "@agatha/api/app";
import type { Route } from "@agatha/api/http/route";
import { createServices } from "@agatha/api/services";
import { addUser, serve, type TestDeps, testDeps } from "@agatha/api/testing/deps";
import { stubModelCache } from "@agatha/api/testing/models";
import { createOwnerFixtures, pathForOwner, routeTable, UNSAFE_METHODS } from "@agatha/api/testing/route-fixtures";
import { stubTableReaderCache } from "@agatha/api/testing/table-reader-cache";
import { validateResponses } from "@agatha/api/testing/validate-responses";
import { isErrorCode } from "@agatha/contracts";
import fc from "fast-check";
import { type FuzzTarget, fuzzTarget, type Outcome } from "./fuzz-target.js";
import { mutatedJson } from "./mutations.js";
import { type JsonSchema, schemaArbitrary } from "./schema-arbitrary.js";

interface FuzzedRequest {
  route: string;
  query?: unknown;
  body?: unknown;
}

const routeName = ({ method, path }: Route): string => `${method} ${path}`;

function requestArbitrary(routes: Route[]): fc.Arbitrary<FuzzedRequest> {
  const components = new Components();
  const reference = (pointer: string): JsonSchema => components.schemas()[pointer.split("/").at(-1) ?? ""] ?? {};
  const made = (schema: NonNullable<Route["request"]>["body"]) =>
    schema ? mutatedJson(schemaArbitrary(components.schemaOf(schema, "input", BODY_BOUNDS), reference)) : fc.constant(undefined);
  const each = routes.map((route) =>
    fc.record({ route: fc.constant(routeName(route)), query: made(route.request?.query), body: made(route.request?.body) }),
  );
  return fc.oneof(...each);
}

/** Files are fuzzed separately. The fake model has no ONNX form, so its export cannot succeed. */
const takesInput = ({ path, request }: Route): boolean =>
  request !== undefined && !request.multipart && !path.endsWith("/export") && Boolean(request.query ?? request.body);

/** Half of its values are lists, as `?a=1&a=2` gives them. */
function queryText(query: unknown): string {
  if (typeof query !== "object" || query === null) return query === undefined ? "" : `?${encodeText(String(query))}`;
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map(
      (each) => `${encodeText(name)}=${encodeText(typeof each === "string" ? each : JSON.stringify(each))}`,
    ),
  );
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}

/** Replaces lone surrogates by the replacement character, because an address cannot contain them. */
const encodeText = (text: string): string => encodeURIComponent(Buffer.from(text).toString());

export function requests(): FuzzTarget {
  const routes = routeTable().filter(takesInput);
  const byName = new Map(routes.map((route) => [routeName(route), route]));
  return fuzzTarget(requestArbitrary(routes), async (call) => {
    const deps = testDeps();
    const services = { ...createServices(deps), models: stubModelCache(deps), tables: stubTableReaderCache() };
    const server = await serve(deps, createApp(deps, validateResponses(allRoutes(deps, services))));
    try {
      const has = await createOwnerFixtures(deps, "none");
      const manager = await server.loggedInAs(await addUser(deps, "manager", { auth: "manager" }));
      const route = byName.get(call.route) as Route;
      const path = `${pathForOwner(route, has).replace(/\?.*/, "")}${queryText(call.query)}`;
      const body = UNSAFE_METHODS.has(route.method) ? JSON.stringify(call.body) : undefined;
      const answer = await manager(route.method.toUpperCase(), path, { body, headers: { "Content-Type": "application/json" } });
      return await outcomeOf(answer, deps);
    } finally {
      await server.close();
      deps.cleanUp();
    }
  });
}

/** Throws the log line of an unexpected error. */
async function outcomeOf(answer: Response, { logLines }: TestDeps): Promise<Outcome> {
  const text = await answer.text();
  if (answer.status < 400) return "accepted";
  if (answer.status >= 500) throw new Error(`${answer.status} ${text}\n${logLines.filter((line) => line.includes('"err"')).join("\n")}`);
  // Node.js itself rejects an address that is too long.
  if (answer.status === 431) return "refused 010201";
  const { tukey_error: code } = JSON.parse(text) as { tukey_error: string };
  if (!isErrorCode(code)) throw new Error(`${answer.status} without a code of the catalogue: ${text}`);
  return `refused ${code}`;
}
