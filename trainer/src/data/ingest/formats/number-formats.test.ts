import { type IngestRequest, ingestBytes } from "../../../tasks/steps/testing/run-ingest.js";
import { toNumberOrNullSql } from "./number-formats.js";
import { ingestColumn, numbers, text } from "./testing/ingest-column.js";

describe("numbers", () => {
  test.each<[string, string[], object]>([
    ["whole numbers, signs and zero", ["0", "-1", "+2", "30"], numbers(0, -1, 2, 30)],
    ["fractions and exponents", ["1.5", ".5", "5.", "1e3", "-2.5E-3"], numbers(1.5, 0.5, 5, 1000, -0.0025)],
    ["blanks around them, no-break ones too", [" 1", "2 ", "\t3", "\u00a04\u00a0"], numbers(1, 2, 3, 4)],
    ["marks of missing values", ["1", "NA", "n/a", "NaN", "null", "-", "?", ".", "None", "  ", ""], numbers(1, ...Array(10).fill(null))],
    [
      "marks of missing values of pandas, databases and C",
      ["1", "<NA>", "NaT", "\\N", "-nan", "-nan(ind)", "1.#IND", "-1.#IND", "1.#QNAN", "-1.#INF", "-1.#IND00", "1.#QNAN0", "1.#INF00"],
      numbers(1, ...Array(12).fill(null)),
    ],
    ["what only resembles a mark", ["1", "\\M"], text(["1", "\\M"])],
    ["nothing but marks", ["NA", "-"], numbers(null, null)],
    ["leading zeros are part of a name", ["00123", "00456"], text(["00123", "00456"])],
    ["one value that is none makes text of all", ["1", "2", "12 kg"], text(["1", "2", "12 kg"])],
    ["versions are text", ["14.4.2", "15.6.1", "16.7.10"], text(["14.4.2", "15.6.1", "16.7.10"])],
    ["a percent sign makes text", ["5%", "6%"], text(["5%", "6%"])],
    ["digits that a number would lose", ["9007199254740993", "1"], text(["9007199254740993", "1"])],
    ["long whole numbers that it keeps", ["9006999999999999", "-999999999999999"], numbers(9006999999999999, -999999999999999)],
    ["infinite numbers are missing", ["1", "inf", "-Inf", "+inf", "Infinity", "-infinity"], numbers(1, ...Array(5).fill(null))],
    ["infinite numbers among decimal commas are, too", ["1,5", "Inf", "-Inf"], numbers(1.5, null, null)],
    ["what overflows is none", ["1", "1e999"], text(["1", "1e999"])],
    ["the largest powers are", ["1e300", "1e-300"], numbers(1e300, 1e-300)],
    ["underscores and hexadecimal are text", ["1_000", "0x1F"], text(["1_000", "0x1F"])],
  ])("reads numbers: %s", async (_name, values, expected) => {
    expect(await ingestColumn(values)).toEqual(expected);
  });
});

describe("durations", () => {
  test.each<[string, string[], IngestRequest, object]>([
    ["one of a day or longer makes hours of all", ["36:30:00", "08:15:00", "", "NA"], {}, numbers(36.5, 8.25, null, null)],
    ["fractions of a second", ["100:00:36", "0:00:04.5"], {}, numbers(100.01, 0.00125)],
    ["times of a day stay text", ["08:15:00", "23:59:59"], {}, text(["08:15:00", "23:59:59"])],
    ["minutes and seconds, or hours and minutes, stay text", ["36:30", "41:12"], {}, text(["36:30", "41:12"])],
    ["another value makes text of all", ["36:30:00", "a day"], {}, text(["36:30:00", "a day"])],
    ["times of a day in a column of numbers", ["08:15:00", "9.5", "x"], { columns: [{ name: "v", type: "n" }] }, numbers(8.25, 9.5, null)],
    ["clocks of a column of durations in a table with the same columns", ["8:15:00"], { like: { durations: ["v"] } }, numbers(8.25)],
    ["text in a column of text", ["36:30:00"], { columns: [{ name: "v", type: "s" }] }, text(["36:30:00"])],
  ])("reads durations: %s", async (_name, values, request, expected) => {
    expect(await ingestColumn(values, request)).toEqual(expected);
  });

  test("a duration far down in a long file makes hours of all, and another text there makes text", async () => {
    const clocks = Array.from({ length: 12_000 }, () => "08:15:00");
    expect((await ingestColumn([...clocks, "36:30:00"])).values.slice(-2)).toEqual([8.25, 36.5]);
    expect((await ingestColumn(["36:30:00", ...clocks, "late"])).values.slice(-2)).toEqual(["08:15:00", "late"]);
  });
});

