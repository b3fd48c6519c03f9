// Installs and builds whatever is missing or out of date. It uses only Node's own modules, since it runs right after a clone.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
/** Least version of Node.js 20, and of 22 and newer: the `engines` of package.json, which are those of Vite. */
const LEAST_VERSIONS = { old: [20, 19], current: [22, 12] };

/** Separate builds in their order, with their source folders and an output file that shows whether they ever ran. */
const BUILDS = [
  {
    name: "packages",
    sources: ["contracts", "adapters", "trainer", "operator", "api", "standalone", "crds", "cli", "tests", "console"],
    result: "standalone/dist/main.js",
    command: ["node_modules/typescript/bin/tsc", "-b"],
    folder: ".",
  },
  bundleOf("trainer", "trainer", ["contracts", "adapters", "trainer"]),
  bundleOf("server", "standalone", ["contracts", "adapters", "trainer", "operator", "api", "standalone"]),
  bundleOf("command line", "cli", ["contracts", "adapters", "trainer", "standalone", "cli"]),
  {
    name: "console",
    sources: ["contracts", "console", "docs/guide"],
    result: "console/dist/site/index.html",
    command: ["../node_modules/vite/bin/vite.js", "build", "--logLevel", "warn"],
    folder: "console",
  },
];

/** Resolves when everything is installed and built. Throws with instructions if that is impossible. */
export async function prepare(builds = BUILDS.map(({ name }) => name)) {
  assertNode(process.versions.node);
  if (!isInstalled(readJson("package-lock.json"), readJson("node_modules/.package-lock.json"))) {
    say("Installing…");
    await run(installCommand(), ROOT);
  }
  for (const build of BUILDS.filter(({ name }) => builds.includes(name))) {
    const stamp = join(ROOT, ".cache", `built-${build.name}`);
    const digest = digestOf(build.sources);
    if (existsSync(join(ROOT, build.result)) && existsSync(stamp) && readFileSync(stamp, "utf8") === digest) continue;
    say(`Building the ${build.name}…`);
    if (build.name === "packages") removeOrphans(build.sources);
    await run([process.execPath, ...build.command], join(ROOT, build.folder));
    mkdirSync(dirname(stamp), { recursive: true });
    writeFileSync(stamp, digest);
  }
}

/** Throws with instructions if Agatha does not run on this version of Node.js. */
export function assertNode(version) {
  const [major, minor] = version.split(".").map(Number);
  const reaches = ([leastMajor, leastMinor]) => major === leastMajor && minor >= leastMinor;
  const { old, current } = LEAST_VERSIONS;
  if (major > current[0] || reaches(current) || reaches(old)) return;
  throw new Error(
    `Agatha needs Node.js ${current.join(".")} or newer, or ${old.join(".")} or newer of version ${old[0]}; this is ${version}. Get one from https://nodejs.org/`,
  );
}

/**
 * Returns npm's command that installs all packages: those of the build also where NODE_ENV is "production" or npm omits them.
 * Native packages include their binaries, so no package's script needs to run.
 */
export function installCommand() {
  return npm("ci", "--ignore-scripts", "--include=dev", "--include=optional");
}

/**
 * Returns true if npm's own record (`installed`) contains what `locked` requires. Optional packages may be missing: they are for
 * other systems.
 */
export function isInstalled(locked, installed) {
  if (!locked || !installed) return false;
  return Object.entries(locked.packages).every(([path, { version, optional }]) => {
    const there = installed.packages[path];
    return path === "" || (there ? there.version === version : optional === true);
  });
}

function readJson(path) {
  return existsSync(join(ROOT, path)) ? JSON.parse(readFileSync(join(ROOT, path), "utf8")) : undefined;
}

/** Build of a program's bundle. The trainer's folder has the script that bundles. */
function bundleOf(name, program, sources) {
  return { name, sources, result: `${program}/bundle/main.js`, command: [`${program}/bundle.mjs`], folder: "." };
}

/** Returns a digest that changes with every file changed, added or removed in the folders. */
function digestOf(folders) {
  const hash = createHash("sha256").update(process.versions.node);
  for (const file of ["tsconfig.json", "tsconfig.base.json", "tsconfig.test.json", "package-lock.json"])
    hash.update(lineOf(join(ROOT, file)));
  for (const folder of folders) for (const file of filesIn(join(ROOT, folder))) hash.update(lineOf(file));
  return hash.digest("hex");
}

function lineOf(file) {
  const { mtimeMs, size } = statSync(file);
  return `${relative(ROOT, file)} ${mtimeMs} ${size}\n`;
}

function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !["node_modules", "dist", "dist-test", "bundle"].includes(name))
    .flatMap((entry) => (entry.isDirectory() ? filesIn(join(folder, entry.name)) : [join(folder, entry.name)]));
}

/** Deletes outputs without a source. A compiled test whose source was moved or deleted would still run. */
function removeOrphans(folders) {
  for (const folder of folders) {
    for (const output of ["dist", "dist-test"]) {
      const path = join(ROOT, folder, output);
      if (!existsSync(path)) continue;
      for (const file of readdirSync(path, { recursive: true })) {
        if (!file.endsWith(".js") || file.startsWith("site") || hasSource(folder, output, file)) continue;
        for (const ending of [".js", ".js.map", ".d.ts"]) rmSync(join(path, file.replace(/\.js$/, ending)), { force: true });
      }
    }
  }
}

/** Tests and fixtures are compiled into `dist-test`, except those of the package that has nothing else. */
function hasSource(folder, output, file) {
  const isTest = folder !== "tests" && /\.test\.js$|(^|[\\/])testing[\\/]/.test(file);
  if (isTest !== (output === "dist-test")) return false;
  return [".ts", ".tsx"].some((ending) => existsSync(join(ROOT, folder, "src", file.replace(/\.js$/, ending))));
}

function npm(...command) {
  const args = [...command, "--no-audit", "--no-fund", "--loglevel=error"];
  const { npm_execpath: npmProgram } = process.env;
  return npmProgram?.endsWith(".js") ? [process.execPath, npmProgram, ...args] : ["npm", ...args];
}

function run([command, ...args], cwd) {
  return new Promise((resolve, reject) => {
    // Standard output is reserved for the caller, since programs read a test run's last line.
    const child = spawn(command, args, { cwd, stdio: ["ignore", 2, 2], shell: process.platform === "win32" && command === "npm" });
    child.on("error", reject);
    child.on("exit", (code, signal) => {
      if (code === 0) resolve();
      else reject(new Error(`${[command, ...args].join(" ")} failed (${signal ?? code}): see above`));
    });
  });
}

function say(text) {
  process.stderr.write(`${text}\n`);
}
