import { placeFutureRows, placeSeriesRows } from "./place-future-rows.js";

const row = (line: number, time: string) => ({ line, time, series: [], values: [line] });

test.each([
  ["months", "2025-02", "2025-02-01T00:00:00.000Z"],
  ["days", "2025/2/3", "2025-02-03T00:00:00.000Z"],
  ["hours", "2025-02-03 07:00", "2025-02-03T07:00:00.000Z"],
  ["times with an offset", "2025-02-03T07:00:00+0200", "2025-02-03T05:00:00.000Z"],
  ["quarters", "2025Q2", "2025-04-01T00:00:00.000Z"],
])("rows of a file find their periods: %s", (_what, cell, time) => {
  expect(placeFutureRows([row(2, cell)], ["2020-01-01T00:00:00.000Z", time], "when").values).toEqual(new Map([[1, [2]]]));
});

test("rows of other periods are counted, and times that cannot be read are faults", () => {
  const placed = placeFutureRows([row(2, "2024-01"), row(3, "soon"), row(4, "2025-13")], ["2025-01-01T00:00:00.000Z"], "month");
  expect(placed.outside).toBe(1);
  expect(placed.faults).toEqual([
    { kind: "unreadTime", line: 3, column: "month", cell: "soon" },
    { kind: "unreadTime", line: 4, column: "month", cell: "2025-13" },
  ]);
});

test("the rows of a file find the series that they name, each with periods of its own", () => {
  const [january, february, march] = ["2025-01", "2025-02", "2025-03"].map((month) => `${month}-01T00:00:00.000Z`) as [
    string,
    string,
    string,
  ];
  const times = new Map([
    ["A", [january, february]],
    ["B", [february, march]],
  ]);
  const of = (series: string, line: number, time: string) => ({ ...row(line, time), series: [series] });
  const rows = [of("A", 2, "2025-01"), of("B", 3, "2025-03"), of("B", 4, "2025-01"), of("C", 5, "2025-02"), of("A", 6, "2025-02")];
  expect(placeSeriesRows(rows, times, "month")).toEqual({
    values: new Map([
      [
        "A",
        new Map([
          [0, [2]],
          [1, [6]],
        ]),
      ],
      ["B", new Map([[1, [3]]])],
    ]),
    faults: [],
    outside: 2,
  });
});
