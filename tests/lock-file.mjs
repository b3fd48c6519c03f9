// Checks that `npm ci` can prove every package it installs, on each system and from any registry.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Returns what is wrong with a parsed package-lock.json, a line each. */
export function lockFileProblems({ packages }) {
  return Object.entries(packages).flatMap(([path, { link, integrity, resolved, version }]) => {
    if (!path.includes("node_modules/") || link) return [];
    const problems = [];
    if (!integrity?.startsWith("sha512-"))
      problems.push(`${path} ${version} has no SHA-512: take a version that the registry has for every system`);
    if (resolved) problems.push(`${path} ${version} comes from ${resolved} alone: remove "resolved", so that it comes from any registry`);
    return problems;
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problems = lockFileProblems(JSON.parse(readFileSync(new URL("../package-lock.json", import.meta.url), "utf8")));
  for (const problem of problems) console.error(problem);
  process.exit(problems.length === 0 ? 0 : 1);
}
