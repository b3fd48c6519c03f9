import { columnNameProblem, isAfter, isTimeOfDay, parseTime, parseValue, uniqueColumnName, valueProblem } from "./parse-value.js";

test.each<[string, string, string | null]>([
  ["a date is midnight of that day", "2024-05-01", "2024-05-01T00:00:00.000Z"],
  ["the format of tables is valid", "2024-05-01 13:00:05", "2024-05-01T13:00:05.000Z"],
  ["seconds may be left out", " 2024-05-01 13:00 ", "2024-05-01T13:00:00.000Z"],
  ["fractions of a second are kept", "2024-05-01T13:00:05.25", "2024-05-01T13:00:05.250Z"],
  ["29 February of a leap year is valid", "2024-02-29", "2024-02-29T00:00:00.000Z"],
  ["29 February of another year is invalid", "2023-02-29", null],
  ["hour 25 is invalid", "2024-05-01 25:00", null],
  ["another order of day, month and year is invalid", "01.05.2024", null],
  ["an hour without minutes is invalid", "2024-05-01 13", null],
  ["a word is invalid", "yesterday", null],
])("parsing a time: %s", (_sentence, typed, iso) => {
  expect(parseTime(typed)).toBe(iso);
});

test.each<[string, string, "n" | "s" | "d", ReturnType<typeof parseValue>, ReturnType<typeof valueProblem>]>([
  ["a number", " 1.5e3 ", "n", 1500, null],
  ["an empty number is an error", " ", "n", null, "valueNeeded"],
  ["text for a number is an error", "12 mm", "n", null, "numberNeeded"],
  ["a number beyond the range of numbers is an error", "1e999", "n", null, "numberNeeded"],
  ["spaces around a text are kept", " a ", "s", " a ", null],
  ["a space is a text", " ", "s", " ", null],
  ["an empty text is an error", "", "s", null, "valueNeeded"],
  ["a time", "2024-05-01", "d", "2024-05-01T00:00:00.000Z", null],
  ["a word for a time is an error", "May", "d", null, "timeNeeded"],
])("parsing a value: %s", (_sentence, typed, type, value, problem) => {
  expect([parseValue(typed, type), valueProblem(typed, type)]).toEqual([value, problem]);
});

test.each<[string, number | string, number | string, boolean]>([
  ["numbers are compared by size", 10, 9, true],
  ["equal numbers are not greater than each other", 9, 9, false],
  ["texts are compared by characters", "10", "9", false],
  ["a longer text is greater than its beginning", "ab", "a", true],
  ["the beginning of a text is less than the text", "a", "ab", false],
  ["capitals are less than small letters", "a", "B", true],
  ["characters are compared by code point, not by UTF-16 unit", "\u{1F600}", "\uFF21", true],
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
  ["an unused name is valid", "speed", null],
  ["a name of spaces is an error", " ", "nameNeeded"],
  ["the name of another column is an error", "yield", "nameTaken"],
  ["a reserved name is an error", "__id__", "nameReserved"],
])("the name of a new column: %s", (_sentence, name, problem) => {
  expect(columnNameProblem(name, ["yield"])).toBe(problem);
});

test("a taken name gets the next free number", () => {
  expect(uniqueColumnName("mean", [])).toBe("mean");
  expect(uniqueColumnName("mean", ["mean", "mean_2"])).toBe("mean_3");
});
