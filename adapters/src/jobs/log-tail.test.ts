import { createLogTail } from "./log-tail.js";

describe("log tail", () => {
  test.each<[string, string[], number, string]>([
    ["nothing was printed", [], 5, ""],
    ["fewer lines than asked for", ["a\nb\n"], 5, "a\nb"],
    ["the last ones", ["a\nb\nc\n"], 2, "b\nc"],
    ["a line without an end", ["a\nb"], 1, "b"],
    ["empty lines count", ["a\n\n\n"], 2, "\n"],
    ["lines cut between chunks", ["a", "b\nc", "d\n"], 2, "ab\ncd"],
    ["only whole lines of what is kept", ["1111111\n2222222\n3333333\n"], 9, "3333333"],
    ["of a line that is too long, its end", ["x".repeat(100), "the end...\n"], 9, "xxxxxthe end..."],
  ])("the tail of a log is the end of the output: %s", (_case, chunks, lines, expected) => {
    const tail = createLogTail(16);
    const write = tail.writer();
    for (const chunk of chunks) write(Buffer.from(chunk));
    expect(tail.last(lines)).toBe(expected);
  });

  test("decodes characters cut between chunks of two concurrent streams", () => {
    const tail = createLogTail(100);
    const [first, second] = [tail.writer(), tail.writer()];
    const bytes = Buffer.from("é");
    first(bytes.subarray(0, 1));
    second(Buffer.from("ü\n"));
    first(Buffer.concat([bytes.subarray(1), Buffer.from("\n")]));
    expect(tail.last(2)).toBe("ü\né");
  });
});
