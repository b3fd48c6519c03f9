import { ERRORS, type ErrorCode } from "@agatha/contracts";
import { errorBody } from "@agatha/contracts/wire";
import type { z } from "zod";
import type { Route } from "../http/route.js";
import { exampleOfAnswer } from "./answers/index.js";
import { ANSWERED, IN_ADDRESS, IN_BODY } from "./bounded.js";
import { exampleOf } from "./examples.js";
import type { JsonSchema } from "./json-schema.js";
import type { Components } from "./schemas.js";

export interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security: Record<string, never[]>[];
  parameters: JsonSchema[];
  requestBody?: JsonSchema;
  responses: Record<string, JsonSchema>;
}

export const changes = (route: Route): boolean => route.method !== "get";

export function operationOf(route: Route, components: Components): Operation {
  return {
    operationId: operationId(route),
    summary: route.summary,
    description: whoMay(route),
    tags: [route.tag],
    security: security(route),
    parameters: [...parameters(route, "path", components), ...parameters(route, "query", components)],
    ...requestBody(route, components),
    responses: { ...answers(route, components), ...refusals(route, components) },
  };
}

/** `get /agatha/datasets/:id/data_check` is getAgathaDatasetsIdDataCheck. */
function operationId({ method, path }: Route): string {
  return method + path.replace(/[^A-Za-z0-9]+(.?)/g, (_, letter: string) => letter.toUpperCase());
}

const WHO = { public: "Anybody may call this.", user: "For whoever is logged in.", manager: "For managers." };

/** In a sentence, as security schemes say nothing of roles. */
function whoMay({ access, needsContract, ...route }: Route): string {
  const token = carriesToken({ access, ...route }) ? "For whoever has a token." : WHO[access];
  return needsContract ? `${token} Refused once the contract has expired.` : token;
}

/** Calls of the open APIs, whose token takes the place of a session. */
const carriesToken = (route: Route): boolean => route.access === "public" && route.csrf === false && changes(route);

function security(route: Route): Operation["security"] {
  // In the header, or in the body, which no scheme of OpenAPI describes.
  if (carriesToken(route)) return [{ apiToken: [] }, {}];
  const csrf = changes(route) && route.csrf !== false ? { csrf: [] } : undefined;
  // Without a cookie there is nothing to forge with, and then no token is asked for.
  if (route.access === "public") return csrf ? [csrf, {}] : [];
  return [{ session: [], ...csrf }];
}

function parameters({ request }: Route, place: "path" | "query", components: Components): JsonSchema[] {
  const schema = place === "path" ? request?.params : request?.query;
  if (!schema) return [];
  const { properties = {}, required = [] } = components.fieldsOf(schema, "input", IN_ADDRESS) as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...property }]) => ({
    name,
    in: place,
    required: required.includes(name),
    ...(description ? { description } : {}),
    ...parameterContent(property, place === "query" && !required.includes(name)),
  }));
}

/**
 * A text that is JSON in itself is described as what it is (OpenAPI 3.1, 4.8.12.2). What may be left out may come without a
 * value too, which the server takes for the same; there are no words for that beside `content`.
 */
function parameterContent(property: JsonSchema, mayBeLeftOut: boolean): JsonSchema {
  const { contentMediaType, contentSchema } = property;
  if (typeof contentMediaType !== "string" || !contentSchema)
    return { schema: property, ...(mayBeLeftOut ? { allowEmptyValue: true } : {}) };
  return { content: { [contentMediaType]: { schema: contentSchema } } };
}

/** What a part that is a file may be. */
const FILES = "text/csv, application/vnd.ms-excel, application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

function requestBody(route: Route, components: Components): { requestBody?: JsonSchema } {
  const { request } = route;
  if (!request?.body) return {};
  const schema = components.schemaOf(request.body, "input", IN_BODY);
  const example = exampleOf(route);
  const content = request.multipart
    ? { "multipart/form-data": { schema, encoding: { file: { contentType: FILES } } } }
    : { "application/json": { schema, ...(example === undefined ? {} : { example }) } };
  // No body counts as an empty object.
  const required = request.multipart === true || !request.body.safeParse({}).success;
  return { requestBody: { required, content } };
}

