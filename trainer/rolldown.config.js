/**
 * The trainer in few files, for its image: Node.js then starts in half the time, which every job in a cluster waits for.
 * Besides the program, what its threads are told to load by name.
 */
import { basename } from "node:path";

const ENTRIES = [
  "main.js",
  "numeric/threads/worker.js",
  "numeric/wasm/kernel-work.js",
  "numeric/support-vectors/pair-work.js",
  "algorithms/k-means/start-work.js",
  "algorithms/rf/tree-work.js",
];

export default {
  input: Object.fromEntries(ENTRIES.map((path) => [basename(path, ".js"), `dist/${path}`])),
  platform: "node",
  // The modules are compiled already.
  tsconfig: false,
  // With binaries, which are found beside their packages' own files.
  external: ["@duckdb/node-api", "lmdb"],
  output: { dir: "bundle", entryFileNames: "[name].js" },
};
