import { guardFormulas } from "@agatha/contracts";
import fc from "fast-check";
import { ingestBytes } from "../../tasks/steps/testing/run-ingest.js";

/** Printable text with every character that is difficult in CSV; not blank, and neither a mark of a missing value nor a number. */
const hardText = fc
  .string({ unit: fc.constantFrom(..."abcXYZ,;\t|\"'\n é溫😀\\#=+-@＝{}%$"), minLength: 1, maxLength: 12 })
  .chain((text) => fc.constantFrom(`t${text}`, `=t${text}`, `'-t${text}`));
/** Whole numbers from 9,007·10¹² on would stay text, so that no digit is lost. */
const number = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true, min: -9e15, max: 9e15 }).map((value) => (value === 0 ? 0 : value)),
);
const day = fc
  .date({ min: new Date("1970-01-01T00:00:00Z"), max: new Date("2100-01-01T00:00:00Z"), noInvalidDate: true })
  .map((date) => `${date.toISOString().slice(0, 19)}.000Z`);

const KINDS = { n: number, s: hardText, d: day } as const;
type Kind = keyof typeof KINDS;

interface Written {
  headers: string[];
  kinds: Kind[];
  rows: (string | number | null)[][];
}

const tables: fc.Arbitrary<Written> = fc
  .record({
    headers: fc.uniqueArray(
      hardText.map((text) => text.trim()),
      { minLength: 2, maxLength: 6 },
    ),
    kinds: fc.array(fc.constantFrom<Kind>("n", "s", "d"), { minLength: 6, maxLength: 6 }),
  })
  .chain(({ headers, kinds }) =>
    fc
      .array(
        fc.tuple(...headers.map((_, index) => fc.option(KINDS[kinds[index]] as fc.Arbitrary<string | number>, { nil: null, freq: 5 }))),
        {
          minLength: 1,
          maxLength: 30,
        },
      )
      .map((rows) => ({ headers, kinds, rows })),
  );

function written({ headers, rows }: Written, delimiter: string): string {
  const guarded = (value: string | number) => (typeof value === "string" ? guardFormulas(value) : String(value));
  const quoted = (value: string | number | null) => (value === null ? "" : `"${guarded(value).replaceAll('"', '""')}"`);
  return [headers, ...rows].map((row) => `${row.map(quoted).join(delimiter)}\n`).join("");
}

test("a table written as our downloads are comes back with the same names, order, values and types", async () => {
  await fc.assert(
    fc.asyncProperty(tables, fc.constantFrom(",", ";", "\t", "|"), async (table, delimiter) => {
      const { rows, types } = await ingestBytes(written(table, delimiter), { source: { delimiter, decimal: "." } });
      expect(rows.columns).toEqual(table.headers);
      expect(rows.data).toEqual(table.rows);
      for (const [index, kind] of [...types].entries()) {
        if (table.rows.some((row) => row[index] !== null)) expect(kind).toBe(table.kinds[index]);
      }
    }),
    { numRuns: 60 },
  );
});

test("an apostrophe that another program has put before a formula stays", async () => {
  const { rows } = await ingestBytes("a,'=b\n1,'=x\n2,''-5\n3,a;'@c\n");
  expect([rows.columns, rows.data.map((row) => row[1])]).toEqual([
    ["a", "'=b"],
    ["'=x", "''-5", "a;'@c"],
  ]);
});

test("a table in memory equals the ingested one", async () => {
  const { memory, rows } = await ingestBytes("n,s,d\n1.5,b,2020-01-02\n,a,\n-2,,2020-01-03 04:05\n3,b,2020-01-04\n");
  expect(memory).toEqual({
    nrow: 4,
    columns: [
      { name: "n", type: "n", values: Float64Array.of(1.5, Number.NaN, -2, 3) },
      { name: "s", type: "s", codes: Int32Array.of(0, 1, -1, 0), levels: ["b", "a"] },
      { name: "d", type: "d", values: Float64Array.of(Date.UTC(2020, 0, 2), Number.NaN, Date.UTC(2020, 0, 3, 4, 5), Date.UTC(2020, 0, 4)) },
    ],
  });
  expect(rows.total).toBe(4);
});
