// Checks the sources against .dependency-cruiser.mjs, and folders for import cycles: `npm run floors`, some four seconds.
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
/** Packages in which the modules of a folder count as a folder beside its subfolders: either side imports the other, not both. */
const OWN_MODULES = ["trainer", "operator", "standalone", "crds"];
/** Number of cycles that are printed, the shortest first. */
const SHOWN = 5;

/** Makes swc parse .tsx files with JSX. dependency-cruiser asks it for TypeScript without JSX, whatever the extension. */
function parseJsx() {
  const swc = createRequire(import.meta.url)("@swc/core");
  const { parseFileSync } = swc;
  swc.parseFileSync = (file, options) => parseFileSync(file, { ...options, tsx: file.endsWith(".tsx") });
}

/** Returns the folders of a product module from its package on: `["trainer", "src", "data", "ingest"]`. Tests and fixtures have none. */
function foldersOf(source) {
  return /^[a-z]+\/src\//.test(source) && !/\.test\.tsx?$|\/testing\//.test(source) ? source.split("/").slice(0, -1) : undefined;
}

/**
 * Returns the two folders of one parent that an import joins; undefined for an import within a folder or of another package. A module
 * of the parent itself is in the folder `*`.
 */
function joinedFolders(source, resolved) {
  const [from, to] = [source, resolved].map(foldersOf);
  if (!from || !to || from[0] !== to[0]) return undefined;
  let shared = 0;
  while (shared < from.length && from[shared] === to[shared]) shared++;
  const joined = [from[shared], to[shared]];
  if (joined[0] === joined[1] || (joined.includes(undefined) && !OWN_MODULES.includes(from[0]))) return undefined;
  return joined.map((folder = "*") => [...from.slice(0, shared), folder].join("/"));
}

/** Returns the folders that each folder imports of those beside it, each with one import as an example. */
function folderImports(modules) {
  const imports = new Map();
  for (const { source, dependencies } of modules) {
    for (const { resolved } of dependencies) {
      const [from, to] = joinedFolders(source, resolved) ?? [];
      if (from === undefined) continue;
      if (!imports.has(from)) imports.set(from, new Map());
      if (!imports.get(from).has(to)) imports.get(from).set(to, `${source} imports ${resolved}`);
    }
  }
  return imports;
}

/** Returns the shortest cycle through each folder, without repetitions. */
function cycles(imports) {
  const found = new Map();
  for (const start of imports.keys()) {
    const cycle = shortestCycle(imports, start);
    if (cycle) found.set([...cycle].sort().join(), cycle);
  }
  return [...found.values()];
}

function shortestCycle(imports, start) {
  const paths = [[start]];
  const seen = new Set();
  for (let path = paths.shift(); path !== undefined; path = paths.shift()) {
    for (const next of imports.get(path.at(-1))?.keys() ?? []) {
      if (next === start) return path;
      if (!seen.has(next)) paths.push([...path, next]);
      seen.add(next);
    }
  }
  return undefined;
}

function describeCycle(imports, cycle) {
  const steps = cycle.map((from, i) => imports.get(from).get(cycle[(i + 1) % cycle.length]));
  return `${[...cycle, cycle[0]].join(" → ")}\n${steps.map((step) => `    ${step}`).join("\n")}`;
}

parseJsx();
const { cruise } = await import("dependency-cruiser");
const { default: ruleSet } = await import("../.dependency-cruiser.mjs");
process.chdir(ROOT);
const sources = JSON.parse(readFileSync("package.json", "utf8")).workspaces.map((name) => `${name}/src`);
const { output } = await cruise(sources.filter(existsSync), { ...ruleSet.options, ruleSet, validate: true });
const { violations, totalCruised, totalDependenciesCruised } = output.summary;
const comments = new Map(ruleSet.forbidden.map(({ name, comment }) => [name, comment]));
for (const { from, to, rule } of violations) console.error(`${from} imports ${to}: ${comments.get(rule.name)}`);
const imports = folderImports(output.modules);
const found = cycles(imports).map((cycle) => describeCycle(imports, cycle));
// The import that closes one cycle often closes longer ones too.
for (const cycle of found.sort((a, b) => a.length - b.length).slice(0, SHOWN)) console.error(cycle);
const counted = `${totalCruised} modules, ${totalDependenciesCruised} imports`;
console.log(`${counted}: ${violations.length} imports against the rules, ${found.length} cycles of folders`);
process.exit(violations.length + found.length === 0 ? 0 : 1);
