import "../../../testing/dom.js";
import type { ModelInfo } from "@agatha/contracts";
import { fromPartial } from "@agatha/contracts/testing/from-partial";
import { cleanup, screen } from "@testing-library/react";
import { renderWithServices } from "../../../testing/services.js";
import { hasOutlierTerms, OutlierTerms } from "./outlier-terms.js";

afterEach(cleanup);

type Recipe = Partial<NonNullable<ModelInfo["record"]>["recipe"]>;

const outlier = (recipe: Recipe, labels: object = {}) => fromPartial<ModelInfo>({ outlier: { labels }, record: { recipe } });

test.each<[string, Recipe, object, string[]]>([
  [
    "of normal rows, and a value that marks anomalies",
    { semilabel: "state", falseAlarms: { atMost: 2, outOf: 1_000, of: "rows" } },
    { value: "nok", normal: true },
    ["state = nok", "known to be normal", "2 of 1,000 normal rows", "Each row is judged by itself."],
  ],
  ["of alarms", { falseAlarms: { atMost: 1, outOf: 10, of: "alarms" } }, {}, ["1 of 10 alarms", "are judged together"]],
  [
    "none, and any text that marks anomalies",
    { semilabel: "fault" },
    {},
    ["fault, any value", "unknown", "does not learn from this column"],
  ],
])("a model of outliers tells its limit on false alarms and its known anomalies: %s", async (_what, recipe, labels, texts) => {
  const info = outlier(recipe, labels);
  expect(hasOutlierTerms(info)).toBe(true);
  await renderWithServices(<OutlierTerms info={info} />);
  const told = (await screen.findByRole("region", { name: "Known anomalies and false alarms" })).textContent;
  for (const text of texts) expect(told).toContain(text);
});

test("a model of outliers without both tells nothing of them", () => {
  expect(hasOutlierTerms(outlier({}))).toBe(false);
});
