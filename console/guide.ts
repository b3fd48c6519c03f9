import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const DOCS = fileURLToPath(new URL("../docs/guide/", import.meta.url));

/** Serves the user's guide as files of the console: `guide/first-model.md`, `guide/pictures/home.webp`. */
export function guidePlugin(): Plugin {
  return {
    name: "agatha-guide",
    generateBundle() {
      for (const [fileName, path] of guideFiles()) this.emitFile({ type: "asset", fileName, source: readFileSync(path) });
    },
    configureServer(server) {
      for (const [fileName, path] of guideFiles()) {
        server.middlewares.use(`/${fileName}`, (_request, response) => void response.end(readFileSync(path)));
      }
    },
  };
}

/** Address and path of each file. */
function guideFiles(): [fileName: string, path: string][] {
  const files = readdirSync(DOCS, { recursive: true, encoding: "utf8" }).filter((name) => /\.(md|webp)$/.test(name));
  return files.map((name) => [`guide/${name.replaceAll("\\", "/")}`, join(DOCS, name)]);
}
