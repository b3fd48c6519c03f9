import { type ColumnType, FORMULA_FUNCTIONS, InvalidInput } from "@agatha/contracts";
import { type Database, openDatabase } from "../tables/database.js";
import { columnsAfterEdits } from "./columns-after-edits.js";
import { queryPage } from "./run-query.js";
import { translateToSql } from "./translate-to-sql.js";

let database: Database;
beforeAll(async () => {
  database = await openDatabase({ directories: [], memoryMiB: 128, threads: 1 });
  await database.rows(
    `CREATE TABLE t AS SELECT * FROM (VALUES
      (1::DOUBLE, 'ab c', 'x', TIMESTAMP '2024-02-29 20:30:15'),
      (4::DOUBLE, 'B', 'y', TIMESTAMP '2024-03-01 00:00:00'),
      (NULL, NULL, 'x', NULL),
      (-2.5::DOUBLE, '7.5', 'x', TIMESTAMP '2023-12-31 23:00:00')) AS v(n, s, g, d)`,
  );
});
afterAll(() => database.close());

const COLUMNS = [
  ["heat", "n"],
  ["text", "s"],
  ["line no. ]1", "s"],
  ["at", "d"],
] as const satisfies [string, ColumnType][];
const source = {
  from: "t",
  values: [],
  columns: COLUMNS.map(([name, type], i) => ({ name, type, identifier: "nsgd"[i] })),
};

async function computed(expression: string, timezone = "Asia/Taipei"): Promise<unknown[]> {
  const query = translateToSql(source, [{ type: "derived", name: "new", formula: { op: "expression", expression } }], timezone);
  const { rows } = await queryPage(database, query, { start: 0, limit: 10 });
  return rows.map((row) => row.at(-1));
}

const utc = (text: string): number => Date.parse(`${text}Z`);
const RESULTS: [string, unknown[]][] = [
  ["2 + 3 * -heat ^ 2", [-1, -46, null, -16.75]],
  ["heat / (heat - 4)", [-1 / 3, null, null, 2.5 / 6.5]],
  ["if(1 / (heat - 4) > 0, 1, 0)", [0, 0, 0, 0]],
  ['if(heat > 0 and not contains(text, "B"), "low", "other")', ["low", "other", "other", "other"]],
  ['contains(concat(if(ismissing(""), ""), ""), concat(if(ismissing(""), ""), ""))', [null, null, null, null]],
  ["if(heat >= 4, heat)", [null, 4, null, null]],
  ["heat > 0 or ismissing(heat)", [1, 1, 1, 0]],
  ["coalesce(heat, 9)", [1, 4, 9, -2.5]],
  ["abs(heat) + sqrt(heat)", [2, 6, null, null]],
  ["exp(0 * heat) + sin(0 * heat) + cos(0 * heat)", [2, 2, null, 2]],
  ["log(heat) + log10(heat)", [0, Math.log(4) + Math.log10(4), null, null]],
  ["floor(heat / 3) + ceil(heat / 3) * 10", [10, 21, null, -1]],
  ["sign(heat)", [1, 1, null, -1]],
  ["round(heat / 3, 2)", [0.33, 1.33, null, -0.83]],
  ["mod(heat, 3)", [1, 1, null, -2.5]],
  ["min(heat, 0, 2) + max(heat, 2)", [2, 4, null, -0.5]],
  ["bin(heat, 2) * 100 + bin(heat, 2, 1)", [1, 403, null, -403]],
  ["length(text)", [4, 1, null, 3]],
  ['concat(lower(text), "|", upper(text))', ["ab c|AB C", "b|B", null, "7.5|7.5"]],
  ['trim(concat(" ", text, " "))', ["ab c", "B", null, "7.5"]],
  ["concat(left(text, 2), right(text, 1))", ["abc", "BB", null, "7.5"]],
  ["substring(text, 2, 2)", ["b ", null, null, ".5"]],
  ['replace(text, "b", """")', ['a" c', "B", null, "7.5"]],
  ['if(left(text, 0) = "" and contains(text, ""), concat("", right(text, 1)), text)', ["c", "B", null, "5"]],
  ['if(heat > 0, " ", replace(text, text, ""))', [null, null, null, null]],
  ['startswith(text, "a") or endswith(text, "5")', [1, 0, null, 1]],
  ["number(text)", [null, null, null, 7.5]],
  ["text(heat)", ["1", "4", null, "-2.5"]],
  ["year(at) * 100 + month(at)", [202403, 202403, null, 202401]],
  ["day(at) * 100 + hour(at)", [104, 108, null, 107]],
  ["quarter(at) * 100 + weekday(at) * 10 + minute(at) / 30", [151, 150, null, 110]],
  ['datediff(date("2024-03-01 08:00"), at, "hour")', [-3.495833333333333, 0, null, -1441]],
  ['dateadd(at, 1.5, "day")', [utc("2024-03-02T08:30:15"), utc("2024-03-02T12:00:00"), null, utc("2024-01-02T11:00:00")]],
  ['year(dateadd(at, heat * 8e7, "day"))', [221_056, null, null, null]],
  ['dateadd(at, heat * 1.03e8, "day")', [null, null, null, null]],
  [
    'dateadd(date("2024-01-31"), heat, "month")',
    [utc("2024-02-28T16:00:00"), utc("2024-05-30T16:00:00"), null, utc("2023-10-30T16:00:00")],
  ],
  [
    'dateadd(date("2024-01-31"), heat, "quarter")',
    [utc("2024-04-29T16:00:00"), utc("2025-01-30T16:00:00"), null, utc("2023-05-30T16:00:00")],
  ],
  [
    'dateadd(date("2024-02-29"), heat / 2, "year")',
    [utc("2024-08-28T16:00:00"), utc("2026-02-27T16:00:00"), null, utc("2022-11-28T16:00:00")],
  ],
  ['year(dateadd(at, heat * 1.5e5, "year"))', [152_024, null, null, null]],
  ['dateadd(at, heat * 1e300, "month")', [null, null, null, null]],
  ['at >= date("2024-03-01")', [1, 1, null, 0]],
  ["lag(heat, 1)", [null, 1, 4, null]],
  ["lag(text, 1, [line no. ]]1])", [null, null, "ab c", null]],
  ["heat - rolling_mean(heat, 2)", [0, 1.5, null, 0]],
  ["rolling_sum(heat, 9) * 100 + rolling_min(heat, 2) * 10 + rolling_max(heat, 2)", [111, 514, 544, 222.5]],
  ["rolling_std(heat, 4, [line no. ]]1])", [null, null, null, Math.sqrt(6.125)]],
];

