import { ERRORS_BY_CODE } from "@agatha/contracts";
import { errorBody, uploadFields as named } from "@agatha/contracts/wire";
import { z } from "zod";
import { allRoutes } from "../app.js";
import type { Route } from "../http/route.js";
import { addUser, readJson, startServer, type TestDeps, type TestServer, testDeps } from "../testing/deps.js";
import { buildOpenApiDocument, type OpenApiDocument } from "./document.js";
import { offlineDeps } from "./offline-deps.js";
import { REQUEST_EXAMPLES, requestExample, routeKey } from "./request-examples.js";
import { responseExample } from "./response-examples/index.js";

let deps: TestDeps;
let server: TestServer;
let document: OpenApiDocument;

beforeAll(async () => {
  deps = testDeps({ basePath: "/base" });
  server = await startServer(deps);
  document = await readJson(await server.anonymous("GET", "/openapi.json/"));
});
afterAll(async () => {
  await server.close();
  deps.cleanUp();
});

const operation = (path: string, method: string) => {
  const found = document.paths[path]?.[method];
  if (!found) throw new Error(`${method} ${path} is not in the document`);
  return found;
};

// @contract get-openapi-json
test("the document has every route and no other", () => {
  const documented = Object.entries(document.paths).flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method} ${path}`));
  const routes = allRoutes(offlineDeps()).map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, "{$1}")}`);
  expect(documented.sort()).toEqual(routes.sort());
  expect(documented).toContain("post /tukey/api");
  expect(document.servers).toEqual([{ url: "/base", "x-internal": false }]);
});

test("the document does not depend on the order of the routes", () => {
  const { config } = offlineDeps();
  const routes = allRoutes(offlineDeps());
  const text = (table: Route[]): string => JSON.stringify(buildOpenApiDocument(table, config));
  expect(text([...routes].reverse())).toBe(text(routes));
});

test("operation ids are unique and every reference resolves", () => {
  const ids = Object.values(document.paths).flatMap((methods) => Object.values(methods).map((each) => each.operationId));
  expect(new Set(ids).size).toBe(ids.length);
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference);
  const { schemas, headers, examples } = document.components;
  const places = Object.entries({ schemas, headers, examples }).flatMap(([kind, all]) =>
    Object.keys(all).map((name) => `#/components/${kind}/${name}`),
  );
  expect(references.length).toBeGreaterThan(100);
  expect(references.filter((reference) => !places.includes(reference ?? ""))).toEqual([]);
});

test("every schema has a reference", () => {
  const referenced = new Set([...JSON.stringify(document).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name));
  expect(Object.keys(document.components.schemas).filter((name) => !referenced.has(name))).toEqual([]);
});

test("the limit on false alarms is one number, and a file may be as long as an upload", () => {
  const limit = operation("/agatha/datasets/{id}/models/{mid}", "get").parameters.find(({ name }) => name === "max_fpr")?.schema;
  expect(limit).toMatchObject({ type: "number", minimum: 0, maximum: 999, not: { exclusiveMinimum: 1, exclusiveMaximum: 999 } });
  expect(limit).not.toHaveProperty("anyOf");
  const file = (path: string) => operation(path, "post").requestBody?.content;
  const schema = (maxLength: number) => ({ "multipart/form-data": { schema: { properties: { file: { format: "binary", maxLength } } } } });
  expect(file("/agatha/datasets/upload")).toMatchObject(schema(deps.config.maxUploadBytes));
  expect(file("/agatha/users/import")).toMatchObject(schema(1_000_000));
});

