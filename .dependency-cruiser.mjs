// What may import what. tests/floors.mjs holds the sources to it, and to this: no folder imports itself through those beside it.

/** Packages of ours that a package's modules may import, besides their own files. */
const MAY_IMPORT = {
  contracts: [],
  adapters: ["contracts"],
  operator: ["contracts"],
  trainer: ["contracts"],
  api: ["contracts", "trainer/serving"],
  console: ["contracts"],
  cli: ["contracts", "standalone/data-folder"],
  crds: ["contracts"],
};

/** Programs choose the adapters and read the environment. `standalone` and `tests` consist of programs, so the table leaves them out. */
const PROGRAMS = [
  "api/src/main.ts",
  "api/src/archive/main.ts",
  "operator/src/main.ts",
  "operator/src/secrets/main.ts",
  "trainer/src/main.ts",
];

/** Folders of the trainer from the bottom up: each may import those below it. */
const TRAINER_FLOORS = [
  ["onnx", "tensorflow"],
  ["numeric"],
  ["algorithms"],
  ["data"],
  ["evaluation"],
  ["model"],
  ["training"],
  ["table-reading"],
  ["tasks", "serving"],
];

const TEST = "\\.test\\.tsx?$|/testing/";

function packageRule([name, allowed]) {
  const others = allowed.map((path) => `@agatha/${path}(/|$)`).join("|");
  return {
    name: `imports-of-${name}`,
    comment: allowed.length > 0 ? `${name} may import ${allowed.join(" and ")} only` : `${name} imports nothing of ours`,
    severity: "error",
    from: { path: `^${name}/src/`, pathNot: PROGRAMS.map(exactly) },
    to: { path: "^@agatha/", ...(others && { pathNot: `^(${others})` }) },
  };
}

/** A floor's name is a folder or a module, as `serving` is. */
function floorRule(floor, index) {
  const higher = TRAINER_FLOORS.slice(index + 1).flat();
  const beside = (folder) => [...floor.filter((other) => other !== folder), ...higher];
  return floor.map((folder) => ({
    name: `floor-of-${folder}`,
    comment: `trainer/src/${folder} may not import ${beside(folder).join(", ")}`,
    severity: "error",
    from: { path: `^trainer/src/${folder}(/|\\.ts$)`, pathNot: TEST },
    to: { path: `^trainer/src/(${beside(folder).join("|")}|main|testing)(/|\\.ts$)` },
  }));
}

function exactly(path) {
  return `^${path.replaceAll(".", "\\.")}$`;
}

export default {
  forbidden: [
    ...Object.entries(MAY_IMPORT).map(packageRule),
    ...TRAINER_FLOORS.flatMap(floorRule),
    {
      name: "product-imports-no-fixture",
      comment: "fixtures and tests are not part of the product",
      severity: "error",
      from: { path: "^[a-z]+/src/", pathNot: `${TEST}|^tests/` },
      to: { path: `${TEST}|/testing/|^@agatha/tests` },
    },
    {
      name: "index-is-for-other-packages",
      comment: "modules of contracts import each other, not the index that gathers them",
      severity: "error",
      from: { path: "^contracts/src/", pathNot: TEST },
      to: { path: "^contracts/src/index\\.ts$" },
    },
    {
      name: "embedded-stores-in-one-process",
      comment: "jobs are processes of their own, and only the server's may open the embedded stores (docs/decisions/101)",
      severity: "error",
      from: { path: "^trainer/src/" },
      to: { path: "^@agatha/adapters($|/lmdb|/(documents|resources)/lmdb)" },
    },
    {
      name: "declared-dependencies",
      comment: "a package that a product module imports stands under `dependencies` in its own package.json",
      severity: "error",
      from: { path: "^[a-z]+/src/", pathNot: `${TEST}|^tests/` },
      to: { dependencyTypes: ["npm-no-pkg", "npm-unknown", "npm-dev"], dependencyTypesNot: ["type-only"] },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    parser: "swc",
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { extensions: [".ts", ".tsx", ".js"] },
  },
};
