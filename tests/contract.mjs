// docs/contract.md is written from tests/contract.md, whose last columns name rules, and from the marks in the tests:
//   // @contract rule, another-rule
//   test("a title", …)
// A mark stands above a test, or above a row of a table of tests, and belongs to the next string in the file: the title.
// `node tests/contract.mjs` writes the document, `--check` compares. After all tests, run.mjs asks which rules no passed test holds.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const TEMPLATE = join(ROOT, "tests/contract.md");
const DOCUMENT = join(ROOT, "docs/contract.md");
const PACKAGES = ["contracts", "adapters", "trainer", "operator", "api", "console", "standalone", "cli", "crds", "tests"];
const RULES = /\[([a-z0-9-]+)\](?= \|$)/gm;
const MARK = /^[ \t]*\/\/ @contract ([a-z0-9, -]+)$/gm;
/** The first string after a mark, in any quotes. */
const TITLE = /"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/;

/** `test.each(table)("title", …)`: strings of the table come before the title. */
const EACH = /^\s*(?:test|it)(?:\.\w+)*\.each\b/;
const TITLE_OF_EACH = /\)\(\s*(?:"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`)/;

/** Every mark of every test file: the rule, the source file relative to the root, and the title of the test. */
function readMarks() {
  return PACKAGES.flatMap((folder) => testFiles(join(ROOT, folder, "src"))).flatMap((path) => {
    const text = readFileSync(path, "utf8");
    return [...text.matchAll(MARK)].flatMap(({ 1: rules, 0: mark, index }) => {
      const rest = text.slice(index + mark.length);
      const title = (EACH.test(rest) ? TITLE_OF_EACH : TITLE).exec(rest);
      if (!title) throw new Error(`${path}: no title follows the mark "${mark.trim()}"`);
      return rules.split(",").map((rule) => ({
        rule: rule.trim(),
        file: relative(ROOT, path),
        title: title[1] === undefined ? title[2] : JSON.parse(`"${title[1]}"`),
      }));
    });
  });
}

/** The rules of the template, in its order. */
function readRules() {
  return [...readFileSync(TEMPLATE, "utf8").matchAll(RULES)].map(([, rule]) => rule);
}

/** Rows of routes that name neither screens of the console nor, after `none:`, why no screen calls them, as sentences. */
function screenProblems(text = readFileSync(TEMPLATE, "utf8")) {
  const registries = ["screens.ts", "public-screens.ts"].map((file) => readFileSync(join(ROOT, "console/src/screens", file), "utf8"));
  const screens = registries.flatMap((source) => [...source.matchAll(/from "\.\/([a-z-]+)\/index\.js"/g)].map(([, folder]) => folder));
  const known = new Set([...screens, "frame"]);
  return [...text.matchAll(/^\|[^|]*\| (`[A-Z]+ \/[^|]*`) \|(.*) \[[a-z0-9-]+\] \|$/gm)]
    .filter(([, , cell]) => {
      const named = /^ (.+) \|$/.exec(cell)?.[1] ?? "";
      return !/^none: \S/.test(named) && !named.split(", ").every((name) => known.has(name));
    })
    .map(([, routes]) => `tests/contract.md names no screen for ${routes}, nor after "none:" why there is none`);
}

/** Rules that no test marks, marks of rules that do not exist, and rules named twice, as sentences. */
export function problems(rules = readRules(), marks = readMarks()) {
  const marked = new Set(marks.map(({ rule }) => rule));
  const known = new Set(rules);
  return [
    ...rules.filter((rule, i) => rules.indexOf(rule) !== i).map((rule) => `tests/contract.md names the rule ${rule} twice`),
    ...rules.filter((rule) => !marked.has(rule)).map((rule) => `no test is marked // @contract ${rule}`),
    ...marks.filter(({ rule }) => !known.has(rule)).map(({ rule, file }) => `${file} marks ${rule}, which tests/contract.md does not name`),
  ];
}

/** Rules for which no marked test has passed. `results` are the testResults of Jest's JSON output. */
export function rulesNotHeld(results, rules = readRules(), marks = readMarks()) {
  const passed = new Map();
  for (const { name, assertionResults } of results) {
    const titles = assertionResults.filter(({ status }) => status === "passed").map(({ title }) => title);
    passed.set(sourceOf(name), [...(passed.get(sourceOf(name)) ?? []), ...titles]);
  }
  const held = new Set(marks.filter(({ file, title }) => passed.get(file)?.some((one) => matches(one, title))).map(({ rule }) => rule));
  return rules.filter((rule) => !held.has(rule));
}

/** trainer/dist-test/numeric/x.test.js → trainer/src/numeric/x.test.ts; the console compiles its tests into a folder more. */
function sourceOf(compiled) {
  const path = relative(ROOT, compiled).replaceAll("\\", "/");
  const source = path.replace(/\/dist(-test)?\/(logic\/|components\/)?/, "/src/").replace(/\.js$/, ".ts");
  return existsSync(join(ROOT, source)) ? source : `${source}x`;
}

/** Whether a test's title is the marked one with its placeholders (%s, $name, ${expression}) filled in, or contains it as a row. */
function matches(actual, title) {
  const parts = title.split(/%[sdifjoOp#%]|\$\{[^}]*\}|\$[\w.]+/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(parts.join(".*"), "s").test(actual);
}

function testFiles(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((file) => /\.test\.tsx?$/.test(file))
    .sort()
    .map((file) => join(folder, file));
}

function render() {
  const marks = readMarks();
  const cell = (rule) => {
    const tests = marks.filter((mark) => mark.rule === rule).map(({ file, title }) => `\`${file}\`: "${title}"`);
    return [...new Set(tests)].join("; ");
  };
  const text = readFileSync(TEMPLATE, "utf8").replace(RULES, (_, rule) => cell(rule));
  return `<!-- Generated from tests/contract.md and the marks in the tests by tests/contract.mjs, do not edit. -->\n${text}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const found = [...problems(), ...screenProblems()];
  for (const problem of found) console.error(problem);
  const text = render();
  const check = process.argv.includes("--check");
  if (!check) writeFileSync(DOCUMENT, text);
  else if (readFileSync(DOCUMENT, "utf8") !== text) {
    console.error("docs/contract.md is not what tests/contract.md and the marks in the tests give: run npm run gen");
    process.exitCode = 1;
  }
  if (found.length > 0) process.exitCode = 1;
}
