/** Checks that docs/contract.md names an existing test for each route and each rule. */
import { existsSync, readFileSync } from "node:fs";
import { routeName, routeTable } from "./testing/route-fixtures.js";

const root = new URL("../../", import.meta.url);
const rows = readFileSync(new URL("docs/contract.md", root), "utf8")
  .split("\n")
  .filter((line) => line.startsWith("| ") && !line.startsWith("| ---") && !line.endsWith("| test |"))
  .map((line) => line.slice(2, -2).split(" | "));
const testsIn = (cell = ""): RegExpExecArray[] => [...cell.matchAll(/`([\w./-]+\.test\.ts)`: "([^"]+)"/g)];

test("every route has a row, and every row's routes exist", () => {
  const routes = routeTable().map((route) => routeName(route).replace(/:(\w+)/g, "{$1}"));
  const listed = rows.flatMap((cells) => [...(cells.at(-2) ?? "").matchAll(/`([A-Z]+ \/[^`]*)`/g)].map(([, route = ""]) => route));
  expect([...new Set(listed)].sort()).toEqual([...new Set(routes)].sort());
});

test("every row names tests, and every named test exists", () => {
  const wrong = rows.flatMap((cells) => {
    const named = testsIn(cells.at(-1));
    if (named.length === 0) return [`no test: ${cells[0]}`];
    return named.flatMap(([, file = "", title = ""]) => {
      const place = new URL(file, root);
      if (!existsSync(place)) return [`no file: ${file}`];
      return readFileSync(place, "utf8").includes(`"${title}"`) ? [] : [`not in ${file}: ${title}`];
    });
  });
  expect(wrong).toEqual([]);
});
