import { samplingOptions } from "./sampling.js";

test.each<[string, Parameters<typeof samplingOptions>[0], ReturnType<typeof samplingOptions>]>([
  ["a dataset whose table is not ready has no choice", { total_rows: null, product_type: "quality", sampling: null }, "none"],
  ["up to 10,000 rows are all used", { total_rows: 10_000, product_type: "quality", sampling: "raw" }, "none"],
  [
    "over 10,000 rows a random sample comes first, then head, middle and tail",
    { total_rows: 10_001, product_type: "occ", sampling: null },
    ["random", "head", "middle", "tail"],
  ],
  [
    "a dataset that uses all rows says so",
    { total_rows: 10_001, product_type: "opt", sampling: "raw" },
    ["random", "head", "middle", "tail", "raw"],
  ],
  ["a time series uses all rows", { total_rows: 90_000, product_type: "timeseries", sampling: "raw" }, "whole"],
  // @contract of-more-than-10-000-rows-10
])("which rows are used: %s", (_sentence, dataset, expected) => {
  expect(samplingOptions(dataset)).toEqual(expected);
});
