import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

interface Prepare {
  assertNode(version: string): void;
  installCommand(): [string, ...string[]];
  isInstalled(locked: unknown, installed: unknown): boolean;
}
const { assertNode, installCommand, isInstalled }: Prepare = await import(new URL("../prepare.mjs", import.meta.url).href);

test.each(["20.19.0", "20.20.2", "22.12.0", "23.0.0", "100.1.0"])("Node.js %s is accepted", (version) => {
  assertNode(version);
});

test.each(["18.20.8", "20.18.3", "21.7.3", "22.0.0", "22.11.0", "9.9.9"])("Node.js %s is refused, with instructions", (version) => {
  expect(() => assertNode(version)).toThrow(`needs Node.js 22.12 or newer, or 20.19 or newer of version 20; this is ${version}. Get one`);
});

/** Packages in a folder of the project, which npm links without a registry. */
const PROJECT = {
  name: "project",
  version: "1.0.0",
  devDependencies: { compiler: "file:compiler" },
  optionalDependencies: { native: "file:native" },
};
const LOCK_FILE = {
  name: "project",
  version: "1.0.0",
  lockfileVersion: 3,
  packages: {
    "": PROJECT,
    compiler: { version: "1.0.0", dev: true },
    native: { version: "1.0.0", optional: true },
    "node_modules/compiler": { resolved: "compiler", link: true },
    "node_modules/native": { resolved: "native", link: true },
  },
};

test("packages of the build and those with native code are installed in production too, and where npm is set to omit them", () => {
  const folder = mkdtempSync(join(tmpdir(), "agatha-install-"));
  try {
    writeFileSync(join(folder, "package.json"), JSON.stringify(PROJECT));
    writeFileSync(join(folder, "package-lock.json"), JSON.stringify(LOCK_FILE));
    writeFileSync(join(folder, ".npmrc"), "omit[]=dev\nomit[]=optional\n");
    for (const name of ["compiler", "native"]) {
      mkdirSync(join(folder, name));
      writeFileSync(join(folder, name, "package.json"), JSON.stringify({ name, version: "1.0.0" }));
    }
    const [program, ...args] = installCommand();
    execFileSync(program, args, { cwd: folder, env: { ...process.env, NODE_ENV: "production" } });
    expect(["compiler", "native"].map((name) => existsSync(join(folder, "node_modules", name, "package.json")))).toEqual([true, true]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

const LOCKED = {
  packages: {
    "": { name: "agatha" },
    api: { version: "0.1.0" },
    "node_modules/@agatha/api": { resolved: "api", link: true },
    "node_modules/pino": { version: "10.4.0" },
    "node_modules/@lmdb/lmdb-win32-x64": { version: "3.5.6", optional: true },
  },
};
const without = (path: string) => Object.fromEntries(Object.entries(LOCKED.packages).filter(([key]) => key !== path));

test.each([
  ["all is there", { packages: without("") }, true],
  ["what is for another system is missing", { packages: without("node_modules/@lmdb/lmdb-win32-x64") }, true],
  ["npm was never run", undefined, false],
  ["a package is missing", { packages: without("node_modules/pino") }, false],
  ["a workspace is missing", { packages: without("node_modules/@agatha/api") }, false],
  ["a package has another version", { packages: { ...LOCKED.packages, "node_modules/pino": { version: "9.0.0" } } }, false],
])("isInstalled when %s", (_when, installed, expected) => {
  expect(isInstalled(LOCKED, installed)).toBe(expected);
});

test("the lock file contains the optional packages of all systems, as npm ci requires", () => {
  const { packages } = JSON.parse(readFileSync(new URL("../../package-lock.json", import.meta.url), "utf8")) as {
    packages: Record<string, { optionalDependencies?: Record<string, string> }>;
  };
  const optional = Object.values(packages).flatMap(({ optionalDependencies = {} }) => Object.keys(optionalDependencies));
  expect(optional.length).toBeGreaterThan(50);
  expect(optional.filter((name) => !Object.keys(packages).some((path) => path.endsWith(`node_modules/${name}`)))).toEqual([]);
});
