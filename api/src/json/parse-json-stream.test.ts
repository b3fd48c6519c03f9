import { Readable } from "node:stream";
import { parseJsonStream } from "./parse-json-stream.js";

test("a long text is parsed in turns with other work", async () => {
  const value = { rows: Array.from({ length: 100_000 }, (_, i) => [i, `row ${i}`, null]), more: { a: true } };
  const text = Buffer.from(JSON.stringify(value));
  let turns = 0;
  const count = (): void => {
    turns++;
    timer = setImmediate(count);
  };
  let timer = setImmediate(count);
  const parsed = await parseJsonStream(Readable.from([text.subarray(0, 5), text.subarray(5)]));
  clearImmediate(timer);
  expect(parsed).toEqual(value);
  expect(turns).toBeGreaterThanOrEqual(Math.floor(text.length / 64_000));
});

test("only the elements to keep of each list are in the value, which is otherwise complete", async () => {
  const text =
    '{ "value": [1, 2, 3], "outside": [["x"], [], ["y"]], "prob": [{ "a": 1 }, { "a": 0 }, { "a": 2 }], "threshold": 4, "row": [7] }';
  const chunks = () => Readable.from([Buffer.from(text)]);
  const kept = { value: [1, 2], outside: [["x"], []], prob: [{ a: 1 }, { a: 0 }], threshold: 4, row: [7] };
  expect(await parseJsonStream(chunks(), { keep: 2 })).toEqual(kept);
  expect(await parseJsonStream(chunks())).toEqual(JSON.parse(text));
});