test.each(RESULTS)("the formula %s is computed row by row, with a missing value where there is no result", async (formula, expected) => {
  expect(await computed(formula)).toEqual(expected.map((value) => (typeof value === "number" ? expect.closeTo(value, 9) : value)));
});

test("every function of formulas is computed in these tests", () => {
  const named = RESULTS.map(([formula]) => formula).join(" ");
  expect(Object.keys(FORMULA_FUNCTIONS).filter((name) => !named.includes(`${name}(`))).toEqual([]);
});

test("names and texts of a formula do not occur in its statement", () => {
  const expression = 'concat([line no. ]]1], "\'; DROP TABLE t; --")';
  const { withClause } = translateToSql(source, [{ type: "derived", name: "new", formula: { op: "expression", expression } }], "UTC");
  expect(withClause).not.toMatch(/DROP|line no/);
});

test("a formula of the greatest length and depth is computed", async () => {
  const sum = `heat${" + heat".repeat(110)}`;
  expect((await computed(`${"abs(".repeat(35)}${sum}${")".repeat(35)}`))[0]).toBe(111);
});

test.each<[string, string, number, number]>([
  ["heat + temp", "unknownColumn", 7, 11],
  ["lag(lag(heat, 1), 1)", "nestedWindow", 4, 16],
])("a formula that does not fit is refused with its place: %s", (expression, name, start, end) => {
  const columns = COLUMNS.map(([column, type]) => ({ name: column, type }));
  let refusal: unknown;
  try {
    columnsAfterEdits(columns, [{ type: "derived", name: "new", formula: { op: "expression", expression } }]);
  } catch (error) {
    refusal = error;
  }
  expect(refusal).toBeInstanceOf(InvalidInput);
  const [problem] = (refusal as InvalidInput).problems;
  expect(problem).toMatchObject({
    path: "entries[0].formula.expression",
    fault: { name, values: { start: String(start), end: String(end) } },
  });
});
