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