describe("decimal commas and separators of thousands", () => {
  test.each<[string, string[], IngestRequest & { delimiter?: string }, object]>([
    ["a comma that can only be decimal", ["1,5", "2,25"], {}, numbers(1.5, 2.25)],
    ["groups with a fraction", ["1,234.5", "12"], {}, numbers(1234.5, 12)],
    ["groups the European way", ["1.234,5", "12"], {}, numbers(1234.5, 12)],
    ["two groups can only be thousands", ["1,234,567"], {}, numbers(1234567)],
    ["nothing but apostrophes between groups", ["1'234", "12'500"], {}, numbers(1234, 12500)],
    ["nothing but apostrophes, in a file with semicolons", ["1'234", "12'500"], { delimiter: ";" }, numbers(1234, 12500)],
    ["apostrophes and narrow blanks between groups", ["1'234.5", "1\u202f234"], {}, numbers(1234.5, 1234)],
    ["1,234 alone is not decided", ["1,234", "5,678"], {}, text(["1,234", "5,678"])],
    ["1.234 alone is a fraction", ["1.234", "5.678"], {}, numbers(1.234, 5.678)],
    ["1,234 between semicolons is a fraction", ["1,234", "5,678"], { delimiter: ";" }, numbers(1.234, 5.678)],
    ["1,234 between commas is a thousand", ["1,234", "5,678"], { delimiter: "," }, numbers(1234, 5678)],
    ["the chosen decimal point", ["1,234", "5,678"], { delimiter: ";", source: { decimal: "." } }, numbers(1234, 5678)],
    ["the chosen decimal comma", ["1.234", "5,5"], { source: { decimal: "," } }, numbers(1234, 5.5)],
    ["what the chosen mark does not fit", ["1,5", "2"], { source: { decimal: "." } }, text(["1,5", "2"])],
    ["groups of other sizes are text", ["1,23,456.5"], {}, text(["1,23,456.5"])],
  ])("reads decimal commas and thousands separators: %s", async (_name, values, request, expected) => {
    expect(await ingestColumn(values, request)).toEqual(expected);
  });

  test.each<[string, string[], object]>([
    ["a point beside decimal commas", ["1,5", "2,5", "5.5", "x"], numbers(1.5, 2.5, null, null)],
    ["a day", ["1,5", "04.02.2024"], numbers(1.5, null)],
    ["thousands", ["1.234,5", "1.234.567", "1'234", "0012", "x"], numbers(1234.5, 1234567, 1234, 12, null)],
    ["lakhs", ["1.23.456,5", "x"], numbers(123456.5, null)],
    ["blanks between thousands", ["1 234,50", "-12 345 678", "1 23", "5 000-"], numbers(1234.5, -12345678, null, -5000)],
    ["a minus sign after the number", ["1.234,50-", "7-", "7--", "3-4"], numbers(-1234.5, -7, null, null)],
    ["negative numbers in brackets", ["(1.234,5)", "12", "(x)", "(-1)"], numbers(-1234.5, 12, null, null)],
    ["the minus sign of print, and a dash", ["\u22121,5", "\u20132", "\u2212x"], numbers(-1.5, -2, null)],
    ["groups that end with another number of digits", ["1.234.56", "1.2345", "1,5"], numbers(null, null, 1.5)],
  ])("a column that its owner declares to be numbers, with decimal commas: %s", async (_name, values, expected) => {
    const declared = { delimiter: ";", source: { decimal: "," as const }, columns: [{ name: "v", type: "n" as const }] };
    expect(await ingestColumn(values, declared)).toEqual(expected);
  });

  test.each<[string, string, string[], object]>([
    ["points between semicolons", ";", ["10.5", "n.d.", "11.5"], numbers(10.5, null, 11.5)],
    ["commas between commas", ",", ["10,5", "n.d.", "11,5"], numbers(10.5, null, 11.5)],
    ["a point before three digits", ";", ["10.125", "n.d.", "11.125"], numbers(10.125, null, 11.125)],
    ["a comma before three digits, among others", ",", ["10,125", "n.d.", "11,5"], numbers(10.125, null, 11.5)],
    ["1,234 between commas is a thousand", ",", ["1,234", "n.d.", "5,678"], numbers(1234, null, 5678)],
    ["commas of negative numbers", ",", ["1,5-", "(2,5)", "x"], numbers(-1.5, -2.5, null)],
    ["few commas beside points", ",", ["1.234", "1,5", "5.678", "n.d."], numbers(1.234, null, 5.678, null)],
  ])("a column that its owner declares to be numbers has the decimal mark of its texts: %s", async (_name, delimiter, values, expected) => {
    expect(await ingestColumn(values, { delimiter, columns: [{ name: "v", type: "n" }] })).toEqual(expected);
  });

  // DuckDB plans 300 columns for minutes if the text, itself a long expression, is repeated.
  test("the statement of a declared column's cell has the text once", () => {
    expect(toNumberOrNullSql("the_text", ".").split("the_text")).toHaveLength(2);
  });

  test("the decimal mark of a declared column stays with the table if it is not the file's", async () => {
    const columns = [
      { name: "v", type: "n" },
      { name: "w", type: "n" },
    ] as const;
    const { table } = await ingestBytes("v;w;x\n10.5;1,5;0,5\nn.d.;n.d.;1,5\n", { columns: [...columns] });
    expect([table.decimal, ...table.columns.map(({ written }) => written)]).toEqual([
      ",",
      ["lenient", "decimal_point"],
      ["lenient"],
      undefined,
    ]);
  });

  test("another column's decimal mark decides what 1,234 means", async () => {
    const { types, rows, table } = await ingestBytes("a\tb\n1,234\t1,5\n5,678\t2,5\n");
    expect(types).toBe("nn");
    expect(rows.data).toEqual([
      [1.234, 1.5],
      [5.678, 2.5],
    ]);
    expect(table.decimal).toBe(",");
  });
});
