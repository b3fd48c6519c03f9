import { escaped } from "../http/html.js";
import type { OpenApiDocument } from "./document.js";
import type { Operation } from "./operation.js";

const STYLE = `
body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #1a1a1a; background: #fff }
h2 { margin-top: 2.5rem } h3 { margin: 1.5rem 0 .25rem; font-size: 1rem }
code, pre { font: 13px/1.45 ui-monospace, monospace; overflow-wrap: anywhere } pre { background: #f3f4f6; padding: .75rem; overflow: auto; white-space: pre-wrap }
.method { display: inline-block; min-width: 4rem; font-weight: 700; text-transform: uppercase }
details { margin: .25rem 0 } summary { cursor: pointer } a { color: #0b57d0 }
@media (prefers-color-scheme: dark) { body { color: #e6e6e6; background: #16181c } pre { background: #22252b } a { color: #8ab4f8 } }`;

const json = (value: unknown): string => `<pre>${escaped(JSON.stringify(value, null, 2))}</pre>`;
const folded = (title: string, content: string): string => `<details><summary>${escaped(title)}</summary>${content}</details>`;

/** The document for people: one page that needs neither scripts nor other files. */
export function documentPage(document: OpenApiDocument): string {
  const { title, version, description } = document.info;
  const base = document.servers[0]?.url ?? "/";
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const sections = document.tags.map(({ name }) => {
    const own = operations.filter(({ operation }) => operation.tags.includes(name));
    return `<h2 id="${escaped(name)}">${escaped(name)}</h2>${own.map((each) => section(document, each)).join("")}`;
  });
  const schemas = Object.entries(document.components.schemas).map(
    ([name, schema]) => `<h3 id="schema-${escaped(name)}">${escaped(name)}</h3>${folded("Schema", json(schema))}`,
  );
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)} API ${escaped(version)}</title><style>${STYLE}</style></head>
<body>
<h1>${escaped(title)} API ${escaped(version)}</h1>
<p>${escaped(String(description))} All paths are under <code>${escaped(base)}</code>. For programs: <a href="${escaped(base.replace(/\/$/, ""))}/openapi.json">openapi.json</a>.</p>
${sections.join("\n")}
<h2>Schemas</h2>
${schemas.join("\n")}
</body>
</html>
`;
}

function section(document: OpenApiDocument, { path, method, operation }: { path: string; method: string; operation: Operation }): string {
  const needs = operation.security.flatMap(Object.keys).map((name) => {
    const { in: place, name: field } = document.components.securitySchemes[name] ?? {};
    return `${String(place)} ${String(field)}`;
  });
  return [
    `<h3 id="${escaped(operation.operationId)}"><span class="method">${escaped(method)}</span> <code>${escaped(path)}</code></h3>`,
    `<p>${escaped(operation.summary)}${needs.length > 0 ? `. Needs ${escaped(needs.join(" and "))}` : ""}.</p>`,
    operation.parameters.length > 0 ? folded("Parameters", json(operation.parameters)) : "",
    operation.requestBody ? folded("Request", json(operation.requestBody.content)) : "",
    ...Object.entries(operation.responses).map(([status, { description, content }]) =>
      folded(
        `${status} ${String(description).split("\n")[0]}`,
        `${escaped(String(description)).replaceAll("\n\n", "<br>")}${content ? json(content) : ""}`,
      ),
    ),
  ].join("\n");
}