test("an operation describes its access, input, output and errors", () => {
  expect(operation("/agatha/datasets/{id}", "patch")).toMatchObject({
    operationId: "patchAgathaDatasetsId",
    tags: ["Datasets"],
    security: [{ session: [], csrf: [] }],
    parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
    requestBody: { content: { "application/json": { schema: { $ref: "#/components/schemas/DatasetPatch" } } } },
    responses: {
      200: { content: { "application/json": { schema: { $ref: "#/components/schemas/DatasetAnswer" } } } },
      404: { description: `010401 ${ERRORS_BY_CODE["010401"].message}` },
      408: { description: "010201 The request took too long to arrive" },
      421: { description: "010201 This server does not answer for the host that the request names" },
      409: { content: { "application/json": { schema: { $ref: "#/components/schemas/ErrorBody" } } } },
    },
  });
  expect(operation("/agatha/datasets/{id}", "get").security).toEqual([{ session: [] }]);
  expect(operation("/tukey/api", "post").security).toEqual([{ apiToken: [] }, {}]);
  expect(operation("/accounts/login", "post").security).toEqual([{ csrf: [] }, {}]);
  expect(operation("/agatha/datasets/{id}", "delete").responses[204]).toMatchObject({ description: "Success" });
  expect(Object.keys((operation("/agatha/datasets/upload", "post").requestBody?.content ?? {}) as object)).toEqual(["multipart/form-data"]);
});

const takesJson = allRoutes(offlineDeps()).filter(({ request }) => request?.body && !request.multipart);

test("every JSON body has an example, and every example has a route", () => {
  expect(Object.keys(REQUEST_EXAMPLES).sort()).toEqual(takesJson.map(routeKey).sort());
});

test.each(takesJson.map((route) => [routeKey(route), route] as const))(
  "the example of %s matches the route's request schema",
  (_name, route) => {
    expect(route.request?.body?.safeParse(requestExample(route)).error?.issues).toBeUndefined();
  },
);

const answers = allRoutes(offlineDeps()).flatMap((route) =>
  Object.entries(route.responses).flatMap(([status, schema]) => (schema ? [[routeKey(route), status, schema] as const] : [])),
);

test.each(answers)("the example of %s with status %s matches the schema exactly", (_name, _status, schema) => {
  const example: unknown = JSON.parse(JSON.stringify(responseExample(schema) ?? null));
  expect(schema.parse(example)).toEqual(example);
});

test("equal answers share one example", () => {
  const success = (path: string, method: string, status: number) =>
    (operation(path, method).responses[status] as { content: Record<string, unknown> }).content["application/json"];
  const examples = { success: { $ref: "#/components/examples/DatasetAnswer" } };
  expect(success("/agatha/datasets/{id}", "get", 200)).toMatchObject({ examples });
  expect(success("/rest/datasets/{id}", "put", 200)).toMatchObject({ examples });
  expect(success("/agatha/datasets", "get", 200)).toMatchObject({ example: { data: [document.components.examples.DatasetAnswer?.value] } });
});

test("the example of an error is the error as it is answered", () => {
  const { content } = operation("/agatha/datasets/{id}", "patch").responses[404] as { content: Record<string, { examples: unknown }> };
  expect(content["application/json"]?.examples).toEqual({ "010401": { $ref: "#/components/examples/010401" } });
  for (const code of Object.keys(ERRORS_BY_CODE)) {
    expect(errorBody.parse(document.components.examples[code]?.value)).toMatchObject({ tukey_error: code });
  }
});

