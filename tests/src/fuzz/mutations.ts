/** Mutations of good input. */
import fc from "fast-check";

const EDGE_CASE_BYTES = [
  "\0",
  "\ufeff",
  '"',
  "'",
  "\r",
  "\n",
  "\x1a",
  "\x80",
  "\xff\xff\xff\xff",
  "\0\0\0\0",
  "\xff\xfe",
  "\u{1f600}",
  "\ud800",
];

const place = fc.double({ min: 0, max: 1, noNaN: true });
const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 8 }),
  fc.constantFrom(...EDGE_CASE_BYTES).map((text) => new Uint8Array(Buffer.from(text, "latin1"))),
);
const change = fc.record({ place, drop: fc.integer({ min: 0, max: 8 }), put: bytes });

/** Rarely returns a place at which the file is cut off. */
const rareTruncation = fc.oneof({ weight: 7, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: place });

/** Returns the same bytes with some replaced, inserted or removed, and sometimes cut off. */
export function mutatedBytes(good: fc.Arbitrary<Uint8Array>): fc.Arbitrary<Uint8Array> {
  const changes = fc.oneof(fc.constant([]), fc.array(change, { maxLength: 6 }));
  return fc.tuple(good, changes, rareTruncation).map(([whole, all, cut]) => {
    let result = Buffer.from(whole);
    for (const { place: at, drop, put } of all) {
      const start = Math.floor(at * result.length);
      result = Buffer.concat([result.subarray(0, start), put, result.subarray(start + drop)]);
    }
    return cut === null ? result : result.subarray(0, Math.floor(cut * result.length));
  });
}

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

const EDGE_CASE_VALUES: Json[] = [
  null,
  "",
  " ",
  "\0",
  "__proto__",
  "constructor",
  "\ud800",
  "'; DROP TABLE source; --",
  '"',
  "NaN",
  "1e999",
  "2024-02-30",
  "x".repeat(20_000),
  0,
  -1,
  0.5,
  1e308,
  -1e308,
  5e-324,
  2 ** 53,
  [],
  {},
  [[[[]]]],
  true,
];
const anyJson = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json>;
const edit = fc.record({ at: fc.nat(), put: fc.oneof(fc.constantFrom(...EDGE_CASE_VALUES), anyJson) });

/** Returns the same value, in half of the cases with other values in some of its places. */
export function mutatedJson<T>(good: fc.Arbitrary<T>): fc.Arbitrary<unknown> {
  const edits = fc.oneof(fc.constant([]), fc.array(edit, { minLength: 1, maxLength: 3 }));
  return fc.tuple(good, edits).map(([value, all]) => {
    let result = JSON.parse(JSON.stringify(value)) as Json;
    for (const { at, put } of all) result = replaced(result, at % nodeCount(result), put);
    return result;
  });
}

const isNested = (value: Json): value is Json[] | { [name: string]: Json } => typeof value === "object" && value !== null;

/** Counts the value and all values in it. */
function nodeCount(value: Json): number {
  return isNested(value) ? Object.values(value).reduce<number>((sum, each) => sum + nodeCount(each), 1) : 1;
}

/** Replaces the node of this number, counted from the outside in. */
function replaced(value: Json, at: number, put: Json): Json {
  if (at === 0 || !isNested(value)) return put;
  let before = 1;
  const entries = Object.entries(value).map(([name, each]): [string, Json] => {
    const inside = at - before;
    const count = nodeCount(each);
    before += count;
    return [name, inside >= 0 && inside < count ? replaced(each, inside, put) : each];
  });
  return Array.isArray(value) ? entries.map(([, each]) => each) : Object.fromEntries(entries);
}
