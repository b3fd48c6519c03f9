import { pluralize, pluralizeShare } from "./pluralize.js";

test.each<[string, string]>([
  [pluralize(1, "row"), "1 row"],
  [pluralize(0, "row"), "0 rows"],
  [pluralize(2, "row is", "rows are"), "2 rows are"],
  [pluralizeShare(1, 20, "row", ["has", "have"]), "1 of 20 rows has"],
  [pluralizeShare(3, 20, "row", ["has", "have"]), "3 of 20 rows have"],
  [pluralizeShare(1, 1, "period", ["was", "were"]), "1 of 1 period was"],
])("a count is written with what it counts: %s", (written, expected) => {
  expect(written).toBe(expected);
});
