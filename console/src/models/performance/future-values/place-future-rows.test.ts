import { placeFutureRows, placeSeriesRows } from "./place-future-rows.js";

const row = (line: number, time: string) => ({ line, time, series: [], values: [line] });

test.each([
  ["months", "2025-02", "2025-02-01T00:00:00.000Z"],
  ["days", "2025/2/3", "2025-02-03T00:00:00.000Z"],
  ["hours", "2025-02-03 07:00", "2025-02-03T07:00:00.000Z"],
  ["times with an offset", "2025-02-03T07:00:00+0200", "2025-02-03T05:00:00.000Z"],
  ["quarters", "2025Q2", "2025-04-01T00:00:00.000Z"],
])("rows of a file find their periods: %s", (_what, cell, time) => {
  expect(placeFutureRows([row(2, cell)], { times: ["2020-01-01T00:00:00.000Z", time], column: "when", timezone: "UTC" }).values).toEqual(
    new Map([[1, [2]]]),
  );
});

test.each([
  ["Asia/Tokyo", "2025-02-02T15:00:00.000Z"],
  ["America/New_York", "2025-02-03T05:00:00.000Z"],
  ["Asia/Kolkata", "2025-02-02T18:30:00.000Z"],
])("times without an offset are those of the clocks in the dataset's time zone, %s", (timezone, midnight) => {
  const times = Array.from({ length: 24 }, (_, hour) => new Date(Date.parse(midnight) + hour * 3_600_000).toISOString());
  const written = times.map((_time, hour) => row(hour, `2025-02-03 ${String(hour).padStart(2, "0")}:00`));
  const placed = placeFutureRows(written, { times, column: "hour", timezone });
  expect(placed).toEqual({ values: new Map(times.map((_time, hour) => [hour, [hour]])), faults: [], outside: 0 });
  const withOffset = placeFutureRows([row(9, times[9] ?? "")], { times, column: "hour", timezone });
  expect(withOffset.values).toEqual(new Map([[9, [9]]]));
});

test("of an hour that clocks show twice, the rows have their periods in order", () => {
  const times = [0, 1, 2].map((hour) => new Date(Date.UTC(2025, 9, 25, 23 + hour)).toISOString());
  const written = ["01:00", "02:00", "02:00"].map((clock, i) => row(i, `2025-10-26 ${clock}`));
  const placed = placeFutureRows(written, { times, column: "hour", timezone: "Europe/Berlin" });
  expect(placed).toEqual({ values: new Map([0, 1, 2].map((i) => [i, [i]])), faults: [], outside: 0 });
});

test("rows of other periods are counted, and times that cannot be read are faults", () => {
  const placed = placeFutureRows([row(2, "2024-01"), row(3, "soon"), row(4, "2025-13")], {
    times: ["2025-01-01T00:00:00.000Z"],
    column: "month",
    timezone: "UTC",
  });
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
  expect(placeSeriesRows(rows, { times, column: "month", timezone: "UTC" })).toEqual({
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
