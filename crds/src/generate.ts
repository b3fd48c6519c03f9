/** `node crds/dist/generate.js` writes the files. With `--check` it only reports whether they are up to date. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { generateDefinitions } from "./index.js";

const definitionsFolder = fileURLToPath(new URL("../../charts/agatha/files/crds/", import.meta.url));
const expectedFiles = generateDefinitions();
const existingFiles = new Map(
  readdirSync(definitionsFolder)
    .filter((name) => name.endsWith(".yaml"))
    .map((name) => [name, readFileSync(definitionsFolder + name, "utf8")]),
);
const staleFiles = [...new Set([...expectedFiles.keys(), ...existingFiles.keys()])].filter(
  (name) => expectedFiles.get(name) !== existingFiles.get(name),
);

if (process.argv.includes("--check")) {
  for (const name of staleFiles) process.stderr.write(`charts/agatha/files/crds/${name} is out of date: run npm run gen\n`);
  process.exitCode = staleFiles.length > 0 ? 1 : 0;
} else {
  for (const name of staleFiles) {
    const text = expectedFiles.get(name);
    if (text === undefined) rmSync(definitionsFolder + name);
    else writeFileSync(definitionsFolder + name, text);
  }
}
