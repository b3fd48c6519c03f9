import fc from "fast-check";
import { JsonReader } from "./json-reader.js";

const read = (text: string | Buffer, size = 64_000, rows?: JsonReader["rows"]): unknown => {
  const bytes = Buffer.from(text as string);
  const reader = new JsonReader(rows);
  for (let i = 0; i < bytes.length; i += size) reader.write(bytes.subarray(i, i + size));
  return reader.end();
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return "invalid";
  }
};

const readOrInvalid = (text: string, size: number): unknown => {
  try {
    return read(text, size);
  } catch {
    return "invalid";
  }
};

test("reads what JSON.parse reads, wherever the text is cut", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4, noUnicodeString: false }), fc.integer({ min: 1, max: 40 }), (value, size) => {
      const text = JSON.stringify(value);
      expect(read(text, size)).toEqual(JSON.parse(text));
      const spaced = JSON.stringify({ data: value, list: [value, 1] }, null, 2);
      expect(read(spaced, size)).toEqual(JSON.parse(spaced));
    }),
  );
});

test("refuses what JSON.parse refuses", () => {
  const piece = fc.constantFrom('"a"', ":", ",", "[", "]", "{", "}", "1", " ", '{"a":[', "]}", '"\\', "null");
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), fc.integer({ min: 1, max: 8 }), (pieces, size) => {
      for (const text of [pieces.join(""), `{"a":[${pieces.join("")}]}`]) expect(readOrInvalid(text, size)).toEqual(parsed(text));
    }),
    { numRuns: 2000 },
  );
});

test("of two lists with the same name the last one counts", () => {
  expect(read('{"a":[1,2],"b":[3],"a":[4]}', 5)).toEqual({ a: [4], b: [3] });
});

test("maps the rows of one list only", () => {
  const rows = { name: "data", map: (row: unknown) => [row] };
  for (const size of [1, 7, 1000])
    expect(read('{"other":[1],"data" : [1,2],"x":[3]}', size, rows)).toEqual({ other: [1], data: [[1], [2]], x: [3] });
});

test("tells the members that have arrived", () => {
  const reader = new JsonReader();
  reader.write(Buffer.from('{"token":"a","rows":[1,2],"n":{"x":1},"data":[{"a":1},{"a"'));
  expect(reader.members()).toEqual({ token: "a", rows: [0], n: { x: 1 } });
  const first = new JsonReader();
  first.write(Buffer.from('{"data":[{"a":1},'));
  expect(first.members()).toEqual({});
});

test.each([
  ["an object with too many members", `{"a":{${'"x":0,'.repeat(20_000)}"x":0}}`, "more than 10000 members"],
  ["a list of a list with too many elements", `{"a":[[${"0,".repeat(20_000)}0]]}`, "more than 10000 members"],
  ["too deep a value", `${"[".repeat(40)}${"]".repeat(40)}`, "nests deeper than 32 levels"],
  ["too long a row", `{"a":["${"x".repeat(2_000_000)}"]}`, "more than 1000000 bytes"],
  ["too long a text", `{"a":"${"x".repeat(2_000_000)}"}`, "more than 1000000 bytes"],
])("refuses %s before it is parsed", (_what, text, message) => {
  expect(() => read(text)).toThrow(expect.objectContaining({ problems: [{ path: "", message: expect.stringContaining(message) }] }));
});

test("keeps one element more than any route takes", () => {
  expect((read(`{"a":[${"0,".repeat(1_000_000)}0]}`) as { a: unknown[] }).a.length).toBe(10_001);
});
