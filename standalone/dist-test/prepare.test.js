import { readFileSync } from "node:fs";
const { assertNode, isInstalled } = await import(new URL("../prepare.mjs", import.meta.url).href);
test.each(["20.19.0", "20.20.2", "22.0.0", "100.1.0"])("Node.js %s is accepted", (version) => {
    assertNode(version);
});
test.each(["18.20.8", "20.18.3", "9.9.9"])("Node.js %s is refused, with instructions", (version) => {
    expect(() => assertNode(version)).toThrow(`needs Node.js 20.19 or newer; this is ${version}. Get a newer one`);
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
const without = (path) => Object.fromEntries(Object.entries(LOCKED.packages).filter(([key]) => key !== path));
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
    const { packages } = JSON.parse(readFileSync(new URL("../../package-lock.json", import.meta.url), "utf8"));
    const optional = Object.values(packages).flatMap(({ optionalDependencies = {} }) => Object.keys(optionalDependencies));
    expect(optional.length).toBeGreaterThan(50);
    expect(optional.filter((name) => !Object.keys(packages).some((path) => path.endsWith(`node_modules/${name}`)))).toEqual([]);
});
//# sourceMappingURL=prepare.test.js.map