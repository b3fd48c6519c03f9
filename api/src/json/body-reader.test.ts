import { ROW_LIMIT } from "@agatha/contracts";
import fc from "fast-check";
import { MAX_MEMBERS } from "./body-limits.js";
import { BodyReader } from "./body-reader.js";

interface Options {
  size?: number;
  hasRows?: boolean;
  columns?: string[];
}

function read(text: string, { size = 64_000, hasRows = true, columns }: Options = {}): unknown {
  const bytes = Buffer.from(text);
  const reader = new BodyReader({ hasRows });
  if (columns) reader.keepColumns(columns);
  for (let i = 0; i < bytes.length; i += size) reader.write(bytes.subarray(i, i + size));
  return reader.end();
}

test("a body with rows is read as JSON.parse reads it, wherever it is cut", () => {
  const cell = fc.oneof(fc.string(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constantFrom(true, false, null));
  const name = fc.constantFrom("a", "b", "c", "__proto__", "data");
  // fromEntries creates an own property even for a column called __proto__.
  const row = fc.array(fc.tuple(name, cell), { maxLength: 5 }).map((cells) => Object.fromEntries(cells));
  const rows = fc.oneof(row, fc.array(fc.oneof(row, cell), { maxLength: 6 }), cell);
  const body = fc.array(fc.tuple(fc.constantFrom("type", "data", "other"), fc.oneof(rows, fc.jsonValue({ maxDepth: 3 }))), {
    maxLength: 4,
  });
  fc.assert(
    fc.property(body, rows, fc.integer({ min: 1, max: 40 }), (members, data, size) => {
      const text = JSON.stringify({ ...Object.fromEntries(members), data }, null, 1);
      const value = read(text, { size });
      expect(value).toEqual(JSON.parse(text));
      expect(JSON.stringify(value)).toBe(JSON.stringify(JSON.parse(text)));
    }),
  );
});

test("of rows only the cells of the wanted columns are kept", () => {
  const text = '{"type":"batch","data":[{"a":1,"z":2,"b":3},{"b":4,"a":5},{"n1":1},{"n2":1,"n3":"x"}],"other":[{"z":1}]}';
  for (const size of [1, 7, 1000]) {
    expect(read(text, { size, columns: ["a", "b"] })).toEqual({
      type: "batch",
      data: [{ a: 1, b: 3 }, { b: 4, a: 5 }, {}, {}],
      other: [{ z: 1 }],
    });
  }
  expect(read('{"data":{"a":1,"z":2}}', { columns: ["a"] })).toEqual({ data: { a: 1 } });
  expect(read('{"data":{"a":1,"z":2}}', { columns: ["a"], hasRows: false })).toEqual({ data: { a: 1, z: 2 } });
});

test("columns that are known later apply to the rest of the rows", () => {
  const reader = new BodyReader({ hasRows: true });
  reader.write(Buffer.from('{"data":[{"z":1},{"z":2,'));
  reader.keepColumns(["a"]);
  reader.write(Buffer.from('"y":3,"a":4},{"z":5,"a":6}]}'));
  expect(reader.end()).toEqual({ data: [{ z: 1 }, { z: 2, a: 4 }, { a: 6 }] });
});

test("a cell that is a container is kept without its content, so that it can be refused; of other columns one in a row", () => {
  const text = '{"data":[{"a":{"x":[1]},"z":[{}],"y":[2],"b":1},[[1],2],{"b":[[]]}]}';
  expect(read(text, { columns: ["a", "b"] })).toEqual({ data: [{ a: {}, z: [], b: 1 }, [], { b: [] }] });
});

test("one row more is kept than any route takes", () => {
  const rows = (read(`{"data":[${"{},".repeat(2 * ROW_LIMIT)}{}]}`) as { data: unknown[] }).data;
  const numbers = (read(`{"data":[${"0,".repeat(1_000_000)}0]}`) as { data: unknown[] }).data;
  expect([rows.length, numbers.length]).toEqual([ROW_LIMIT + 1, ROW_LIMIT + 1]);
});

test("of two members with the same name the last one counts", () => {
  expect(read('{"data":[1,2],"b":[3],"data":[{"a":4}],"b":5}', { size: 5 })).toEqual({ data: [{ a: 4 }], b: 5 });
});

test("the members that have arrived are known before the end", () => {
  const reader = new BodyReader({ hasRows: true });
  reader.write(Buffer.from('{"token":"a","n":{"x":1},"open":{"y":'));
  expect(reader.members()).toEqual({ token: "a", n: { x: 1 } });
});

const members = (count: number): string => Array.from({ length: count }, (_, i) => `"${i}":0`).join(",");
test.each([
  ["an object with too many members", `{"a":{${members(MAX_MEMBERS + 1)}}}`, "more than 10000 members"],
  ["a row with too many members", `{"data":[{${members(MAX_MEMBERS + 1)}}]}`, "more than 10000 members"],
  ["a list with too many elements", `{"a":[${"0,".repeat(MAX_MEMBERS)}0]}`, "more than 10000 members"],
  ["too deep a value", `${"[".repeat(40)}${"]".repeat(40)}`, "nests deeper than 32 levels"],
  ["too long a text", `{"data":[{"a":"${"x".repeat(70_000)}"}]}`, "more than 65536 bytes"],
  ["too much besides rows", `{"a":[${`"${"x".repeat(60_000)}",`.repeat(20)}0]}`, "more than 1000000 bytes besides rows"],
])("refuses %s", (_what, text, message) => {
  expect(() => read(text)).toThrow(
    expect.objectContaining({ code: "010201", problems: [{ path: "", message: expect.stringContaining(message) }] }),
  );
});

test("a text that is too long is no matter in a column that is not wanted", () => {
  expect(read(`{"data":[{"z":"${"x".repeat(70_000)}","a":1}]}`, { columns: ["a"] })).toEqual({ data: [{ a: 1 }] });
});
