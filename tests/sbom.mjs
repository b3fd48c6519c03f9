// Writes what a release is made of into the folder `release`: an SBOM (CycloneDX) and the licences of all packages that are shipped.
// With --check it writes nothing, and fails on a licence that is unknown or not accepted.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
/**
 * Licences that let a product under Apache 2.0 include the unchanged package: SPDX expressions, and what older packages write. The MPL
 * binds its own files alone.
 */
const ACCEPTED = new Set([
  "0BSD",
  "Apache-2.0",
  "BSD",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "BlueOak-1.0.0",
  "ISC",
  "MIT",
  "MIT-0",
  "MPL-2.0",
  "MPL 2.0",
  "(MPL-2.0 OR Apache-2.0)",
]);

/** Returns name, version and licence of each component, by name. `declared` gives the licence of a package that npm does not know. */
export function licencesOf({ components }, declared) {
  return components
    .map(({ name, group, version, licenses = [] }) => {
      const full = group ? `${group}/${name}` : name;
      const [licence] = licenses.map(({ license, expression }) => expression ?? license.id ?? license.name);
      return { name: full, version, licence: licence ?? declared(full) ?? "unknown" };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

export const refusedLicences = (licences) => licences.filter(({ licence }) => !ACCEPTED.has(licence));

/** npm knows SPDX names only. Older packages declare others, or a list of licences with a type each. */
function declaredLicence(name) {
  const path = join(ROOT, "node_modules", name, "package.json");
  if (!existsSync(path)) return undefined;
  const { license, licenses } = JSON.parse(readFileSync(path, "utf8"));
  return license ?? licenses?.[0]?.type;
}

function readSbom() {
  const { name } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const args = ["sbom", "--sbom-format=cyclonedx", "--omit=dev", "--package-lock-only"];
  const options = {
    cwd: ROOT,
    encoding: "utf8",
    maxBuffer: 2 ** 26,
    stdio: ["ignore", "pipe", "inherit"],
    shell: process.platform === "win32",
  };
  const sbom = JSON.parse(execFileSync("npm", args, options));
  // npm takes the folder's name.
  sbom.metadata.component.name = name;
  return sbom;
}

const table = (licences) =>
  [
    "| package | version | licence |",
    "| --- | --- | --- |",
    ...licences.map((row) => `| ${row.name} | ${row.version} | ${row.licence} |`),
  ].join("\n");

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const sbom = readSbom();
  const licences = licencesOf(sbom, declaredLicence);
  for (const { name, version, licence } of refusedLicences(licences)) console.error(`${name} ${version}: the licence is ${licence}`);
  if (!process.argv.includes("--check")) {
    const folder = join(ROOT, "release");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "sbom.cdx.json"), `${JSON.stringify(sbom, null, 2)}\n`);
    writeFileSync(join(folder, "licences.md"), `# Licences of the shipped packages\n\n${table(licences)}\n`);
    console.log(`${licences.length} packages: release/sbom.cdx.json, release/licences.md`);
  }
  process.exit(refusedLicences(licences).length === 0 ? 0 : 1);
}
