/**
 * Bundles a compiled program and its packages into few files: Node.js then starts it in a fraction of the time. Besides the program,
 * the modules that threads load by name are entries, in the same folder.
 */
import { readdirSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "rolldown";

const TRAINER = fileURLToPath(new URL(".", import.meta.url));

/** Compiled modules of the trainer that threads load. */
export const TRAINER_THREADS = [join(TRAINER, "dist/numeric/threads/worker.js"), ...modulesThatEnd("-work.js", join(TRAINER, "dist"))];

/** Bundles `dist/main.js` and the `threads` into the folder `bundle` in `folder`. Earlier files there are removed. */
export async function bundleProgram(folder, threads) {
  const program = join(folder, "dist/main.js");
  const output = join(folder, "bundle");
  rmSync(output, { recursive: true, force: true });
  await build({
    cwd: folder,
    input: Object.fromEntries([program, ...threads].map((path) => [basename(path, ".js"), path])),
    platform: "node",
    // The modules are compiled already.
    tsconfig: false,
    // With binaries or threads, which are found beside their packages' own files, or with code that is evaluated by its variables' names.
    external: ["@duckdb/node-bindings", "fs-native-extensions", "lmdb", "ordered-binary", "tinypool"],
    output: { dir: output, entryFileNames: "[name].js" },
  });
}

export function modulesThatEnd(ending, folder) {
  return readdirSync(folder, { recursive: true })
    .filter((path) => path.endsWith(ending))
    .map((path) => join(folder, path));
}
