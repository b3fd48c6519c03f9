import { selectRows } from "../../data/tables/sampling.js";
import { type IngestRequest, ingestBytes, ingestRefusal } from "./testing/run-ingest.js";

const ROWS = 120_000;

/** Returns a table with one line per row, with these line ends. */
function longText(lineEnd: string, textOf = (row: number) => `text ${row % 977}`): string {
  const lines = Array.from({ length: ROWS }, (_, row) => `${row},${(row * 7919) % 1000}.5,${textOf(row)}`);
  return ["number,measure,text", ...lines].join(lineEnd);
}

const quoted = (row: number) => (row % 3 === 0 ? `"a ""quoted"", word\nand line ${row % 977}"` : `text ${row % 977}`);

/** Returns the rows that random sampling selects of the whole file's table. */
async function randomRowsOf(text: string): Promise<unknown[][]> {
  const { rows } = await ingestBytes(text, { rows: "all" });
  const selection = selectRows("random", rows.total);
  if (selection.kind !== "rows") throw new Error("the file is short");
  return Array.from(selection.rows, (row) => rows.data[row]!);
}

describe("sampling a long file during ingestion", () => {
  test.each([
    ["lines", longText("\n")],
    ["lines of Windows, the last of which ends", `${longText("\r\n")}\r\n`],
    ["empty lines", longText("\n\n")],
    ["line ends and delimiters within quotes", longText("\n", quoted)],
  ])("a long file with %s gives the same rows as random sampling of its whole table", async (_what, text) => {
    const { output, table, types, rows } = await ingestBytes(text, { rows: "sample" });
    expect(output).toMatchObject({ sampled: true, summary: { nrow: 10_000, totalRows: ROWS, columnCount: 3 } });
    expect([table.nrow, table.totalRows, types, rows.total]).toEqual([10_000, ROWS, "nns", 10_000]);
    expect(rows.data).toEqual(await randomRowsOf(text));
  });

  test.each<[string, string, IngestRequest]>([
    ["whose use is its end", longText("\n"), { sampling: "tail" }],
    ["of a time series", longText("\n"), { productType: "timeseries" }],
    ["that is not so long", longText("\n").split("\n").slice(0, 100_001).join("\n"), {}],
    ["with one column", longText("\n").replaceAll(",", " "), {}],
    ["whose quotes are escaped by a backslash", longText("\n", () => '"5\\" pipe"'), {}],
    ["with a quote within a word", longText("\n", (row) => (row === 7 ? '5" pipe' : "text")), {}],
  ])("a file %s is read whole", async (_what, text, request) => {
    const { output, rows } = await ingestBytes(text, { ...request, rows: "sample" });
    expect(output.sampled).toBeUndefined();
    expect(rows.total).toBe(output.summary.totalRows);
  });

  test("ingestion refuses a damaged line with its number once all rows are read", async () => {
    const damaged = longText("\n", (row) => (row === ROWS - 2 ? "one,too many" : "text"));
    expect((await ingestBytes(damaged, { rows: "sample" })).output.sampled).toBe(true);
    expect(await ingestRefusal(damaged, { rows: "all" })).toMatchObject({ code: "010407", path: `line ${ROWS}` });
  });

  test("ingestion refuses a fault of every line at once, with the line in the file", async () => {
    expect(
      await ingestRefusal(
        longText("\n", () => "one,too many"),
        { rows: "sample" },
      ),
    ).toMatchObject({ code: "010407", path: "line 2" });
  });

  test("all rows have the types and the decimal mark of the sample, and an entry of another type elsewhere is missing", async () => {
    const lines = longText("\n").split("\n");
    const odd = lines.map((line, i) => (i === 60_008 ? line.replace(/,\d+\.5,/, ",overflow,") : line.replace(/,(\d+)\.5,/, ',"$1,5",')));
    const sample = await ingestBytes(odd.join("\n"), { rows: "sample" });
    const whole = await ingestBytes(odd.join("\n"), { rows: "all", sample: sample.table });
    expect([sample.types, whole.types, whole.rows.total]).toEqual(["nns", "nns", ROWS]);
    expect(whole.rows.data.filter(([, measure]) => measure === null)).toEqual([[60_007, null, expect.any(String)]]);
    expect(whole.rows.data[100]?.[1]).toBe(((100 * 7919) % 1000) + 0.5);
  });

  test("all rows of a column that is declared to be numbers have the decimal mark of the sample", async () => {
    const lines = Array.from({ length: ROWS }, (_, row) => `${row};${row % 50 === 7 ? "n.d." : `10.${100 + (row % 900)}`}`);
    const request: IngestRequest = { columns: [{ name: "v", type: "n" }] };
    const text = ["number;v", ...lines].join("\n");
    const sample = await ingestBytes(text, { ...request, rows: "sample" });
    const whole = await ingestBytes(text, { ...request, rows: "all", sample: sample.table });
    expect([sample.output.sampled, sample.table.columns[1].written]).toEqual([true, ["lenient", "decimal_point"]]);
    expect(whole.rows.data.slice(6, 9).map(([, v]) => v)).toEqual([10.106, null, 10.108]);
  });

  test("all rows of a column of numbers have its decimal mark of the sample, if it is another one than that of the file", async () => {
    const lines = Array.from({ length: ROWS }, (_, row) => `${row};10.${100 + (row % 900)}`);
    const text = ["number;v", ...lines].join("\n");
    const sample = await ingestBytes(text, { rows: "sample" });
    const whole = await ingestBytes(text, { rows: "all", sample: sample.table });
    expect([sample.output.sampled, sample.table.decimal, sample.table.columns[1].written]).toEqual([true, ",", ["decimal_point"]]);
    expect([sample.rows.data[0]?.[1], whole.rows.data[6]?.[1]]).toEqual([expect.closeTo(10.5, 0), 10.106]);
  });

  test("all rows have the formats of times of the sample", async () => {
    const timesOf = (row: number) =>
      `${2000 + (row % 20)}/${String((row % 20) + 1).padStart(2, "0")},${new Date(row * 864e5).toISOString().slice(0, 10)}`;
    const odd = (row: number) => (row === 60_007 ? "n.v.,12345" : row === 60_009 ? "2007/08,n.v." : timesOf(row));
    const text = longText("\n", odd).replace("text", "season,day");
    const sample = await ingestBytes(text, { rows: "sample" });
    const whole = await ingestBytes(text, { rows: "all", sample: sample.table });
    expect([sample.types, whole.types]).toEqual(["nndd", "nndd"]);
    expect(whole.columns.map(({ written }) => written?.[0])).toEqual(sample.columns.map(({ written }) => written?.[0]));
    expect([60_007, 10].map((row) => whole.rows.data[row]?.slice(2))).toEqual([
      [null, null],
      ["2010-01-01T00:00:00.000Z", "1970-01-11T00:00:00.000Z"],
    ]);
  });

  test("the check of a sample flags repeated times, but no irregular times, which a sample cannot show", async () => {
    const hour = (row: number) => new Date(Date.UTC(2010, 0, 1, row)).toISOString();
    const check = async (timeOf: (row: number) => string) => {
      const found = await ingestBytes(longText("\n", timeOf), { rows: "sample", check: true });
      return found.check?.check_table[2]?.flags;
    };
    expect(await check(hour)).toMatchObject({ irregular_time: false, repeated_time: false });
    expect(await check((row) => hour(row % 500))).toMatchObject({ repeated_time: true });
  });
});
