import { type IngestRequest, ingestBytes } from "../../../tasks/steps/testing/run-ingest.js";
import { ingestColumn } from "./testing/ingest-column.js";

describe("the whole file decides, not its head", () => {
  const many = (value: string) => `${value},1\n`.repeat(12_000);

  test.each<[string, string, string]>([
    ["a word after 12,000 numbers makes text", `${many("1")}word,1\n`, "sn"],
    ["a number after 12,000 empty values makes numbers", `${many("")}5,1\n`, "nn"],
    ["a time after 12,000 empty values makes times", `${many("")}2020-01-02,1\n`, "dn"],
    ["a word after 12,000 times makes text", `${many("2020-01-02")}word,1\n`, "sn"],
    ["an offset after 12,000 plain times keeps times", `${many("2020-01-02 03:04")}2020-01-02 03:04+01:00,1\n`, "dn"],
  ])("all rows decide a column's type, not only the head: %s", async (_name, rows, types) => {
    expect((await ingestBytes(`a,b\n${rows}`)).types).toBe(types);
  });
});

test("the description tells how the file writes numbers and times, where a client's text cannot show it", async () => {
  const rows = ["31.12.2024;2024-12-31;1.037,50;1,5;a;20241231;36:30:00", "30.12.2024;2024-12-30;2.000,00;2,5;b;20241230;8:00:00"];
  const text = `day;iso;amount;x;kind;compact;run\n${rows.join("\n")}\n`;
  const { columns } = await ingestBytes(Buffer.from(text), { columns: [{ name: "compact", type: "d" }] });
  expect(columns.map(({ name, written }) => [name, written?.[0]])).toEqual([
    ["day", "dayFirst"],
    ["iso", undefined],
    ["amount", "grouped"],
    ["x", undefined],
    ["kind", undefined],
    ["compact", "dayFirst"],
    ["run", "durations"],
  ]);
  expect(columns[5]?.written).toContain("compact");
});

test.each<[string, string, string, unknown[]]>([
  ["the same mark elsewhere", "v;w\n10.125;1,5\nn.d.;2,5\n", "n", [10.125, null]],
  ["no mark elsewhere", "v;w\n10.125;1\nn.d.;2\n", "n", [10.125, null]],
  ["another mark elsewhere", "v;w\n10,125;1.5\nn.d.;2.5\n", "n", [10125, null]],
  ["numbers alone", "v;w\n10.125;1\n10.250;2\n", "", [10.125, 10.25]],
])(
  "a column has its decimal mark of a file with the same columns, of which the rest has another one: %s",
  async (_what, file, type, values) => {
    const like = { decimal: ",", decimals: [{ name: "v", decimal: "." }] } as const;
    const columns = type === "n" ? [{ name: "v", type: "n" as const }] : [];
    const { rows } = await ingestBytes(file, { like: { ...like, decimals: [...like.decimals] }, columns });
    expect(rows.data.map(([v]) => v)).toEqual(values);
  },
);

test("the description names the decimal mark of a column alone that shows another one than the file", async () => {
  const { table, columns } = await ingestBytes("x;y;z\n10.125;1;a\n10.250;2;b\n");
  expect([table.decimal, columns.map(({ written }) => written)]).toEqual([",", [["decimal_point"], undefined, undefined]]);
});

test("what a file leaves open is as in a file of the same columns; what it shows, is not", async () => {
  const like = { decimal: ",", dates: "day_first" } as const;
  const days = async (value: string, request: IngestRequest = {}) => (await ingestColumn([value, "03/02/2024"], request)).values[0];
  expect([await days("01/02/2024"), await days("01/02/2024", { like }), await days("01/13/2024", { like })]).toEqual([
    "2024-01-02T00:00:00.000Z",
    "2024-02-01T00:00:00.000Z",
    "2024-01-13T00:00:00.000Z",
  ]);
  const numbersOf = async (values: string[], request: IngestRequest & { delimiter?: string } = {}) =>
    (await ingestColumn(values, request)).values;
  const open = ["1.234", "2.345"];
  expect(await numbersOf(open)).toEqual([1.234, 2.345]);
  expect(await numbersOf(open, { like })).toEqual([1234, 2345]);
  expect(await numbersOf(open, { like, delimiter: "," })).toEqual([1.234, 2.345]);
  expect(await numbersOf(["1.5", "2.345"], { like })).toEqual([1.5, 2.345]);
});
