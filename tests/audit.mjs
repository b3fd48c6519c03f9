// Asks the registry for known vulnerabilities of what is shipped. Fails on high and critical ones; passes where no registry answers.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const TIMEOUT_MS = 60_000;
const SEVERE = ["high", "critical"];

/** Returns what `npm audit --json` says: severe vulnerabilities, a line each, or why there is no answer. */
export function auditResult(output) {
  let report;
  try {
    report = JSON.parse(output);
  } catch {
    return { unanswered: "npm audit printed no JSON" };
  }
  if (!report.vulnerabilities) return { unanswered: report.message ?? report.error?.summary ?? "the registry did not answer" };
  const severe = Object.values(report.vulnerabilities).filter(({ severity }) => SEVERE.includes(severity));
  return { severe: severe.map(({ name, severity, range, via }) => `${name} ${range}: ${severity}, ${via.map(titleOf).join("; ")}`) };
}

const titleOf = (via) => (typeof via === "string" ? `by ${via}` : `${via.title} (${via.url})`);

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { stdout } = spawnSync("npm", ["audit", "--omit=dev", "--json", "--fetch-retries=0"], {
    cwd: fileURLToPath(new URL("..", import.meta.url)),
    encoding: "utf8",
    timeout: TIMEOUT_MS,
    shell: process.platform === "win32",
  });
  const { unanswered, severe = [] } = auditResult(stdout ?? "");
  if (unanswered) console.log(`No audit: ${unanswered}`);
  for (const line of severe) console.error(line);
  process.exit(severe.length === 0 ? 0 : 1);
}
