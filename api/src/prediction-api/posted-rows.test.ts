import { emptyRowMessage, InvalidInput, type ModelInput, type Problem } from "@agatha/contracts";
import { type RowColumns, rowColumnsOf } from "@agatha/trainer/serving";
import fc from "fast-check";
import { NamesInOrder } from "../json/names-in-order.js";
import { numericInput } from "../testing/models.js";
import { PostedRows } from "./posted-rows.js";

const INPUTS: ModelInput[] = [
  numericInput("x"),
  numericInput("__proto__"),
  numericInput("flow rate"),
  { ...numericInput("kind"), type: "s", levels: ["a", "7", "true", "é 🔥"] },
  { ...numericInput("when"), type: "d" },
];
const createColumns = rowColumnsOf(INPUTS, { timezone: "UTC" });
const names = new NamesInOrder(createColumns().find);

interface Outcome {
  columns?: number[][];
  problems?: Problem[];
}

function tableOf(columns: RowColumns): number[][] {
  return columns.take().columns.map((column) => [...(column.type === "s" ? column.codes : column.values)]);
}

/** Reads a body in chunks of these sizes, repeated; the columns are taken whenever the reader pauses. */
function readInChunks(text: string, sizes: number[]): Outcome {
  const columns = createColumns();
  const posted = new PostedRows(columns, names, { token: "t", pauseAt: 2 });
  const bytes = Buffer.from(text);
  const parts: number[][][] = [];
  for (let start = 0, k = 0; start < bytes.length; k++) {
    const chunk = bytes.subarray(start, start + sizes[k % sizes.length]!);
    for (let from = 0; from < chunk.length; ) {
      from = posted.write(chunk, from);
      if (columns.rows === 2) parts.push(tableOf(columns));
    }
    start += chunk.length;
  }
  posted.end();
  parts.push(tableOf(columns));
  return { columns: INPUTS.map((_, c) => parts.flatMap((part) => part[c]!)) };
}

/** Adds a row as JSON.parse returns it, cell by cell, and returns its problems by path. */
function addParsedRow(columns: RowColumns, row: unknown, { path, cells }: { path: string; cells: string }): [string, string][] {
  if (typeof row !== "object" || row === null || Array.isArray(row)) {
    return [[path, "Must be a record: an object with a value by column name"]];
  }
  const problems: [string, string][] = [];
  for (const [name, value] of Object.entries(row)) {
    const match = columns.find(name);
    if (typeof value === "object" && value !== null) problems.push([`${path}.${name}`, "Must be a number, text, true, false or null"]);
    else if (match && !columns.set(match, value)) problems.push([`${cells}.${name}`, `should be ${columns.expected(match.column)}`]);
  }
  const hasValue = columns.endRow();
  return hasValue || problems.length > 0 ? problems : [[cells, emptyRowMessage(INPUTS)]];
}

function readWithJsonParse(text: string): Outcome {
  const { data } = JSON.parse(text) as { data: unknown };
  const columns = createColumns();
  const rows = Array.isArray(data) ? data : [data];
  const problems = rows.flatMap((row, i) =>
    addParsedRow(columns, row, { path: Array.isArray(data) ? `data[${i}]` : "data", cells: `data[${i}]` }),
  );
  if (rows.length === 0) problems.push(["data", "Send one record or a list of records"]);
  if (problems.length > 0) return { problems: problems.map(([path, message]) => ({ path, message })) };
  return { columns: tableOf(columns) };
}

function outcomeOf(read: () => Outcome): Outcome {
  try {
    return read();
  } catch (error) {
    if (error instanceof InvalidInput) return { problems: [...error.problems] };
    throw error;
  }
}

