/** Tests of what `npm run check` asks of the packages that are installed and shipped. */
import { join } from "node:path";
import { REPOSITORY } from "../cluster/launcher/cluster-paths.js";

interface Checks {
  lockFileProblems(lock: { packages: Record<string, object> }): string[];
  auditResult(output: string): { unanswered?: string; severe?: string[] };
  licencesOf(sbom: { components: object[] }, declared: (name: string) => string | undefined): { name: string; licence: string }[];
  refusedLicences<L>(licences: L[]): L[];
}
const load = (program: string): Promise<Checks> => import(join(REPOSITORY, "tests", program));
const { lockFileProblems } = await load("lock-file.mjs");
const { auditResult } = await load("audit.mjs");
const { licencesOf, refusedLicences } = await load("sbom.mjs");

const integrity = "sha512-AA==";

test.each<[string, object, string[]]>([
  ["a package with a digest", { version: "1.0.0", integrity }, []],
  ["a package of another system without a digest", { version: "1.0.0", optional: true }, ["no SHA-512"]],
  ["a package with a weak digest", { version: "1.0.0", integrity: "sha1-AA==" }, ["no SHA-512"]],
  [
    "a package of one registry",
    { version: "1.0.0", integrity, resolved: "https://registry.example/a.tgz" },
    ["https://registry.example/a.tgz alone"],
  ],
  ["a workspace", { resolved: "api", link: true }, []],
])("%s in the lock file is told as it is", (_which, entry, problems) => {
  const told = lockFileProblems({ packages: { "": { version: "1.0.0" }, api: {}, "node_modules/a": entry } });
  expect(told).toEqual(problems.map((problem) => expect.stringContaining(problem)));
});

test("the audit fails on severe vulnerabilities alone, and passes where no registry answers", () => {
  const vulnerability = (name: string, severity: string) => ({
    name,
    severity,
    range: "<2",
    via: [{ title: "Prototype pollution", url: "u" }, "b"],
  });
  const vulnerabilities = { a: vulnerability("a", "high"), b: vulnerability("b", "moderate") };
  expect(auditResult(JSON.stringify({ vulnerabilities }))).toEqual({ severe: ["a <2: high, Prototype pollution (u); by b"] });
  expect(auditResult(JSON.stringify({ vulnerabilities: {} }))).toEqual({ severe: [] });
  expect(auditResult('{"message":"405 Method Not Allowed"}')).toEqual({ unanswered: "405 Method Not Allowed" });
  expect(auditResult("")).toEqual({ unanswered: "npm audit printed no JSON" });
});

test("licences come from the SBOM or the package itself, and those that are unknown or not accepted are refused", () => {
  const licensed = (id: string) => [{ license: { id } }];
  const components = [
    { name: "c", version: "1", licenses: licensed("GPL-3.0-only") },
    { name: "b", group: "@x", version: "1", licenses: licensed("MIT") },
    { name: "old", version: "1" },
    { name: "nothing", version: "1", licenses: [] },
  ];
  const licences = licencesOf({ components }, (name) => (name === "old" ? "MIT" : undefined));
  expect(licences.map(({ name, licence }) => [name, licence])).toEqual([
    ["@x/b", "MIT"],
    ["c", "GPL-3.0-only"],
    ["nothing", "unknown"],
    ["old", "MIT"],
  ]);
  expect(refusedLicences(licences).map(({ name }) => name)).toEqual(["c", "nothing"]);
});
