/** HTML of one call: its access, input, output and errors. */
import { ERRORS, ERRORS_BY_CODE } from "@agatha/contracts";
import { escapeHtml } from "../../http/html.js";
import type { OpenApiDocument } from "../document.js";
import type { JsonSchema } from "../json-schema.js";
import { COMMON_REFUSALS, type Operation } from "../operation.js";
import { fieldDescription, fieldTables, table, typeOf } from "./fields.js";

export interface Endpoint {
  path: string;
  method: string;
  operation: Operation;
}

/** Errors that the page lists once for all calls. */
const COMMON_ERRORS: ReadonlySet<string> = new Set([
  ERRORS.unknown,
  ERRORS.serverUnavailable,
  ERRORS.unauthorized,
  ERRORS.permissionDenied,
  ERRORS.accountDisabled,
  ERRORS.tooManyRequests,
  ERRORS.csrfTokenInvalid,
]);

/** Returns the HTML of one call: who may call it, parameters, body, answers, and the errors that not every call has. */
export function endpointSection(document: OpenApiDocument, call: Endpoint): string {
  const { path, method, operation } = call;
  return [
    `<details class="call"><summary><h3><span class="method">${escapeHtml(method)}</span><code>${escapeHtml(path)}</code></h3>`,
    `<span class="about">${escapeHtml(operation.summary)}</span></summary><div id="${escapeHtml(operation.operationId)}">`,
    `<p>${escapeHtml(`${operation.description}${securityText(document, operation)}`)}</p>`,
    parametersSection(operation),
    requestSection(call),
    ...Object.entries(operation.responses).flatMap(([status, response]) =>
      status.startsWith("2") ? [responseSection(document, status, response)] : [],
    ),
    errorsSection(operation),
    "</div></details>",
  ].join("\n");
}

function securityText({ components }: OpenApiDocument, { security }: Operation): string {
  const fields = [...new Set(security.flatMap(Object.keys))].map((name) => {
    const { in: place, name: field, scheme } = components.securitySchemes[name] ?? {};
    return scheme === "bearer" ? "the token in the header Authorization (Bearer) or in the body" : `${String(place)} ${String(field)}`;
  });
  return fields.length > 0 ? ` Carries ${fields.join(" and ")}.` : "";
}

function parametersSection({ parameters: all }: Operation): string {
  if (all.length === 0) return "";
  const rows = all.map(({ name, in: place, required, description, schema }) => {
    const of = schema as JsonSchema;
    const need = required ? "" : ' <span class="note">optional</span>';
    return [
      `<code>${escapeHtml(String(name))}</code>${need}`,
      escapeHtml(String(place)),
      typeOf(of),
      fieldDescription({ ...of, description }),
    ];
  });
  return `<h4>In the address</h4>${table(["name", "where", "type", "what it is"], rows)}`;
}

function requestSection({ path, method, operation }: Endpoint): string {
  const content = (operation.requestBody?.content ?? {}) as Record<string, { schema: JsonSchema; example?: unknown }>;
  const parts = Object.entries(content).map(([type, { schema, example }]) => {
    const shown = example === undefined ? "" : `<h4>Example</h4>${jsonBlock(example)}`;
    return `<h4>Takes ${escapeHtml(type)}</h4>${fieldTables(schema)}${shown}`;
  });
  return `${parts.join("")}<h4>From a shell</h4><pre tabindex="0">${escapeHtml(curlCommand({ path, method, operation }))}</pre>`;
}

/** Returns a curl command that uses the variables and the function of the page's introduction. */
function curlCommand({ path, method, operation }: Endpoint): string {
  const content = (operation.requestBody?.content ?? {}) as Record<string, { example?: unknown }>;
  const example = content["application/json"]?.example;
  const schemes = new Set(operation.security.flatMap(Object.keys));
  const words = ["curl"];
  if (method !== "get") words.push(`-X ${method.toUpperCase()}`);
  if (schemes.has("session") || schemes.has("csrf")) words.push("-b cookies");
  if (schemes.has("csrf")) words.push('-H "X-CSRFToken: $(csrf)"');
  if (content["multipart/form-data"]) words.push("-F file=@table.csv");
  if (example !== undefined) words.push("-H 'Content-Type: application/json'", `-d '${JSON.stringify(example).replaceAll("'", "'\\''")}'`);
  return `${words.join(" ")} "$AGATHA${path}"`;
}

function responseSection({ components }: OpenApiDocument, status: string, response: JsonSchema): string {
  const content = (response.content ?? {}) as Record<
    string,
    { schema: JsonSchema; example?: unknown; examples?: Record<string, JsonSchema> }
  >;
  const parts = Object.entries(content).map(([type, { schema, example, examples }]) => {
    const [, name] = /([^/]+)$/.exec(String(examples?.success?.$ref ?? "")) ?? [];
    const shown = example ?? (name === undefined ? undefined : components.examples[name]?.value);
    const format = type === "application/json" ? "" : `<p>${escapeHtml(type)}</p>`;
    return `${format}${fieldTables(schema)}${shown === undefined ? "" : `<h4>Example of an answer</h4>${jsonBlock(shown)}`}`;
  });
  return `<h4>Answers ${escapeHtml(status)}</h4>${parts.join("") || '<p class="note">Without a body, or with a file.</p>'}`;
}

function errorsSection({ responses }: Operation): string {
  const rows = Object.entries(responses).flatMap(([status, { description }]) =>
    status.startsWith("2") || status in COMMON_REFUSALS
      ? []
      : String(description)
          .split("\n\n")
          .flatMap((line) => errorRow(status, line)),
  );
  const all = '<a href="#refusals">those of all calls</a>';
  return rows.length === 0
    ? `<p>Refuses with ${all}.</p>`
    : `<h4>Refuses</h4>${table(["status", "code", "message"], rows)}<p>And with ${all}.</p>`;
}

function errorRow(status: string, line: string): string[][] {
  const [code = ""] = line.split(" ");
  return COMMON_ERRORS.has(code) ? [] : [[escapeHtml(status), `<code>${escapeHtml(code)}</code>`, escapeHtml(line.slice(code.length + 1))]];
}

/** Returns the table of errors that any call may return. */
export const commonErrorsTable = (): string =>
  table(
    ["status", "code", "message"],
    [
      ...Object.entries(ERRORS_BY_CODE).flatMap(([code, { status, message }]) =>
        COMMON_ERRORS.has(code) ? [[String(status), `<code>${code}</code>`, escapeHtml(message)]] : [],
      ),
      ...Object.entries(COMMON_REFUSALS).map(([status, text]) => [status, `<code>${ERRORS.badRequest}</code>`, escapeHtml(text)]),
    ],
  );

const jsonBlock = (value: unknown): string => `<pre tabindex="0">${escapeHtml(JSON.stringify(value, null, 2))}</pre>`;
