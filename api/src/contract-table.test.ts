/** docs/contract.md has a row for each route, and a test in each row. `tests/contract.mjs` writes it from the marks in the tests. */
import { readFileSync } from "node:fs";
import { routeName, routeTable } from "./testing/route-fixtures.js";

const root = new URL("../../", import.meta.url);
const rows = readFileSync(new URL("docs/contract.md", root), "utf8")
  .split("\n")
  .filter((line) => line.startsWith("| ") && !line.startsWith("| ---") && !line.endsWith("| test |"))
  .map((line) => line.slice(2, -2).split(" | "));

test("every route has a row, and every row's routes exist", () => {
  const routes = routeTable().map((route) => routeName(route).replace(/:(\w+)/g, "{$1}"));
  const listed = rows.flatMap((cells) =>
    [...(cells.find((cell) => /^`[A-Z]+ \//.test(cell)) ?? "").matchAll(/`([A-Z]+ \/[^`]*)`/g)].map(([, route = ""]) => route),
  );
  expect([...new Set(listed)].sort()).toEqual([...new Set(routes)].sort());
});

test("every row names a test", () => {
  expect(rows.filter((cells) => !/`[\w./-]+\.test\.tsx?`: "[^"]+"/.test(cells.at(-1) ?? "")).map(([rule]) => rule)).toEqual([]);
});
