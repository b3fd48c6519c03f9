import { readFutureRows } from "./future-rows.js";

const COLUMNS = { time: "month", series: ["shop"], knownAhead: ["price", "holiday"] };

test("a file of future rows has its columns in any order, and others beside them", () => {
  const { rows, faults } = readFutureRows("holiday,note,shop,month,price\n0,x,Bonn,2025-01,9.5\n1,,Kiel,2025-02,-3\n", COLUMNS);
  expect(faults).toEqual([]);
  expect(rows).toEqual([
    { line: 2, time: "2025-01", series: ["Bonn"], values: [9.5, 0] },
    { line: 3, time: "2025-02", series: ["Kiel"], values: [-3, 1] },
  ]);
});

test("a file of semicolons may have decimal commas", () => {
  const { rows } = readFutureRows("\uFEFFmonth;shop;price;holiday\r\n2025-01;Bonn;9,5;0", COLUMNS);
  expect(rows[0]?.values).toEqual([9.5, 0]);
});

test("a head in quotes may follow a byte order mark", () => {
  const text = '\uFEFF"month\n(ISO)";shop;price;holiday\r\n2025-01;Bonn;9,5;0';
  const { rows, faults } = readFutureRows(text, { ...COLUMNS, time: "month\n(ISO)" });
  expect([faults, rows[0]?.values]).toEqual([[], [9.5, 0]]);
});

test("commas separate thousands where other values of the column show it", () => {
  const { rows } = readFutureRows("month;shop;price;holiday\n2025-01;Bonn;1,200;0\n2025-02;Bonn;1,200.50;0", COLUMNS);
  expect(rows.map(({ values }) => values[0])).toEqual([1200, 1200.5]);
});

test("faults name the line and the column", () => {
  expect(readFutureRows("month,price\n2025-01,3", COLUMNS).faults).toEqual([
    { kind: "noColumn", line: 1, column: "shop", cell: "" },
    { kind: "noColumn", line: 1, column: "holiday", cell: "" },
  ]);
  expect(readFutureRows("month,shop,price,holiday\n\n2025-01,Bonn,dear,\n,Bonn,3,0", COLUMNS).faults).toEqual([
    { kind: "noNumber", line: 3, column: "price", cell: "dear" },
    { kind: "noNumber", line: 3, column: "holiday", cell: "" },
    { kind: "noTime", line: 4, column: "month", cell: "" },
  ]);
});
