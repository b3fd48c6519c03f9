import { ERRORS, type ErrorCode } from "@agatha/contracts";
import { errorBody } from "@agatha/contracts/wire";
import type { z } from "zod";
import type { Route } from "../http/route.js";
import type { JsonSchema } from "./json-schema.js";
import type { Components } from "./schemas.js";

export interface Operation {
  operationId: string;
  summary: string;
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

/** Of what is public, the calls that change something need the token only with a cookie. */
function security(route: Route): Operation["security"] {
  if (route.access === "public") return [];
  return [changes(route) && route.csrf !== false ? { session: [], csrf: [] } : { session: [] }];
}

function parameters({ request }: Route, place: "path" | "query", components: Components): JsonSchema[] {
  const schema = place === "path" ? request?.params : request?.query;
  if (!schema) return [];
  const { properties = {}, required = [] } = components.schemaOf(schema, "input") as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...property }]) => ({
    name,
    in: place,
    required: required.includes(name),
    ...(description ? { description } : {}),
    ...parameterContent(property),
  }));
}

/** A text that is JSON in itself is described as what it is (OpenAPI 3.1, 4.8.12.2). */
function parameterContent(property: JsonSchema): JsonSchema {
  const { contentMediaType, contentSchema } = property;
  if (typeof contentMediaType !== "string" || !contentSchema) return { schema: property };
  return { content: { [contentMediaType]: { schema: contentSchema } } };
}

/** What a part that is a file may be. */
const FILES = "text/csv, application/vnd.ms-excel, application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

function requestBody({ request }: Route, components: Components): { requestBody?: JsonSchema } {
  if (!request?.body) return {};
  const schema = components.schemaOf(request.body, "input");
  const content = request.multipart
    ? { "multipart/form-data": { schema, encoding: { file: { contentType: FILES } } } }
    : { "application/json": { schema } };
  // No body counts as an empty object.
  const required = request.multipart === true || !request.body.safeParse({}).success;
  return { requestBody: { required, content } };
}

function answers(route: Route, components: Components): Operation["responses"] {
  return Object.fromEntries(
    Object.entries(route.responses).map(([status, schema]) => [
      status,
      { description: "Success", ...(schema ? { content: content(schema, components) } : {}) },
    ]),
  );
}

function content(schema: z.ZodType, components: Components): JsonSchema {
  const json = components.schemaOf(schema, "output");
  const type = typeof json.contentMediaType === "string" ? json.contentMediaType : "application/json";
  return { [type]: { schema: json } };
}

/** The codes that any call of this form may be refused with, besides its own. */
function codesOf({ access, csrf, needsContract, request, errors = [], ...route }: Route): ErrorCode[] {
  const codes = new Set<ErrorCode>(["010101", ...errors]);
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
  const body = { "application/json": { schema: components.schemaOf(errorBody, "output") } };
  const refused = [...byStatus].map(([status, texts]) => [status, { description: texts.join("\n\n"), content: body }]);
  // Node refuses such a request before anybody sees it.
  const tooLong = route.request?.query ? [[431, { description: "The address is longer than 16 KB" }]] : [];
  return Object.fromEntries([...refused, ...tooLong]);
}
