import fc from "fast-check";
import { displayName, displayNameFromFile, title, titleFromFile, titleOf } from "./names.js";

describe("display name", () => {
  test.each([
    ["a letter and digits", "Oven42", true],
    ["blanks around it, which are trimmed", "  Oven42 ", true],
    ["a digit at the beginning", "42Oven", false],
    ["a hyphen", "Oven-42", false],
    ["other letters", "爐溫", false],
    ["nothing", "", false],
    ["blanks only", "   ", false],
    ["64 characters", "a".repeat(64), true],
    ["65 characters", "a".repeat(65), false],
    // @contract names-of-datasets-and-models-begin-with
  ])("display name with %s: %j has validity %s", (_title, name, valid) => {
    expect(displayName.safeParse(name).success).toBe(valid);
  });

  test.each([
    ["characters that it may not have", "Oven-42", "Content contains illegal characters"],
    ["nothing but blanks", "   ", "Must not be blank"],
    ["too many characters", "a".repeat(65), "Must have at most 64 characters"],
    // @contract names-of-datasets-and-models-begin-with
  ])("a display name with %s gets a message about it", (_title, name, told) => {
    expect(displayName.safeParse(name).error?.issues[0]?.message).toContain(told);
  });

  test("any file name becomes a valid display name", () => {
    fc.assert(fc.property(fc.string({ unit: "grapheme" }), (fileName) => displayName.safeParse(displayNameFromFile(fileName)).success));
    expect(displayNameFromFile("2024 oven-run.csv")).toBe("Data2024ovenrun");
    expect(displayNameFromFile("cars.json.csv")).toBe("carsjson");
  });
});

test.each([
  ["焼成 2024.csv", "焼成 2024"],
  ["Furnace 3 (réglé).xlsx", "Furnace 3 (réglé)"],
  ["a".repeat(200), "a".repeat(128)],
  [`${"a".repeat(127)}😀.csv`, "a".repeat(127)],
  [`${"a".repeat(126)}😀.csv`, `${"a".repeat(126)}😀`],
  [".csv", undefined],
])("the title of the file %j is %j", (file, expected) => {
  expect(titleFromFile(file)).toBe(expected);
});

test.each(["", "   ", "two\nlines", "a\u0000", "a\ud83d", "\ude00", "\u202e", "x".repeat(129)])("%j is no title", (text) => {
  expect(title.safeParse(text).success).toBe(false);
});

test.each([
  ["oven \u202egnp.csv", "oven gnp.csv"],
  ["\u2066焼成\u2069 2024", "焼成 2024"],
  ["\u202a Oven", "Oven"],
  ["\u200fOven\u061c 2\u200e", "Oven 2"],
  // A family of several characters, and letters that are apart in Persian.
  ["👨‍👩‍👧 می\u200cخواهم", "👨‍👩‍👧 می\u200cخواهم"],
])("the title %j is kept as %j", (text, kept) => {
  expect(title.parse(text)).toBe(kept);
});

test("people are shown the title, or else the name", () => {
  expect(titleOf({ spec: { displayName: "Data1", title: "焼成" } })).toBe("焼成");
  expect(titleOf({ spec: { displayName: "Data1" } })).toBe("Data1");
  expect(titleOf({ spec: { displayName: "Data1", title: "oven \u202egnp.csv" } })).toBe("oven gnp.csv");
  expect(titleOf({ spec: { displayName: "Data1", title: "\u200f" } })).toBe("Data1");
});
