import { escapeHtml } from "../../http/html.js";
import type { OpenApiDocument } from "../document.js";
import { commonErrorsTable, type Endpoint, endpointSection } from "./endpoint-section.js";
import { fieldTables } from "./fields.js";
import { introduction } from "./introduction.js";
import { STYLE } from "./style.js";

/** Returns the document as one HTML page without scripts or other files. */
export function apiDocsPage(document: OpenApiDocument): string {
  const { title, version, description } = document.info;
  const base = document.servers[0]?.url ?? "/";
  const groups = groupByTag(document);
  const calls = groups.map(
    ({ name, endpoints }) =>
      `<h2 id="${escapeHtml(name)}">${escapeHtml(name)}</h2>${endpoints.map((call) => endpointSection(document, call)).join("")}`,
  );
  const schemas = Object.entries(document.components.schemas).map(
    ([name, schema]) =>
      `<details class="call"><summary><h3>${escapeHtml(name)}</h3></summary><div id="schema-${escapeHtml(name)}">${fieldTables(schema)}</div></details>`,
  );
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)} API ${escapeHtml(version)}</title><link rel="icon" href="data:,"><style>${STYLE}</style></head>
<body><div class="page">
${navigation(groups)}
<main>
<h1>${escapeHtml(title)} API ${escapeHtml(version)}</h1>
<p>${escapeHtml(String(description))} For programs: <a href="${escapeHtml(base.replace(/\/$/, ""))}/openapi.json">openapi.json</a>.</p>
${introduction(base)}
<h2 id="refusals">Refusals</h2>
<p>A refusal has the status that HTTP has for it, and a body that says which: <code>tukey_error</code> is the code, <code>message</code> its text, and <code>detail</code>, where there is one, a list of what is wrong at which <code>path</code> of the request. Any call may answer:</p>
${commonErrorsTable()}
${calls.join("\n")}
<h2 id="schemas">Schemas</h2>
${schemas.join("\n")}
</main>
</div></body>
</html>
`;
}

interface TagGroup {
  name: string;
  endpoints: Endpoint[];
}

function groupByTag({ paths, tags }: OpenApiDocument): TagGroup[] {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Endpoint => ({ path, method, operation })),
  );
  return tags.map(({ name }) => ({ name, endpoints: all.filter(({ operation }) => operation.tags.includes(name)) }));
}

function navigation(groups: TagGroup[]): string {
  const listed = groups.map(({ name, endpoints }) => {
    const calls = endpoints.map(
      ({ path, method, operation }) =>
        `<li><a href="#${escapeHtml(operation.operationId)}">${escapeHtml(method.toUpperCase())} ${escapeHtml(path)}</a></li>`,
    );
    return `<details><summary>${escapeHtml(name)} <span class="note">${endpoints.length}</span></summary><ul>${calls.join("")}</ul></details>`;
  });
  const fixed = [
    ["begin", "How to begin"],
    ["refusals", "Refusals"],
    ["schemas", "Schemas"],
  ].map(([id, text]) => `<li><a href="#${id}">${text}</a></li>`);
  return `<nav aria-label="Contents"><p>Contents</p><ul>${fixed.join("")}</ul><p>Calls</p>${listed.join("")}</nav>`;
}
