/** Text files and workbooks, through the preview of an upload and through the whole ingest step. */
import { tmpdir } from "node:os";
import type { DatasetSpec, SourceFormat } from "@agatha/contracts";
import { preflightUpload } from "@agatha/trainer/table-reading/preflight";
import { ENCODINGS, encodeText } from "@agatha/trainer/tasks/steps/testing/encode-text";
import { ingestBytes } from "@agatha/trainer/tasks/steps/testing/run-ingest";
import fc from "fast-check";
import { type FuzzTarget, fuzzTarget } from "./fuzz-target.js";
import { mutatedBytes } from "./mutations.js";
import { oldWorkbook, workbook } from "./workbooks.js";

const encoding = fc.constantFrom(...ENCODINGS);
const delimiter = fc.constantFrom(",", ";", "\t", "|", "^", "~", ":", " ", "'", "\\", "é", ".");

/** Unusual texts. They are rare, because a file with a zero byte is no text in most encodings. */
const odd = fc.oneof(fc.string({ unit: fc.constantFrom(..."ab ,;\t|\"'\\\r\né溫温東😀%$#=+-"), maxLength: 10 }), {
  weight: 4,
  arbitrary: fc.constantFrom("", "NA", "-", "1,234", "1.234,5", "1e400", "'", '"', "99/99/9999"),
});
const cell = fc.oneof(
  { weight: 20, arbitrary: fc.integer().map(String) },
  { weight: 10, arbitrary: fc.double().map(String) },
  { weight: 10, arbitrary: fc.constantFrom("2020-01-02", "31/12/2020 23:59", "2020-01-02T03:04:05+08:00", "10:00") },
  { weight: 10, arbitrary: odd },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 6 }) },
);
const row = fc.array(cell, { minLength: 1, maxLength: 5 });
/** Valid column names. Mutations produce others. */
const header = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom(["a", "b", "c"], ["溫度", "b"], ["x"], ["id", "name", "time", "value"]) },
  fc.constantFrom(["a", "a"], ["", "b"]),
);

const plain = fc
  .record({
    header,
    rows: fc.array(row, { minLength: 1, maxLength: 12 }),
    delimiter,
    end: fc.constantFrom("\n", "\r\n", "\r"),
    quotes: fc.boolean(),
  })
  .map(({ header: names, rows, delimiter: between, end, quotes }) => {
    const quoted = (text: string) => (quotes ? `"${text.replaceAll('"', '""')}"` : text);
    const fitting = rows.map((cells) => names.map((_, i) => quoted(cells[i % cells.length] ?? "")));
    return [names, ...fitting].map((cells) => cells.join(between)).join(end);
  });

const text: fc.Arbitrary<Uint8Array> = fc
  .record({ content: fc.oneof(plain, plain, fc.string({ maxLength: 200 })), codec: encoding, addBOM: fc.boolean() })
  .map(({ content, codec, addBOM }) => encodeText(content, codec, addBOM));

/** Settings that the owner may give for a file. */
type Choices = Partial<Pick<DatasetSpec["source"], "encoding" | "delimiter" | "decimal" | "skipRows" | "sheet">>;
const choices: fc.Arbitrary<Choices> = fc.record(
  {
    encoding,
    delimiter: fc.oneof(delimiter, fc.constantFrom('"', "\n", "\0", "x")),
    decimal: fc.constantFrom<"." | ",">(".", ","),
    skipRows: fc.nat({ max: 3 }),
    sheet: fc.constantFrom("Sheet1", "no such sheet"),
  },
  { requiredKeys: [] },
);
const columns: fc.Arbitrary<DatasetSpec["columns"]> = fc.uniqueArray(
  fc.record({ name: fc.constantFrom("a", "b", "x", "溫度", "nowhere"), type: fc.constantFrom("n", "s", "d") }),
  { maxLength: 2, selector: ({ name }) => name },
);
const timezone = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom("UTC", "Asia/Taipei", "America/New_York") },
  fc.constant("Nowhere/At_all"),
);
const sampling = fc.constantFrom("raw", "random", "head", "middle", "tail");

function uploads(format: SourceFormat, bytes: fc.Arbitrary<Uint8Array>): FuzzTarget {
  const input = fc.record(
    {
      bytes,
      choices: fc.oneof({ weight: 3, arbitrary: fc.constant<Choices>({}) }, choices),
      columns: fc.oneof({ weight: 4, arbitrary: fc.constant<DatasetSpec["columns"]>([]) }, columns),
      timezone,
      sampling,
    },
    { requiredKeys: ["bytes"] },
  );
  return fuzzTarget(input, async ({ bytes: file, choices: chosen = {}, ...request }) => {
    const read = async (start: number, end: number) => file.subarray(start, end + 1);
    const { encoding: asked, delimiter: between, skipRows } = chosen;
    await preflightUpload({ format, size: file.length, encoding: asked, delimiter: between, skipRows, read, scratch: tmpdir() });
    await ingestBytes(file, { ...request, source: { format, fileName: `table.${format}`, ...chosen } });
    return undefined;
  });
}

export const textFiles = (): FuzzTarget => uploads("csv", mutatedBytes(text));
export const workbooks = (): FuzzTarget => uploads("xlsx", workbook);
export const oldWorkbooks = (): FuzzTarget => uploads("xls", oldWorkbook);
