/** Bodies of requests, in chunks. What is read must be what JSON.parse reads. */
import { setImmediate } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { MAX_DEPTH } from "@agatha/api/json/body-limits";
import { JsonTokenizer } from "@agatha/api/json/tokenizer";
import { ValueReader } from "@agatha/api/json/value-reader";
import fc from "fast-check";
import { type FuzzTarget, fuzzTarget } from "./fuzz-target.js";
import { mutatedBytes } from "./mutations.js";

const number = fc.stringMatching(/^-?(?:0|[1-9]\d{0,20})(?:\.\d{1,20})?(?:[eE][+-]?\d{1,4})?$/);
const escaped = fc.stringMatching(/^"(?:[ !#-[\]-~é😀]|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4}){0,8}"$/u);
const nested = fc.integer({ min: 0, max: MAX_DEPTH + 2 }).map((depth) => `${"[".repeat(depth)}{"__proto__":1}${"]".repeat(depth)}`);
const body = fc.oneof(
  fc.json(),
  fc.array(fc.oneof(number, escaped, fc.json({ maxDepth: 1 }))).map((all) => `[${all.join(", ")}]`),
  nested,
);
const input = fc.record({
  bytes: mutatedBytes(body.map((text) => Buffer.from(text))),
  sizes: fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 }),
});

export function jsonBodies(): FuzzTarget {
  return fuzzTarget(input, async ({ bytes, sizes }) => {
    // The process that watches this one hears of a case in the next turn of the event loop.
    await setImmediate();
    const value = readInChunks(Buffer.from(bytes), sizes);
    const expected: unknown = JSON.parse(
      Buffer.from(bytes)
        .toString("utf8")
        .replace(/^\ufeff/, ""),
    );
    if (!isDeepStrictEqual(value, expected)) throw new Error(`read ${JSON.stringify(value)} instead of ${JSON.stringify(expected)}`);
    return undefined;
  });
}

/** Reads the bytes in chunks of these sizes, repeated. */
function readInChunks(bytes: Buffer, sizes: readonly number[]): unknown {
  const reader = new ValueReader();
  const tokenizer = new JsonTokenizer(reader);
  for (let from = 0, k = 0; from < bytes.length; k++) from += tokenizer.write(bytes.subarray(from, from + (sizes[k % sizes.length] ?? 1)));
  tokenizer.end();
  return reader.value;
}
