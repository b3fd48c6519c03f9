import { allSeriesNames, seriesPages } from "./series-pages.js";

test("names of all series, in parts that one request for so many periods answers", () => {
  const described = Array.from({ length: 200 }, (_, i) => ({ name: `P${i}` })) as never;
  const names = allSeriesNames({ series: described, other_series: [{ times: [], names: ["Y", "Z"] }] });
  expect([names.length, names[0], names[201]]).toEqual([202, "P0", "Z"]);
  const pages = seriesPages(names, 100);
  expect(pages.map((page) => page.length)).toEqual([100, 100, 2]);
  expect(pages.flat()).toEqual(names);
  expect(allSeriesNames({})).toEqual([]);
});
