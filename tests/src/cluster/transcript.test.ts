import { fencedBlocks, outputPattern, transcriptSteps } from "./transcript.js";

test("fencedBlocks finds a text's blocks with the languages of their fences", () => {
  expect(fencedBlocks("a\n```\nls\n```\nb\n```console\n$ pwd\n/\n```\n")).toEqual([
    { language: "", text: "ls\n" },
    { language: "console", text: "$ pwd\n/\n" },
  ]);
});

test("transcriptSteps separates commands from their output, here-documents included", () => {
  expect(transcriptSteps("$ cat <<EOF\na: 1\nEOF\na: 1\n$ true\n")).toEqual([
    { command: "cat <<EOF\na: 1\nEOF", output: "a: 1" },
    { command: "true", output: "" },
  ]);
});

test.each([
  ["the same", "NAME AGE\ncars 3s", "NAME   AGE\ncars   3s\n", true],
  ["other text in place of an ellipsis", "cars …", "cars  17m\n", true],
  ["lines in place of an ellipsis", "a\n…\nz", "a\nb\nc\nz\n", true],
  ["no lines in place of an ellipsis", "a\n…\nz", "a\nz\n", true],
  ["another word", "NAME AGE", "NAME TIME\n", false],
  ["a line more", "a", "a\nb\n", false],
  ["a line less", "a\nb", "a\n", false],
  ["another letter in place of a dot", "a.b", "axb\n", false],
])("an expected output is compared with %s", (_what, expected, printed, same) => {
  expect(outputPattern(expected).test(printed)).toBe(same);
});
