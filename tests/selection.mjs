// Finds the compiled tests that a run takes.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";

/** Options of Jest that are followed by a value. */
const WITH_VALUE = ["-t", "--testNamePattern"];

/** Tests of the console's components put a page into their process's globals, so they share it with no other tests. */
const HAS_PAGE = /testing\/(dom|services)\.js"/;
export const COMPONENT_TESTS = readdirSync("console/src", { recursive: true })
  .map((file) => `console/src/${file.replaceAll("\\", "/")}`)
  .filter((file) => {
    if (file.endsWith(".test.ts") && HAS_PAGE.test(readFileSync(file, "utf8"))) throw new Error(`${file} has a page: call it .test.tsx`);
    return file.endsWith(".test.tsx");
  })
  .map(compiled);

/** Tests that start the whole product. */
export const END_TO_END_TESTS = readdirSync("tests/src/end-to-end", { recursive: true })
  .filter((file) => file.endsWith(".test.ts"))
  .map((file) => compiled(`tests/src/end-to-end/${file.replaceAll("\\", "/")}`))
  .sort();

/** Patterns of Jest for what `npm test --` is given: sources, folders of sources, compiled files, and what Jest itself takes. */
export function testPatterns(args) {
  return args.map((arg, i) => (isPattern(args, i) ? compiled(arg) : arg));
}

/** Component tests that the patterns name. */
export function componentTests(args) {
  const patterns = args.filter((_arg, i) => isPattern(args, i)).map((pattern) => new RegExp(pattern, "i"));
  return COMPONENT_TESTS.filter((path) => patterns.length === 0 || patterns.some((pattern) => pattern.test(path)));
}

export function optionsOf(args) {
  return args.filter((_arg, i) => !isPattern(args, i));
}

function isPattern(args, i) {
  return !args[i].startsWith("-") && !WITH_VALUE.includes(args[i - 1]);
}

/** Where the compiler puts a test. A module without the ending `.test` stands for its own test. */
function compiled(path) {
  const source = /^(?:\.\/)?([a-z]+)\/src(?:\/(.*))?$/.exec(path);
  if (!source) return path;
  const [, name, rest = ""] = source;
  const folder = `${name}/${name === "tests" ? "dist" : "dist-test"}/`;
  if (existsSync(path) && statSync(path).isDirectory()) return `${folder}${rest.replace(/\/?$/, rest === "" ? "" : "/")}`;
  return folder + rest.replace(/(\.test)?\.tsx?$/, ".test.js");
}
