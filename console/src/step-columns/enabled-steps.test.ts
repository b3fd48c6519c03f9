import { historyVersion, supersededAggregations } from "./enabled-steps.js";

const entry = (id: string, type: string, enabled: boolean) => ({ id, type, enabled, updated_at: "2024-05-01T08:00:00.000Z" });

test("the version of the rows changes with the enabled steps, their order and their contents, and with nothing else", () => {
  const [filter, sort] = [entry("f", "filter", true), entry("s", "sort", true)];
  const version = historyVersion([filter, sort]);
  expect(historyVersion([filter, entry("a", "aggregation", false), sort])).toBe(version);
  expect(historyVersion([sort, filter])).not.toBe(version);
  expect(historyVersion([filter])).not.toBe(version);
  expect(historyVersion([{ ...filter, updated_at: "2024-05-01T09:00:00.000Z" }, sort])).not.toBe(version);
});

test.each<[string, ReturnType<typeof entry>[], string[]]>([
  ["an enabled aggregation supersedes those before it", [entry("a", "aggregation", false), entry("b", "aggregation", true)], ["a"]],
  ["a disabled aggregation supersedes none", [entry("a", "aggregation", true), entry("b", "aggregation", false)], []],
  ["disabled aggregations supersede none", [entry("a", "aggregation", false), entry("b", "aggregation", false)], []],
  ["steps of other types supersede none", [entry("f", "filter", false), entry("b", "aggregation", true)], []],
  // @contract the-screen-shows-which-aggregation-keeps-another
])("superseded aggregations: %s", (_sentence, entries, kept) => {
  expect([...supersededAggregations(entries)]).toEqual(kept);
});
