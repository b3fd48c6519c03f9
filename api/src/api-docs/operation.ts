import { ERRORS, ERRORS_BY_CODE, type ErrorCode } from "@agatha/contracts";
import { errorBody } from "@agatha/contracts/wire";
import type { z } from "zod";
import type { Route } from "../http/route.js";
import { BODY_LIMITS } from "../json/body-limits.js";
import { BODY_BOUNDS, RESPONSE_BOUNDS, URL_BOUNDS } from "./bounds.js";
import type { JsonSchema } from "./json-schema.js";
import { requestExample } from "./request-examples.js";
import { responseExample } from "./response-examples/index.js";
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

const isUnsafeMethod = (route: Route): boolean => route.method !== "get";

/** Returns the OpenAPI operation of a route. Schemas that have a name are added to `components` and referenced. */
export function operationOf(route: Route, components: Components): Operation {
  return {
    operationId: operationId(route),
    summary: route.summary,
    description: accessDescription(route),
    tags: [route.tag],
    security: security(route),
    parameters: [...parameters(route, "path", components), ...parameters(route, "query", components)],
    ...requestBody(route, components),
    responses: { ...successResponses(route, components), ...errorResponses(route, components) },
  };
}

/** Returns the operation's id: `get /agatha/datasets/:id/data_check` gives getAgathaDatasetsIdDataCheck. */
function operationId({ method, path }: Route): string {
  return method + path.replace(/[^A-Za-z0-9]+(.?)/g, (_, letter: string) => letter.toUpperCase());
}

const ACCESS_DESCRIPTIONS = { public: "Anybody may call this.", user: "For whoever is logged in.", manager: "For managers." };

/** Returns the access rule as a sentence, because security schemes do not describe roles. */
function accessDescription({ access, needsLicence, ...route }: Route): string {
  const token = usesApiToken({ access, ...route }) ? "For whoever has a token." : ACCESS_DESCRIPTIONS[access];
  return needsLicence ? `${token} Refused once the contract has expired.` : token;
}

/** Returns true for calls of the open APIs, whose token replaces a session. */
const usesApiToken = (route: Route): boolean => route.access === "public" && route.csrf === false && isUnsafeMethod(route);

function security(route: Route): Operation["security"] {
  // The token is in the header, or in the body, which no security scheme of OpenAPI describes.
  if (usesApiToken(route)) return [{ apiToken: [] }, {}];
  const csrf = isUnsafeMethod(route) && route.csrf !== false ? { csrf: [] } : undefined;
  // A request without a cookie cannot be forged, so it needs no token.
  if (route.access === "public") return csrf ? [csrf, {}] : [];
  return [{ session: [], ...csrf }];
}

function parameters({ request }: Route, place: "path" | "query", components: Components): JsonSchema[] {
  const schema = place === "path" ? request?.params : request?.query;
  if (!schema) return [];
  const { properties = {}, required = [] } = components.fieldsOf(schema, "input", URL_BOUNDS) as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...property }]) => ({
    name,
    in: place,
    required: required.includes(name),
    ...(description ? { description } : {}),
    schema: property,
    // The server treats an empty parameter as one that is left out.
    ...(place === "query" && !required.includes(name) ? { allowEmptyValue: true } : {}),
  }));
}

/** Content types of a file in a multipart body. */
const FILE_CONTENT_TYPES = "text/csv, application/vnd.ms-excel, application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

function requestBody(route: Route, components: Components): { requestBody?: JsonSchema } {
  const { request } = route;
  if (!request?.body) return {};
  const schema = components.schemaOf(request.body, "input", BODY_BOUNDS);
  const example = requestExample(route);
  const content = request.multipart
    ? { "multipart/form-data": { schema, encoding: { file: { contentType: FILE_CONTENT_TYPES } } } }
    : { "application/json": { schema, ...(example === undefined ? {} : { example }) } };
  // A missing body counts as an empty object.
  const required = request.multipart === true || !request.body.safeParse({}).success;
  return { requestBody: { required, content } };
}

function successResponses(route: Route, components: Components): Operation["responses"] {
  return Object.fromEntries(
    Object.entries(route.responses).map(([status, schema]) => [
      status,
      { description: "Success", headers: RATE_LIMIT_HEADERS, ...(schema ? { content: responseContent(schema, components) } : {}) },
    ]),
  );
}

