import { historyVersion, supersededAggregations } from "./enabled-steps.js";

const entry = (id: string, type: string, enabled: boolean) => ({ id, type, enabled });

test("the version of the rows changes with the enabled steps and their order, and with nothing else", () => {
  const [filter, sort] = [entry("f", "filter", true), entry("s", "sort", true)];
  const version = historyVersion([filter, sort]);
  expect(historyVersion([filter, entry("a", "aggregation", false), sort])).toBe(version);
  expect(historyVersion([sort, filter])).not.toBe(version);
  expect(historyVersion([filter])).not.toBe(version);
});

test.each<[string, ReturnType<typeof entry>[], string[]]>([
  ["one that is on keeps those before it off", [entry("a", "aggregation", false), entry("b", "aggregation", true)], ["a"]],
  ["one that was switched off after it was not kept off by it", [entry("a", "aggregation", true), entry("b", "aggregation", false)], []],
  ["where none is on, none keeps another off", [entry("a", "aggregation", false), entry("b", "aggregation", false)], []],
  ["other steps are no aggregations", [entry("f", "filter", false), entry("b", "aggregation", true)], []],
  // @contract the-screen-shows-which-aggregation-keeps-another
])("superseded aggregations: %s", (_sentence, entries, kept) => {
  expect([...supersededAggregations(entries)]).toEqual(kept);
});
