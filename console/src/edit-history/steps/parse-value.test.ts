import { columnNameProblem, isAfter, isTimeOfDay, parseTime, parseValue, uniqueColumnName, valueProblem } from "./parse-value.js";

test.each<[string, string, string | null]>([
  ["a day is its first moment", "2024-05-01", "2024-05-01T00:00:00.000Z"],
  ["a time as tables show it", "2024-05-01 13:00:05", "2024-05-01T13:00:05.000Z"],
  ["minutes are enough", " 2024-05-01 13:00 ", "2024-05-01T13:00:00.000Z"],
  ["parts of a second stay", "2024-05-01T13:00:05.25", "2024-05-01T13:00:05.250Z"],
  ["the 29th of February of a leap year", "2024-02-29", "2024-02-29T00:00:00.000Z"],
  ["of another year it is none", "2023-02-29", null],
  ["the 25th hour is none", "2024-05-01 25:00", null],
  ["another order is none", "01.05.2024", null],
  ["an hour alone is none", "2024-05-01 13", null],
  ["text is none", "yesterday", null],
])("parsing a time: %s", (_sentence, typed, iso) => {
  expect(parseTime(typed)).toBe(iso);
});

test.each<[string, string, "n" | "s" | "d", ReturnType<typeof parseValue>, ReturnType<typeof valueProblem>]>([
  ["a number", " 1.5e3 ", "n", 1500, null],
  ["nothing is no number", " ", "n", null, "valueNeeded"],
  ["text is no number", "12 mm", "n", null, "numberNeeded"],
  ["beyond all numbers is none", "1e999", "n", null, "numberNeeded"],
  ["text with its blanks", " a ", "s", " a ", null],
  ["a blank is text", " ", "s", " ", null],
  ["nothing is no text", "", "s", null, "valueNeeded"],
  ["a time", "2024-05-01", "d", "2024-05-01T00:00:00.000Z", null],
  ["something else is no time", "May", "d", null, "timeNeeded"],
])("parsing a value: %s", (_sentence, typed, type, value, problem) => {
  expect([parseValue(typed, type), valueProblem(typed, type)]).toEqual([value, problem]);
});

test.each<[string, number | string, number | string, boolean]>([
  ["numbers go by size", 10, 9, true],
  ["equal ones are not after each other", 9, 9, false],
  ["text goes by its characters", "10", "9", false],
  ["what goes on comes after", "ab", "a", true],
  ["what ends comes before", "a", "ab", false],
  ["capitals come first", "a", "B", true],
  ["a rare character comes after a common one, though its UTF-16 does not", "\u{1F600}", "\uFF21", true],
])("order of values: %s", (_sentence, one, other, after) => {
  expect(isAfter(one, other)).toBe(after);
});

test.each(["06:30", "22:00:00", "00:00"])("%s is a time of day", (typed) => {
  expect(isTimeOfDay(typed)).toBe(true);
});
test.each(["24:00", "6:30", "", "06:60"])("%j is not a time of day", (typed) => {
  expect(isTimeOfDay(typed)).toBe(false);
});

test.each<[string, string, ReturnType<typeof columnNameProblem>]>([
  ["a free name", "speed", null],
  ["a blank name", " ", "nameNeeded"],
  ["one that there is", "yield", "nameTaken"],
  ["one that is reserved", "__id__", "nameReserved"],
])("the name of a new column: %s", (_sentence, name, problem) => {
  expect(columnNameProblem(name, ["yield"])).toBe(problem);
});

test("a taken name gets the next free number", () => {
  expect(uniqueColumnName("mean", [])).toBe("mean");
  expect(uniqueColumnName("mean", ["mean", "mean_2"])).toBe("mean_3");
});
