import { ALGORITHMS, type AlgorithmName } from "./index.js";
import { SEARCH_SPACES, searchSpaceOf } from "./search-space.js";

const searched = (Object.keys(SEARCH_SPACES) as AlgorithmName[]).flatMap((name) =>
  Object.entries(searchSpaceOf(name)).map(([param, range]) => [`${name}.${param}`, name, param, range] as const),
);

test.each(searched)("the search space of %s lies within the parameter's bounds", (_title, name, param, range) => {
  const { params } = ALGORITHMS[name];
  for (const value of [range.from, range.to]) expect(params.safeParse({ [param]: value }).error).toBeUndefined();
  expect(range.from).toBeLessThan(range.to);
  if (range.scale === "log") expect(range.from).toBeGreaterThan(0);
  // A parameter that accepts only whole numbers needs a search range of whole numbers.
  const between = range.from + (range.to - range.from) / Math.PI;
  expect(params.safeParse({ [param]: between }).success).toBe(range.integer === undefined);
});
