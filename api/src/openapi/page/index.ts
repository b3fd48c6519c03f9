import { escaped } from "../../http/html.js";
import type { OpenApiDocument } from "../document.js";
import { beginning } from "./begin.js";
import { type Call, callSection, commonRefusals } from "./call.js";
import { fieldTables } from "./fields.js";
import { STYLE } from "./style.js";

/** The document for people: one page that needs neither scripts nor other files. */
export function documentPage(document: OpenApiDocument): string {
  const { title, version, description } = document.info;
  const base = document.servers[0]?.url ?? "/";
  const groups = groupsOf(document);
  const calls = groups.map(
    ({ name, own }) => `<h2 id="${escaped(name)}">${escaped(name)}</h2>${own.map((call) => callSection(document, call)).join("")}`,
  );
  const schemas = Object.entries(document.components.schemas).map(
    ([name, schema]) =>
      `<details class="call"><summary><h3>${escaped(name)}</h3></summary><div id="schema-${escaped(name)}">${fieldTables(schema)}</div></details>`,
  );
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)} API ${escaped(version)}</title><link rel="icon" href="data:,"><style>${STYLE}</style></head>
<body><div class="page">
${navigation(groups)}
<main>
<h1>${escaped(title)} API ${escaped(version)}</h1>
<p>${escaped(String(description))} For programs: <a href="${escaped(base.replace(/\/$/, ""))}/openapi.json">openapi.json</a>.</p>
${beginning(base)}
<h2 id="refusals">Refusals</h2>
<p>A refusal has the status that HTTP has for it, and a body that says which: <code>tukey_error</code> is the code, <code>message</code> its text, and <code>detail</code>, where there is one, a list of what is wrong at which <code>path</code> of the request. Any call may answer:</p>
${commonRefusals()}
${calls.join("\n")}
<h2 id="schemas">Schemas</h2>
${schemas.join("\n")}
</main>
</div></body>
</html>
`;
}

interface Group {
  name: string;
  own: Call[];
}

function groupsOf({ paths, tags }: OpenApiDocument): Group[] {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Call => ({ path, method, operation })),
  );
  return tags.map(({ name }) => ({ name, own: all.filter(({ operation }) => operation.tags.includes(name)) }));
}

function navigation(groups: Group[]): string {
  const listed = groups.map(({ name, own }) => {
    const calls = own.map(
      ({ path, method, operation }) =>
        `<li><a href="#${escaped(operation.operationId)}">${escaped(method.toUpperCase())} ${escaped(path)}</a></li>`,
    );
    return `<details><summary>${escaped(name)} <span class="note">${own.length}</span></summary><ul>${calls.join("")}</ul></details>`;
  });
  const fixed = [
    ["begin", "How to begin"],
    ["refusals", "Refusals"],
    ["schemas", "Schemas"],
  ].map(([id, text]) => `<li><a href="#${id}">${text}</a></li>`);
  return `<nav aria-label="Contents"><p>Contents</p><ul>${fixed.join("")}</ul><p>Calls</p>${listed.join("")}</nav>`;
}
