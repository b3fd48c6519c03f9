/** Writes api/openapi.json. With --check, it only tells whether the file matches the routes. */
import { readFileSync, writeFileSync } from "node:fs";
import { buildOpenApiDocument } from "./api-docs/document.js";
import { offlineDeps } from "./api-docs/offline-deps.js";
import { allRoutes } from "./app.js";

const file = new URL("../openapi.json", import.meta.url);
const deps = offlineDeps();
const document = `${JSON.stringify(buildOpenApiDocument(allRoutes(deps), deps.config), null, 2)}\n`;

if (!process.argv.includes("--check")) writeFileSync(file, document);
else if (readFileOr(file, "") !== document) {
  process.stderr.write("api/openapi.json is not what the routes give: run `npm run gen` and commit it\n");
  process.exitCode = 1;
}

function readFileOr(path: URL, otherwise: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return otherwise;
  }
}