const cell = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom<unknown>(1, -2.5, "3", " 4 ", "1e3", "a", "7", 7, true, "é 🔥", "2024-02-29", null, "", "NA") },
  { weight: 2, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }) },
  { weight: 1, arbitrary: fc.oneof(fc.string(), fc.constantFrom<unknown>([], [1, [{}]], { a: { b: 1 } })) },
);
const name = fc.constantFrom("x", "__proto__", "flow rate", "flowrate", "kind", "when", "other", " x");
const row = fc
  .uniqueArray(fc.tuple(name, cell), { selector: ([key]) => key, maxLength: 6 })
  .map((entries) => `{${entries.map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`).join(",")}}`);
const element = fc.oneof({ weight: 20, arbitrary: row }, { weight: 1, arbitrary: fc.constantFrom("1", "null", "[]", '"x"', "[{}]") });
const data = fc.oneof(
  { weight: 1, arbitrary: element },
  { weight: 5, arbitrary: fc.array(element, { minLength: 1, maxLength: 7 }).map((rows) => `[${rows.join(" ,\n")}]`) },
);
const body = fc
  .tuple(data, fc.shuffledSubarray(['"api_token":"t"', '"note":{"data":[1,{"x":2}]}', '"more":[[]]']), fc.nat(3))
  .map(([rows, others, place]) => `{${[...others.slice(0, place), `"data":${rows}`, ...others.slice(place)].join(",")}}`);

test("rows are read as JSON.parse reads them, wherever chunks end", () => {
  fc.assert(
    fc.property(body, fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 4 }), (text, sizes) => {
      expect(outcomeOf(() => readInChunks(text, sizes))).toEqual(readWithJsonParse(text));
    }),
    { numRuns: 3000 },
  );
});

test.each<[string, string, string, string]>([
  ["of no rows", '{"data":[]}', "data", "one record or a list"],
  ["without data", "{}", "data", "one record or a list"],
  ["that is a list", '[{"data":{"x":1}}]', "data", "one record or a list"],
  ["whose data is text", '{"data":"x"}', "data", "Must be a record"],
  ["with endless names", `{"data":{${'"a":1,'.repeat(100_001)}"x":1}}`, "data[0]", "more than 100000 values"],
])("a body %s is refused", (_case, text, path, message) => {
  const read = (): unknown => readInChunks(text, [1000]);
  expect(read).toThrow(expect.objectContaining({ code: "010602", problems: [{ path, message: expect.stringContaining(message) }] }));
});

test("reading ends at the twentieth problem", () => {
  const posted = new PostedRows(createColumns(), names, { token: "t", pauseAt: 100 });
  const rows = Array.from({ length: 20 }, () => ({ x: "hot" }));
  expect(() => posted.write(Buffer.from(`{"data":${JSON.stringify(rows).slice(0, -1)}, never read`), 0)).toThrow(
    expect.objectContaining({ problems: expect.arrayContaining([expect.objectContaining({ path: "data[19].x" })]) }),
  );
});

test.each([
  ["a later value replaces an earlier one, also an unreadable one", '{"x":"hot","x":2}', [2]],
  ["a later missing value replaces an earlier one", '{"x":2,"flow rate":1,"x":null}', [Number.NaN]],
])("%s", (_case, text, x) => {
  expect(readInChunks(`{"data":${text}}`, [100]).columns?.[0]).toEqual(x);
});

describe("the next periods of a model that has them", () => {
  const read = (text: string) => {
    const posted = new PostedRows(createColumns(), names, { token: "t", pauseAt: 100, mayAskNext: true });
    posted.write(Buffer.from(text), 0);
    posted.end();
    return [posted.asksNext(), posted.periods, posted.rows];
  };

  test.each<[string, unknown[]]>([
    ["{}", [true, undefined, 0]],
    ['{"data":[]}', [true, undefined, 0]],
    ['{"periods":7,"data":{"x":1}}', [true, 7, 1]],
    ['{"data":[{"x":1}],"periods":100}', [true, 100, 1]],
    ['{"data":[{"x":1}]}', [false, undefined, 1]],
  ])("%s", (text, outcome) => expect(read(text)).toEqual(outcome));

  test.each(["0", "101", "1.5", '"7"', "null", "[7]", "{}"])("%s periods are refused", (periods) => {
    expect(() => read(`{"periods":${periods},"data":{"x":1}}`)).toThrow(
      expect.objectContaining({ code: "010602", problems: [{ path: "periods", message: "Must be a whole number from 1 to 100" }] }),
    );
  });

  test("periods of a model without them are refused", () => {
    expect(() => readInChunks('{"data":{"x":1},"periods":7}', [1000])).toThrow(
      expect.objectContaining({ problems: [{ path: "periods", message: expect.stringContaining("Only a model of a time series") }] }),
    );
  });
});

test("a text too long to be kept is no number and no level", () => {
  const long = "a".repeat(70_000);
  expect(readInChunks(`{"data":{"x":1,"kind":"${long}","other":"${long}"}}`, [9_999]).columns?.[3]).toEqual([4]);
  expect(() => readInChunks(`{"data":{"x":"${long}"}}`, [9_999])).toThrow(InvalidInput);
});

describe("rows of a stream", () => {
  const read = (text: string) => {
    const posted = new PostedRows(createColumns(), names, { token: "t", pauseAt: 2, mayContinue: true });
    posted.write(Buffer.from(text), 0);
    posted.end();
    return posted.stream;
  };

  test.each([
    ['{"stream":0,"data":{"x":1}}', 0],
    ['{"data":[{"x":1}],"stream":1.25}', 1.25],
    ['{"data":{"x":1}}', undefined],
  ])("%s continues what it tells", (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  test.each(["-1", "9.1", '"0"', "null", "[0]", "{}"])("%s is refused", (stream) => {
    expect(() => read(`{"stream":${stream},"data":{"x":1}}`)).toThrow(
      expect.objectContaining({ code: "010602", problems: [{ path: "stream", message: expect.stringContaining("Must be 0") }] }),
    );
  });

  test("a stream of a model without a budget out of alarms is refused", () => {
    expect(() => readInChunks('{"data":{"x":1},"stream":0}', [1000])).toThrow(
      expect.objectContaining({ problems: [{ path: "stream", message: expect.stringContaining("Only a detector of outliers") }] }),
    );
  });
});