describe("the OpenAPI document", () => {
  const schemas: [string, Record<string, unknown>][] = [];
  beforeAll(() => {
    const walk = (path: string, value: unknown): void => {
      if (typeof value !== "object" || value === null) return;
      schemas.push([path, value as Record<string, unknown>]);
      for (const [key, each] of Object.entries(value)) walk(`${path}/${key}`, each);
    };
    walk("", document);
  });
  const without = (type: string, ...keys: string[]) =>
    schemas.filter(([, schema]) => schema.type === type && keys.every((key) => schema[key] === undefined)).map(([path]) => path);

  test.each<[string, string, string[]]>([
    ["how long each text may be", "string", ["maxLength", "enum", "const"]],
    ["how long each list may be", "array", ["maxItems"]],
    ["what each list has", "array", ["items"]],
    ["how wide each whole number is", "integer", ["format"]],
  ])("the OpenAPI document states %s", (_what, type, keys) => {
    expect(schemas.some(([, schema]) => schema.type === type)).toBe(true);
    expect(without(type, ...keys)).toEqual([]);
  });

  test("the document has a credential for every change and the rate limit for every answer", () => {
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const [method, { security, responses }] of Object.entries(methods)) {
        if (method !== "get") expect([path, method, Object.keys(security[0] ?? {})]).not.toEqual([path, method, []]);
        for (const [status, { headers }] of Object.entries(responses)) {
          if (/^[24]/.test(status))
            expect([path, method, status, headers]).toEqual([
              path,
              method,
              status,
              expect.objectContaining({ RateLimit: expect.anything() }),
            ]);
        }
      }
    }
  });
});

test("a body is required unless an empty object is valid", () => {
  const required = (path: string, method: string) => operation(path, method).requestBody?.required;
  expect(required("/agatha/datasets/{id}/models", "post")).toBe(true);
  expect(required("/agatha/datasets/upload", "post")).toBe(true);
  expect(required("/agatha/datasets/{id}/evaluations/{eid}", "put")).toBe(false);
});

test("fields with defaults are optional in requests and required in answers", () => {
  const sent = document.components.schemas.PrepareUploadRequest as { required: string[] };
  expect(sent.required).toEqual(["name", "size"]);
  expect((document.components.schemas.DatasetAnswer as { required: string[] }).required).toContain("product_type");
});

test("queries and paths list each of their fields, even if their schema has a name", () => {
  for (const { method, path, request } of allRoutes(offlineDeps())) {
    const fields = [request?.params, request?.query].flatMap((schema) => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : []));
    const { parameters } = operation(path.replace(/:(\w+)/g, "{$1}"), method);
    expect([path, parameters.map(({ name }) => name)]).toEqual([path, fields]);
  }
  expect(operation("/agatha/users/check", "get").parameters).toMatchObject([{ name: "username", in: "query", required: true }]);
});

test("optional query parameters may be empty, because the server treats both alike", () => {
  const empty = (path: string) => operation(path, "get").parameters.map(({ name, allowEmptyValue }) => [name, allowEmptyValue]);
  expect(empty("/agatha/datasets/{id}/models")).toContainEqual(["dataset_id", true]);
  expect(empty("/agatha/datasets/{id}/models")).toContainEqual(["id", undefined]);
  expect(empty("/agatha/users/check")).toEqual([["username", undefined]]);
});

test.each([
  ["sort", '["name","ASC"]', '["name","UP"]'],
  ["range", "[0,9]", "[0,-9]"],
  ["filter", '{"q":"agatha","status":["success",null],"rows":-1.5}', '{"q":{}}'],
  ["filter", "{}", "[]"],
])("the parameter %s of a list is a text of JSON such as %s, and not %s", async (name, right, wrong) => {
  const parameter = operation("/rest/datasets", "get").parameters.find((each) => each.name === name);
  expect(parameter).toMatchObject({ in: "query", required: false, allowEmptyValue: true });
  const { type, contentMediaType, pattern } = { ...(parameter?.schema as Record<string, string>) };
  expect([type, contentMediaType]).toEqual(["string", "application/json"]);
  const client = await server.loggedInAs(await addUser(deps, `reader-${right.length}`));
  for (const [text, isValid] of [
    [right, true],
    [wrong, false],
  ] as const) {
    expect(new RegExp(pattern ?? "", "u").test(text)).toBe(isValid);
    expect((await client("GET", `/rest/datasets?${name}=${encodeURIComponent(text)}`)).status).toBe(isValid ? 200 : 400);
  }
});

