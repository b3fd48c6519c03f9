// Checks that precede all tests: types, generated files, lint and format.
import { spawnSync } from "node:child_process";
import { prepare } from "../standalone/prepare.mjs";

const STEPS = [
  ["types", ["node_modules/typescript/bin/tsc", "-b"]],
  ["CRDs are generated from the contracts", ["crds/dist/generate.js", "--check"]],
  ["kernels are compiled from their sources", ["trainer/assembly/build.mjs", "--check"]],
  ["the OpenAPI document is generated from the routes", ["api/dist/generate-openapi.js", "--check"]],
  ["docs/contract.md is generated from the marks in the tests", ["tests/contract.mjs", "--check"]],
  ["package-lock.json: a digest for every package of every system, and no registry's address", ["tests/lock-file.mjs"]],
  ["licences of what is shipped are known and accepted", ["tests/sbom.mjs", "--check"]],
  ["no known severe vulnerability in what is shipped, where a registry answers", ["tests/audit.mjs"]],
  ["floors: no import runs up, no two folders import each other", ["tests/floors.mjs"]],
  ["tests that have a page are called .test.tsx", ["tests/selection.mjs"]],
  ["lint and format", ["node_modules/@biomejs/biome/bin/biome", "ci", "--error-on-warnings", "."]],
];

await prepare();
let failed = 0;
for (const [title, args] of STEPS) {
  const { status } = spawnSync(process.execPath, args, { stdio: "inherit" });
  console.log(`${status === 0 ? "ok    " : "FAILED"} ${title}`);
  if (status !== 0) failed++;
}
process.exit(failed === 0 ? 0 : 1);
