/** `node crds/dist/generate.js` writes the files; with `--check` it only says whether they are what would be written. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { generate } from "./index.js";

const folder = fileURLToPath(new URL("..", import.meta.url));
const wanted = generate();
const present = new Map(
  readdirSync(folder)
    .filter((name) => name.endsWith(".yaml"))
    .map((name) => [name, readFileSync(folder + name, "utf8")]),
);
const stale = [...new Set([...wanted.keys(), ...present.keys()])].filter((name) => wanted.get(name) !== present.get(name));

if (process.argv.includes("--check")) {
  for (const name of stale) process.stderr.write(`crds/${name} is out of date: run npm run gen\n`);
  process.exitCode = stale.length > 0 ? 1 : 0;
} else {
  for (const name of stale) {
    const text = wanted.get(name);
    if (text === undefined) rmSync(folder + name);
    else writeFileSync(folder + name, text);
  }
}
