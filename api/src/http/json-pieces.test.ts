import fc from "fast-check";
import { isShortJson, jsonPieces } from "./json-pieces.js";

test("the pieces are the text of JSON.stringify", () => {
  const value = fc.array(fc.jsonValue({ maxDepth: 3 }), { maxLength: 10 });
  fc.assert(
    fc.property(value, fc.integer({ min: 1, max: 800 }), (some, times) => {
      const long = { some, copies: Array.from({ length: times }, () => some), text: "x".repeat(300 * times) };
      expect([...jsonPieces(long)].join("")).toBe(JSON.stringify(long));
    }),
    { numRuns: 20 },
  );
});

test("members that are undefined are left out, and dates are texts", () => {
  const long = { nothing: undefined, at: new Date(0), list: Array.from({ length: 5000 }, (_, i) => ({ i, nothing: undefined })) };
  expect([...jsonPieces(long)].join("")).toBe(JSON.stringify(long));
});

test("no piece of a long answer has more values than are converted at once", () => {
  const deep = { rows: Array.from({ length: 100 }, () => Array.from({ length: 1000 }, (_, i) => ({ i }))) };
  expect(isShortJson(deep)).toBe(false);
  for (const piece of jsonPieces(deep)) expect(piece.length).toBeLessThan(30_000);
});