function answers(route: Route, components: Components): Operation["responses"] {
  return Object.fromEntries(
    Object.entries(route.responses).map(([status, schema]) => [
      status,
      { description: "Success", headers: RATE_HEADERS, ...(schema ? { content: content(schema, components) } : {}) },
    ]),
  );
}

function content(schema: z.ZodType, components: Components): JsonSchema {
  const json = components.schemaOf(schema, "output", ANSWERED);
  const type = typeof json.contentMediaType === "string" ? json.contentMediaType : "application/json";
  const example = exampleOfAnswer(schema);
  if (example === undefined) return { [type]: { schema: json } };
  const [, name] = /^#\/components\/schemas\/(.+)$/.exec(String(json.$ref)) ?? [];
  return { [type]: { schema: json, ...(name ? { examples: { success: components.show(name, example) } } : { example }) } };
}

/** The codes that any call of this form may be refused with, besides its own. */
function codesOf({ access, csrf, needsContract, request, errors = [], ...route }: Route): ErrorCode[] {
  const codes = new Set<ErrorCode>(["010101", "010102", "010305", ...errors]);
  if (request) codes.add("010201");
  if (access !== "public") codes.add("010301").add("010302").add("010304");
  if (needsContract) codes.add("010313");
  if (changes({ access, ...route }) && csrf !== false) codes.add("010306");
  return [...codes].sort();
}

function refusals(route: Route, components: Components): Operation["responses"] {
  const byStatus = new Map<number, string[]>();
  const add = (status: number, text: string): void => void byStatus.set(status, [...(byStatus.get(status) ?? []), text]);
  for (const code of codesOf(route)) add(ERRORS[code].status, `${code} ${ERRORS[code].message}`);
  if (route.request?.params && !byStatus.has(404)) add(404, "010201 There is nothing with this id");
  if (route.request?.body && !route.request.multipart) {
    add(413, "010201 The body is too large");
    add(415, "010201 The body is not JSON");
  }
  if (route.request?.query) add(431, "010201 The address is longer than 16 KB");
  const schema = components.schemaOf(errorBody, "output", ANSWERED);
  const refused = [...byStatus].map(([status, texts]) => {
    const content = { "application/json": { schema, examples: Object.fromEntries(texts.map(errorExample)) } };
    const headers = { ...(status < 500 ? RATE_HEADERS : {}), ...(ASK_AGAIN.has(status) ? RETRY_AFTER : {}) };
    return [status, { description: texts.join("\n\n"), ...(Object.keys(headers).length > 0 ? { headers } : {}), content }];
  });
  return Object.fromEntries(refused);
}

/** Each code as it is answered. */
export const REFUSALS = Object.fromEntries(
  Object.entries(ERRORS).map(([code, { message }]) => [code, { summary: message, value: { tukey_error: code, message } }]),
);

/** The text begins with the code. */
function errorExample(text: string): [string, JsonSchema] {
  const [code = ""] = text.split(" ");
  return [code, { $ref: `#/components/examples/${code}` }];
}

const headerOf = (description: string): JsonSchema => ({ description, schema: { type: "string", maxLength: 128 } });
export const HEADERS = {
  /** Not required: what is refused before it is counted has none. */
  RateLimit: headerOf("How many calls are left, until when (draft-ietf-httpapi-ratelimit-headers-07)."),
  "Retry-After": headerOf("Seconds until it is worth trying again."),
};
const RATE_HEADERS = { RateLimit: { $ref: "#/components/headers/RateLimit" } };
/** Too many calls, and a store that is away. */
const ASK_AGAIN: ReadonlySet<number> = new Set([429, 503]);
const RETRY_AFTER = { "Retry-After": { $ref: "#/components/headers/Retry-After" } };
