/**
 * Bundles the compiled trainer into few files: Node.js then starts in a fraction of the time, which every job waits for. Besides the
 * program, the modules that threads load by name, which end with `-work`.
 */
import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "rolldown";

const FOLDER = fileURLToPath(new URL(".", import.meta.url));
const threadModules = readdirSync(join(FOLDER, "dist"), { recursive: true }).filter((path) => path.endsWith("-work.js"));
const entries = ["main.js", join("numeric", "threads", "worker.js"), ...threadModules];

await build({
  cwd: FOLDER,
  input: Object.fromEntries(entries.map((path) => [basename(path, ".js"), join("dist", path)])),
  platform: "node",
  // The modules are compiled already.
  tsconfig: false,
  // With binaries, which are found beside their packages' own files.
  external: ["@duckdb/node-api", "lmdb"],
  output: { dir: "bundle", entryFileNames: "[name].js" },
});
