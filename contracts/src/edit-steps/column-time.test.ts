import { columnTimes, timeColumns } from "./column-time.js";

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
  ["De\u0301c 2024", "2024-12-01"],
  ["FEVRIER 2024", "2024-02-01"],
  ["août-24", "2024-08-01"],
  ["mrt 24", "2024-03-01"],
  ["1-Feb-2024", "2024-02-01"],
  ["2024年12月", "2024-12-01"],
])("a column is named after a time: %s", (name, day) => {
  expect(new Date(columnTimes([name])[0] ?? Number.NaN).toISOString().slice(0, 10)).toBe(day);
});

test.each(["01/02/2024", "2024-13", "2024-02-30", "1234", "product", "x24", "Q5 2024", "", "2024-05-01 08:30"])(
  "%p is no time, or more than one",
  (name) => {
    expect(columnTimes([name])).toEqual([undefined]);
  },
);

test.each(["Disp01", "Setpoint01", "Set 01", "Mag01", "Marker10", "Out-12", "Gen01", "2024 setpoint", "1 Disp 2024"])(
  "%p begins like a month, and is none",
  (name) => {
    expect(columnTimes([name])).toEqual([undefined]);
  },
);

test.each([
  ["German", "Jan Feb Mrz Apr Mai Jun Jul Aug Sep Okt Nov Dez"],
  ["French", "janv févr mars avr mai juin juil août sept oct nov déc"],
  ["French without accents", "JANVIER FEVRIER MARS AVRIL MAI JUIN JUILLET AOUT SEPTEMBRE OCTOBRE NOVEMBRE DECEMBRE"],
  ["Spanish", "ene feb mar abr may jun jul ago sep oct nov dic"],
  ["Italian", "gen feb mar apr mag giu lug ago set ott nov dic"],
  ["Portuguese", "jan fev mar abr mai jun jul ago set out nov dez"],
  ["Dutch", "jan feb mrt apr mei jun jul aug sep okt nov dec"],
])("all twelve months of a year are times: %s", (_language, months) => {
  const columns = months.split(" ").map((month) => ({ name: `${month}-24`, type: "n" }));
  const names = columns.map(({ name }) => name);
  expect(timeColumns(columns)).toEqual(names);
  expect(columnTimes(names)).toEqual(names.map((_, month) => Date.UTC(2024, month)));
});

test("a word that may be a month is none far from other months, and beside the same month", () => {
  const months = ["Jan 24", "Feb 24", "Mar 24", "Apr 24", "May 24", "Jun 24"];
  const columns = [...months, "Set 01", "Gen-24", "Mag 99"].map((name) => ({ name, type: "n" }));
  expect(timeColumns(columns)).toEqual(months);
});

test("columns of numbers named after times are a series from six on, if no time is there twice", () => {
  const months = Array.from({ length: 6 }, (_, i) => ({ name: `2024-0${i + 1}`, type: "n" }));
  const table = [{ name: "product", type: "s" }, ...months, { name: "2023", type: "s" }];
  expect(timeColumns(table)).toEqual(months.map(({ name }) => name));
  expect(timeColumns(months.slice(1))).toEqual([]);
  expect(timeColumns([...months, { name: "Jan 2024", type: "n" }])).toEqual([]);
});
