import { InvalidInput } from "@agatha/contracts";
import fc from "fast-check";
import { MAX_DEPTH } from "./body-limits.js";
import { JsonTokenizer, parseDecimal } from "./tokenizer.js";
import { ValueReader } from "./value-reader.js";

/** Reads a text in chunks of these sizes, repeated, into the value that JSON.parse returns. */
function readInChunks(text: string | Buffer, sizes: number[]): unknown {
  const reader = new ValueReader();
  const tokenizer = new JsonTokenizer(reader);
  const bytes = Buffer.from(text);
  for (let from = 0, k = 0; from < bytes.length; k++) {
    const size = sizes[k % sizes.length]!;
    from += tokenizer.write(bytes.subarray(from, from + size));
  }
  tokenizer.end();
  return reader.value;
}

function outcome(read: () => unknown): { value: unknown } | "refused" {
  try {
    return { value: read() };
  } catch (error) {
    if (!(error instanceof InvalidInput || error instanceof SyntaxError)) throw error;
    return "refused";
  }
}

const chunkSizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 });
/** JSON as clients write it: with spaces, escapes, duplicate keys, and numbers of every form. */
const scalar = fc.oneof(
  fc.json({ maxDepth: 0 }),
  fc.double().map((value) => (Number.isFinite(value) ? String(value) : "null")),
  fc.stringMatching(/^-?(?:0|[1-9]\d{0,20})(?:\.\d{1,20})?(?:[eE][+-]?\d{1,4})?$/),
  fc.stringMatching(/^"(?:[ !#-[\]-~é]|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4}){0,8}"$/),
);
const spaced = (part: fc.Arbitrary<string>) =>
  fc.tuple(part, fc.constantFrom("", " ", "\n\t", "\r\n  ")).map(([text, space]) => `${space}${text}${space}`);
const { document } = fc.letrec<{ document: string }>((tie) => ({
  document: fc.oneof(
    { depthSize: "small" },
    spaced(scalar),
    fc.array(tie("document"), { maxLength: 4 }).map((items) => `[${items.join(",")}]`),
    fc
      .array(fc.tuple(spaced(fc.constantFrom('"a"', '"b c"', '"__proto__"', '"\\u0061"', '""')), tie("document")), { maxLength: 4 })
      .map((entries) => `{${entries.map(([key, value]) => `${key}:${value}`).join(",")}}`),
  ),
}));

test("the tokenizer reads the same value as JSON.parse, wherever chunks end", () => {
  fc.assert(
    fc.property(document, chunkSizes, (text, sizes) => {
      expect(readInChunks(text, sizes)).toEqual(JSON.parse(text));
    }),
    { numRuns: 2000 },
  );
});

test("the tokenizer accepts and refuses what JSON.parse does in damaged JSON", () => {
  const damage = fc.tuple(fc.nat(), fc.constantFrom(...'[]{},:"\\ -+.0eEntfu\u0000\u001f\u007f\ufeff'), fc.integer({ min: 0, max: 2 }));
  const damaged = fc.tuple(document, fc.array(damage, { minLength: 1, maxLength: 3 })).map(([text, damages]) =>
    damages.reduce((left, [place, character, removed]) => {
      const at = place % (left.length + 1);
      return left.slice(0, at) + character + left.slice(at + removed);
    }, text),
  );
  fc.assert(
    fc.property(damaged, chunkSizes, (text, sizes) => {
      const withoutMark = Buffer.from(text)
        .toString()
        .replace(/^\ufeff/, "");
      expect(outcome(() => readInChunks(text, sizes))).toEqual(outcome(() => JSON.parse(withoutMark)));
    }),
    { numRuns: 5000 },
  );
});

test("a decimal number has the nearest double", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^-?\d{0,9}\.?\d{0,9}$/), (text) => {
      const value = parseDecimal(Buffer.from(text), 0, text.length);
      if (!Number.isNaN(value)) expect(value).toBe(Number(text));
      else expect(/^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text) && text.replace(/\D/g, "").length <= 15).toBe(false);
    }),
    { numRuns: 5000 },
  );
});

test.each([
  ["a byte order mark", "\ufeff[1]", [1]],
  ["the replacement character itself", '"a\ufffd"', "a\ufffd"],
  ["the deepest nesting", `${"[".repeat(MAX_DEPTH)}${"]".repeat(MAX_DEPTH)}`, JSON.parse("[".repeat(MAX_DEPTH) + "]".repeat(MAX_DEPTH))],
])("reads %s", (_case, text, value) => {
  for (const size of [1, 7, 100_000]) expect(readInChunks(text, [size])).toEqual(value);
});

test.each([
  ["deeper nesting", "[".repeat(MAX_DEPTH + 1), "deeper than 32"],
  ["an endless number", "1".repeat(2000), "more than 1024 characters"],
  ["a text too long to be kept", JSON.stringify(["x".repeat(70_000), 1]), "more than 65536 bytes"],
  ["a name too long to be kept", JSON.stringify({ ["x".repeat(70_000)]: 1 }), "more than 65536 bytes"],
  ["a text in Latin-1", Buffer.from('["Málaga"]', "latin1"), 'not in UTF-8, as JSON is: see "M\ufffdlaga"'],
  ["a name in Latin-1", Buffer.from('{"año": 1}', "latin1"), "not in UTF-8"],
  ["nothing", "", "not valid JSON"],
  ["NaN, as Python's json.dumps writes it", '{"x": NaN}', "which has no NaN: send null for a value that is missing"],
  ["an infinite number", "[1, -Infinity]", "which has no -Infinity: send null"],
  ["half a byte order mark", Buffer.from([0xef, 0xbb, 0x31]), "not valid JSON"],
])("refuses %s", (_case, text, message) => {
  for (const size of [1, 700, 100_000]) {
    expect(() => readInChunks(text, [size])).toThrow(
      expect.objectContaining({ code: "010201", problems: [{ path: "", message: expect.stringContaining(message) }] }),
    );
  }
});

test("a handler can pause after a container, and the rest is read from there", () => {
  const rows: number[] = [];
  const ignore = () => undefined;
  const tokenizer = new JsonTokenizer({
    onBegin: ignore,
    onEnd: (isArray) => !isArray,
    onKey: ignore,
    onText: ignore,
    onNumber: (value) => void rows.push(value),
    onLiteral: ignore,
  });
  const bytes = Buffer.from('[{"x":1}, {"x":2}]');
  const first = tokenizer.write(bytes);
  expect([rows, bytes.toString("utf8", first)]).toEqual([[1], ', {"x":2}]']);
  const second = tokenizer.write(bytes, first);
  expect([rows, tokenizer.write(bytes, second)]).toEqual([[1, 2], bytes.length]);
  tokenizer.end();
});
