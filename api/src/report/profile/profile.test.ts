import { dateTicks } from "../format.js";
import { expectBalancedTags, expectNoInjectedMarkup, expectValidCharts } from "../testing/markup.js";
import { MARKUP_INJECTION } from "../testing/model-infos.js";
import { OVEN_PROFILE } from "../testing/table-profile.js";
import { profilePage } from "./page.js";

const html = profilePage({ name: MARKUP_INJECTION, fileName: MARKUP_INJECTION, profile: OVEN_PROFILE });
const text = html.replace(/<style>.*?<\/style>/s, "").replace(/<[^>]+>/g, " ");

describe("the report of a table", () => {
  test("the report contains only text, tables and drawings, and escapes names: no script, nothing external", () =>
    expectNoInjectedMarkup(html));
  test("the report closes its elements in order", () => expectBalancedTags(html));
  test("the report has numeric coordinates, and labels for charts", () => expectValidCharts(html));

  test.each([
    ["which rows it is of", "10 rows of 20,000 (a random sample)"],
    ["how many repeat an earlier one", "Rows that repeat an earlier one 2 (20%)"],
    ["what is missing of a column", "2 (20%)"],
    ["what is missing of all", "12 (24%)"],
    ["the columns that lack everything", "No value at all: __proto__"],
    ["eight of eleven columns, and how many more", "and 3 more"],
    ["pairs that say the same", "go together almost perfectly (0.96)"],
    ["values outside of the picture", "1 value below and 0 above are not drawn"],
    ["gaps in times", "2 hours, from 1970-01-01"],
    ["how much was sampled for the pairs", "Computed from 8 rows, drawn at random."],
    ["how many columns were not compared", "further ones are not"],
  ])("the report shows %s", (_what, expected) => expect(text.replace(/\s+/g, " ")).toContain(expected));

  test("the report shows the edit history's effect", () => {
    const edited = profilePage({ name: "Oven", fileName: "oven.csv", profile: { ...OVEN_PROFILE, steps: ["filter", "aggregation"] } });
    expect(edited).toContain("10 rows, which the edit history leaves of 10,000");
    expect(edited).toContain("filter → aggregation");
  });

  test.each([
    ["tw", "資料報告", "沒有任何值： __proto__", "2 小時，自 1970-01-01"],
    ["cn", "数据报告", "没有任何值： __proto__", "2 小时，自 1970-01-01"],
    ["ja", "データレポート", "値がまったくありません： __proto__", "2 時間（1970-01-01"],
  ] as const)("the report in %s has no English sentence", (language, ...expected) => {
    const page = profilePage({ name: "", fileName: "", profile: OVEN_PROFILE }, language);
    const shown = page
      .replace(/<style>.*?<\/style>/s, "")
      .replace(/<[^>]+>/g, " ")
      .replace(/\s+/g, " ");
    for (const part of expected) expect(shown).toContain(part);
    for (const english of ["Rows", "Missing", "Median", "values", "Columns"]) expect(shown).not.toContain(english);
    expectBalancedTags(page);
  });

  test("a table without rows or columns has a report", () => {
    const empty = { ...OVEN_PROFILE, rows: 0, columns: [], missingTogether: [], associations: [], warnings: [] };
    const page = profilePage({ name: "Oven", fileName: "oven.csv", profile: { ...empty, correlations: { columns: [], matrix: [] } } });
    expectBalancedTags(page);
    expectValidCharts(page);
    expect(page).toContain("Nothing was found that needs a look");
  });
});

test("columns that were compared in vain are told with those that were not compared", () => {
  const none = { ...OVEN_PROFILE, associations: [], correlations: { columns: [], matrix: [] }, uncomparedColumns: 1 };
  expect(profilePage({ name: "Oven", fileName: "oven.csv", profile: none })).toContain("further one is not");
});

test.each([
  ["firsts of years", "2010-03-05", "2024-07-01", /-01-01T00:00:00.000Z$/],
  ["firsts of months", "2023-01-15", "2023-12-02", /-01T00:00:00.000Z$/],
  ["days", "2023-01-15T03:00", "2023-01-20T05:00", /T00:00:00.000Z$/],
  ["hours", "2023-01-15T03:10", "2023-01-15T07:20", /:00:00.000Z$/],
  ["years before Christ", "-000300-01-01", "0200-01-01", /-01-01T00:00:00.000Z$/],
])("a time axis has ticks at %s", (_what, from, to, expected) => {
  const marks = dateTicks(Date.parse(from), Date.parse(to));
  expect(marks.length).toBeGreaterThanOrEqual(3);
  expect(marks.length).toBeLessThanOrEqual(9);
  for (const mark of marks) expect(new Date(mark).toISOString()).toMatch(expected);
});
