/** The files and folders that CONTRIBUTING names are there. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { REPOSITORY } from "../cluster/launcher/cluster-paths.js";

const CONTRIBUTING = readFileSync(join(REPOSITORY, "CONTRIBUTING.md"), "utf8");
const isPath = (code: string): boolean => /^[\w.{},/-]+$/.test(code) && (code.includes("/") || /\.(ts|tsx|mjs|py|md|yaml)$/.test(code));

/** Returns each path of `{a,b}.ts`. */
function withoutBraces(path: string): string[] {
  const found = path.match(/^(.*)\{(.*)\}(.*)$/);
  return found ? found[2]!.split(",").map((choice) => found[1]! + choice + found[3]!) : [path];
}

/** Returns the steps that name files, each with the paths of its line. */
function stepsWithPaths(markdown: string): [step: string, paths: string[]][] {
  return markdown.split("\n").flatMap((line): [string, string[]][] => {
    const paths = Array.from(line.matchAll(/`([^`]+)`/g), ([, code]) => code!)
      .filter(isPath)
      .flatMap(withoutBraces);
    return paths.length > 0 ? [[line.slice(0, 60), paths]] : [];
  });
}

const isFolder = (path: string): boolean => existsSync(path) && statSync(path).isDirectory();

/** Returns the folders in which a step may name a file shortly: those of its paths, those above, and those directly in the former. */
function foldersOf(paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    const full = join(REPOSITORY, path);
    if (!path.includes("/") || !existsSync(full)) return [];
    const folder = isFolder(full) ? full : dirname(full);
    const inside = readdirSync(folder, { withFileTypes: true }).flatMap((each) => (each.isDirectory() ? [join(folder, each.name)] : []));
    return [folder, dirname(folder), ...inside];
  });
}

const [, recipes = ""] = CONTRIBUTING.match(/^## Add a thing$([\s\S]*?)^## /m) ?? [];
const STEPS = stepsWithPaths(recipes);

test("steps that add a thing name files", () => {
  expect(STEPS.length).toBeGreaterThan(20);
});

test.each(STEPS)("the files exist that this step names: %s", (_step, paths) => {
  const folders = [REPOSITORY, ...foldersOf(paths)];
  expect(paths.filter((path) => !folders.some((folder) => existsSync(join(folder, path))))).toEqual([]);
});