test("a schema that differs between request and answer has two names", () => {
  const routes = ["get", "post"].map(
    (method): Route => ({
      method: method as "get" | "post",
      path: "/things",
      access: "public",
      summary: "",
      tag: "",
      request: method === "post" ? { body: z.object({ thing: named }) } : undefined,
      responses: { 200: z.object({ thing: named }) },
      handler: async () => ({}),
    }),
  );
  const { components } = buildOpenApiDocument(routes, offlineDeps().config);
  const required = Object.entries(components.schemas).map(([name, schema]) => [name, (schema as { required?: string[] }).required?.length]);
  expect(required).toContainEqual(["UploadFields", 1]);
  expect(required).toContainEqual(["UploadFieldsSent", undefined]);
});

test("the page contains no scripts", async () => {
  const answer = await server.anonymous("GET", "/docs/");
  const html = await answer.text();
  expect(answer.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
  expect(html).toContain("/agatha/datasets/{id}/rows");
  expect(html).toContain('href="/base/openapi.json"');
  expect(html).not.toMatch(/<script|onclick|javascript:/i);
  expect(html.match(/<h3/g)?.length).toBeGreaterThan(40);
});

describe("the HTML page", () => {
  let html: string;
  beforeEach(async () => {
    html = await (await server.anonymous("GET", "/docs")).text();
  });
  /** Returns the HTML of one call, from its line on. */
  const shownOf = (id: string): string => html.slice(html.indexOf(`<div id="${id}">`)).split("</div></details>")[0] ?? "";

  test("links of the page resolve within it", () => {
    const ids = new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    const links = [...html.matchAll(/ href="#([^"]+)"/g)].map(([, id]) => id);
    expect(links.length).toBeGreaterThan(200);
    expect(links.filter((id) => !ids.has(id))).toEqual([]);
  });

  test.each([
    [
      "the fields of a query, with their bounds and what is taken when they are left out",
      "getAgathaDatasetsIdRows",
      /<code>limit<\/code> <span class="note">optional<\/span><\/td><td>query<\/td><td>whole number<\/td><td>1 to 10000\. <code>10000<\/code> when left out/,
    ],
    [
      "the values that a field may have",
      "postAgathaDatasetsUpload",
      /<code>occ<\/code>, <code>quality<\/code>, <code>opt<\/code>, <code>timeseries<\/code>/,
    ],
    [
      "the forms of a body by what they are told apart by",
      "postAgathaDatasetsIdModelsMidCalcs",
      /With type whatif:[\s\S]*<code>explain<\/code>[\s\S]*With type batch:[\s\S]*With type optimization:[\s\S]*<code>variables\[\]\.column<\/code>/,
    ],
    ["where the schema of an answer is", "getAgathaDatasetsId", /Answers 200<\/h4><p><a href="#schema-DatasetAnswer">/],
    [
      "a call to copy",
      "patchAgathaDatasetsIdModelsMid",
      /curl -X PATCH -b cookies -H &quot;X-CSRFToken: \$\(csrf\)&quot; -H &#39;Content-Type: application\/json&#39; -d &#39;\{&quot;name&quot;:&quot;Hardness2&quot;\}&#39; &quot;\$AGATHA\/agatha\/datasets\/\{id\}\/models\/\{mid\}&quot;/,
    ],
    [
      "what only this call refuses",
      "patchAgathaDatasetsIdModelsMid",
      /<td>409<\/td><td><code>010502<\/code><\/td><td>Model name already exist<\/td>/,
    ],
  ])("the page shows %s", (_what, id, expected) => {
    expect(shownOf(id)).toMatch(expected);
  });

  test("the page lists the errors that every call shares once, not with each call", () => {
    const [calls = ""] = html.split('id="schemas"');
    expect(calls.match(/<code>010305<\/code>/g)).toHaveLength(1);
    for (const status of [408, 421]) expect(calls.match(new RegExp(`<td>${status}</td>`, "g"))).toHaveLength(1);
  });
});
