import { columnTime, timeColumns } from "./column-time.js";

test.each([
  ["2024", "2024-01-01"],
  ["2024-01", "2024-01-01"],
  ["2024/3", "2024-03-01"],
  ["03/2024", "2024-03-01"],
  ["2024-02-29", "2024-02-29"],
  ["2024-05-01 00:00:00", "2024-05-01"],
  ["2024Q3", "2024-07-01"],
  ["Q4 24", "2024-10-01"],
  ["Jan-24", "2024-01-01"],
  ["March 2024", "2024-03-01"],
  ["Mär 2024", "2024-03-01"],
  ["Dez. 99", "1999-12-01"],
  ["juil. 2024", "2024-07-01"],
  ["maggio 24", "2024-05-01"],
  ["mag 2024", "2024-05-01"],
  ["Sept-24", "2024-09-01"],
  ["Déc 2024", "2024-12-01"],
  ["1-Feb-2024", "2024-02-01"],
  ["2024年12月", "2024-12-01"],
])("a column is named after a time: %s", (name, day) => {
  expect(new Date(columnTime(name) ?? Number.NaN).toISOString().slice(0, 10)).toBe(day);
});

test.each(["01/02/2024", "2024-13", "2024-02-30", "1234", "product", "x24", "Q5 2024", "", "2024-05-01 08:30"])(
  "%p is no time, or more than one",
  (name) => {
    expect(columnTime(name)).toBeUndefined();
  },
);

test.each(["Disp01", "Setpoint01", "Set 01", "Mag01", "Marker10", "Out-12", "Gen01", "2024 setpoint", "1 Disp 2024"])(
  "%p begins like a month, and is none",
  (name) => {
    expect(columnTime(name)).toBeUndefined();
  },
);

test("columns of numbers named after times are a series from six on, if no time is there twice", () => {
  const months = Array.from({ length: 6 }, (_, i) => ({ name: `2024-0${i + 1}`, type: "n" }));
  const table = [{ name: "product", type: "s" }, ...months, { name: "2023", type: "s" }];
  expect(timeColumns(table)).toEqual(months.map(({ name }) => name));
  expect(timeColumns(months.slice(1))).toEqual([]);
  expect(timeColumns([...months, { name: "Jan 2024", type: "n" }])).toEqual([]);
});
