// Compiles the kernels to WebAssembly and writes them as text into src/numeric/wasm/, so that building the trainer needs no
// compiler but TypeScript. `--check` writes nothing and fails when a committed kernel differs from what its source compiles to.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import asc from "assemblyscript/asc";

/** Kernels that several threads call over one memory. */
const SHARED_KERNELS = [
  "brute-force",
  "distance-matrix",
  "gaussian-mixture",
  "kd-tree",
  "linear-algebra",
  "logistic",
  "multinomial",
  "nearest-center",
  "network",
  "rotation",
  "spline-products",
  "symmetric-eigen",
  "tree-descent",
];
const KERNELS = [
  "boosting",
  ...SHARED_KERNELS,
  "coordinate-descent",
  "csv-records",
  "k-means",
  "matrix-inverse",
  "naive-bayes",
  "support-vectors",
];
const here = (path) => fileURLToPath(new URL(path, import.meta.url));

for (const name of KERNELS) {
  const text = await generate(name);
  const target = here(`../src/numeric/wasm/${name}.ts`);
  if (!process.argv.includes("--check")) writeFileSync(target, text);
  else if (readFileSync(target, "utf8") !== text) {
    console.error(`${target} is not what its source compiles to: run npm run gen`);
    process.exitCode = 1;
  }
}

async function generate(name) {
  let wasm;
  const shared = SHARED_KERNELS.includes(name) ? ["--sharedMemory", "--maximumMemory", "65536", "--enable", "threads"] : [];
  const { error, stderr } = await asc.main(
    [`${name}.ts`, "-O3", "--noAssert", "--runtime", "stub", "--importMemory", "--enable", "simd", ...shared, "--outFile", "out.wasm"],
    {
      readFile: (file, folder) => {
        try {
          return readFileSync(here(`${folder}/${file}`), "utf8");
        } catch {
          return null;
        }
      },
      writeFile: (_, contents) => {
        wasm = contents;
      },
      listFiles: () => [],
    },
  );
  if (error) throw new Error(`${error.message}\n${stderr}`);
  const lines = Buffer.from(wasm)
    .toString("base64")
    .match(/.{1,120}/g);
  return `// Generated from assembly/${name}.ts by assembly/build.mjs, do not edit.
export default [
${lines.map((line) => `  "${line}",`).join("\n")}
].join("");
`;
}
