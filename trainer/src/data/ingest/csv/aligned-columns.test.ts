import { ingestBytes, ingestRefusal } from "../../../tasks/steps/testing/run-ingest.js";

const read = async (text: string) => (await ingestBytes(Buffer.from(text))).rows;

test.each<[string, string[], string[], (string | number | null)[]]>([
  [
    "numbers of several widths",
    ["   year  rain    temp", "   1990   1.5   12.25", "   1991  12.5    9.5", "   1992 112.0   -9.5"],
    ["year", "rain", "temp"],
    [1990, 1.5, 12.25],
  ],
  [
    "texts of two words",
    ["name            town       age", "Ada Lovelace    London     36", "Alan Turing     Wilmslow   41", "Emmy Noether    Bryn Mawr  53"],
    ["name", "town", "age"],
    ["Ada Lovelace", "London", 36],
  ],
  [
    "names of two words",
    ["full name     birth year", "Ada Lovelace  1815", "Alan Turing   1912"],
    ["full name", "birth year"],
    ["Ada Lovelace", 1815],
  ],
  [
    "empty cells",
    ["town        rain  note", "Bonn              dry year", "Köln        12.5", "Bad Honnef   3.5  a gauge"],
    ["town", "rain", "note"],
    ["Bonn", null, "dry year"],
  ],
  [
    "quoted texts between numbers",
    ["id  car            mpg", '1   "ford torino"   17', '2   "amc rebel sst" 16', '10  "fiat"  31'],
    ["id", "car", "mpg"],
    [1, "ford torino", 17],
  ],
  [
    "one blank before the longest of many values",
    [
      "town             rain year",
      "Bonn                3 1815",
      "Bad Honnef         12 1816",
      "Königswinter-Ost  112 1817",
      "Bad Neuenahr        4 1818",
      "Sankt Augustin     15 1819",
      "Rheinbach           6 1820",
      "Neu Bachem        117 1821",
    ],
    ["town", "rain", "year"],
    ["Bonn", 3, 1815],
  ],
  ["decimal commas", ["a     b", "1,5   2,5", "10,5  3,5"], ["a", "b"], [1.5, 2.5]],
])("reads columns that are aligned by spaces: %s", async (_what, lines, columns, first) => {
  for (const end of ["\n", "\r\n"]) {
    const rows = await read(lines.join(end) + end);
    expect([rows.columns, rows.data[0]]).toEqual([columns, first]);
    expect(rows.data).toHaveLength(lines.length - 1);
  }
  expect((await read(lines.join("\n"))).columns).toEqual(columns);
});

test.each<[string, string[]]>([
  ["sentences", ["text", "one  two", "three", "four  five  six"]],
  ["sentences with a wide gap in the first line", ["a text  of words", "one two three", "four five", "six"]],
  ["names with a wide gap", ["full name", "Ada  Lovelace", "Alan Turing", "Emmy  Noether"]],
  ["two lines", ["a   b", "1   2"]],
])("leaves one column as it is: %s", async (_what, lines) => {
  expect((await read(lines.join("\n"))).columns).toHaveLength(1);
});

test("a delimiter is told from spaces that align", async () => {
  expect((await read("a   ;b\n1   ;2\n10  ;3\n")).columns).toEqual(["a", "b"]);
});

test("a chosen delimiter leaves spaces alone", async () => {
  const { rows } = await ingestBytes(Buffer.from("a   b\n1   2\n3   4\n"), { source: { delimiter: ";" } });
  expect(rows.columns).toEqual(["a   b"]);
});

test("a line far down that crosses the columns is refused with its number", async () => {
  const lines = ["town        note", ...Array.from({ length: 20_000 }, (_, i) => (i % 2 ? "Bonn        dry year" : "Bad Honnef"))];
  const text = [...lines, "Garmisch-Partenkirchen"].join("\n");
  expect(await ingestRefusal(Buffer.from(text))).toMatchObject({ code: "010407", path: expect.stringContaining("20002") });
  const { rows } = await ingestBytes(Buffer.from([...lines, "Wasserburg  wet"].join("\n")), { sampling: "tail" });
  expect(rows.data.at(-1)).toEqual(["Wasserburg", "wet"]);
});