function responseContent(schema: z.ZodType, components: Components): JsonSchema {
  const json = components.schemaOf(schema, "output", RESPONSE_BOUNDS);
  const type = typeof json.contentMediaType === "string" ? json.contentMediaType : "application/json";
  const example = responseExample(schema);
  if (example === undefined) return { [type]: { schema: json } };
  const [, name] = /^#\/components\/schemas\/(.+)$/.exec(String(json.$ref)) ?? [];
  return { [type]: { schema: json, ...(name ? { examples: { success: components.addExample(name, example) } } : { example }) } };
}

/** Returns the codes that any such call may return, and its own. */
export function errorCodesOf({ access, csrf, needsLicence, request, errors = [], ...route }: Route): ErrorCode[] {
  const codes = new Set<ErrorCode>([ERRORS.unknown, ERRORS.serverUnavailable, ERRORS.tooManyRequests, ...errors]);
  if (request) codes.add(ERRORS.badRequest);
  if (access !== "public") codes.add(ERRORS.unauthorized).add(ERRORS.permissionDenied).add(ERRORS.accountDisabled);
  if (needsLicence) codes.add(ERRORS.licenceExpired);
  if (isUnsafeMethod({ access, ...route }) && csrf !== false) codes.add(ERRORS.csrfTokenInvalid);
  return [...codes].sort();
}

/** Refusals of any call that share a code with others, by status. */
export const COMMON_REFUSALS: Readonly<Record<string, string>> = {
  408: "The request took too long to arrive",
  421: "This server does not answer for the host that the request names",
};

function errorResponses(route: Route, components: Components): Operation["responses"] {
  const byStatus = new Map<number, string[]>();
  const add = (status: number, text: string): void => void byStatus.set(status, [...(byStatus.get(status) ?? []), text]);
  for (const code of errorCodesOf(route)) add(ERRORS_BY_CODE[code].status, `${code} ${ERRORS_BY_CODE[code].message}`);
  for (const [status, text] of Object.entries(COMMON_REFUSALS)) add(Number(status), `${ERRORS.badRequest} ${text}`);
  if (route.request?.params && !byStatus.has(404)) add(404, `${ERRORS.badRequest} There is nothing with this id`);
  if (route.request?.body && !route.request.multipart) {
    add(413, `${ERRORS.badRequest} The body has more than ${BODY_LIMITS[route.bodyLimit ?? "small"]} bytes`);
    add(415, `${ERRORS.badRequest} The body is not JSON`);
  }
  if (route.request?.multipart) add(415, `${ERRORS.badRequest} The body is compressed`);
  if (route.request?.query) add(431, `${ERRORS.badRequest} The address is longer than 16 KB`);
  const schema = components.schemaOf(errorBody, "output", RESPONSE_BOUNDS);
  const refused = [...byStatus].map(([status, texts]) => {
    const content = { "application/json": { schema, examples: Object.fromEntries(texts.map(errorExampleRef)) } };
    const headers = { ...(status < 500 ? RATE_LIMIT_HEADERS : {}), ...(RETRYABLE_STATUSES.has(status) ? RETRY_AFTER_HEADERS : {}) };
    return [status, { description: texts.join("\n\n"), ...(Object.keys(headers).length > 0 ? { headers } : {}), content }];
  });
  return Object.fromEntries(refused);
}

/** Example of each code as it is answered. */
export const ERROR_EXAMPLES = Object.fromEntries(
  Object.entries(ERRORS_BY_CODE).map(([code, { message }]) => [code, { summary: message, value: { tukey_error: code, message } }]),
);

/** Returns the reference to an error's example. The text begins with the code. */
function errorExampleRef(text: string): [string, JsonSchema] {
  const [code = ""] = text.split(" ");
  return [code, { $ref: `#/components/examples/${code}` }];
}

const headerObject = (description: string): JsonSchema => ({ description, schema: { type: "string", maxLength: 128 } });
export const RESPONSE_HEADERS = {
  /** Not required: an error before the count has none. */
  RateLimit: headerObject("How many calls are left, until when (draft-ietf-httpapi-ratelimit-headers-07)."),
  "Retry-After": headerObject("Seconds until it is worth trying again."),
};
const RATE_LIMIT_HEADERS = { RateLimit: { $ref: "#/components/headers/RateLimit" } };
/** Statuses for too many calls and for an unavailable store. */
const RETRYABLE_STATUSES: ReadonlySet<number> = new Set([429, 503]);
const RETRY_AFTER_HEADERS = { "Retry-After": { $ref: "#/components/headers/Retry-After" } };
