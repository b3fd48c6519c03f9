import { samplingOptions } from "./sampling.js";

test.each<[string, Parameters<typeof samplingOptions>[0], ReturnType<typeof samplingOptions>]>([
  ["a table that is not read yet is offered no sample", { total_rows: null, product_type: "quality", sampling: null }, "none"],
  ["10,000 rows are used as they are", { total_rows: 10_000, product_type: "quality", sampling: "raw" }, "none"],
  [
    "of more than 10,000 rows a random sample is offered first, then the head, the middle and the tail",
    { total_rows: 10_001, product_type: "occ", sampling: null },
    ["random", "head", "middle", "tail"],
  ],
  [
    "a table that is used whole says so",
    { total_rows: 10_001, product_type: "opt", sampling: "raw" },
    ["random", "head", "middle", "tail", "raw"],
  ],
  ["a time series is used whole", { total_rows: 90_000, product_type: "timeseries", sampling: "raw" }, "whole"],
  // @contract of-more-than-10-000-rows-10
])("which rows are used: %s", (_sentence, dataset, expected) => {
  expect(samplingOptions(dataset)).toEqual(expected);
});
