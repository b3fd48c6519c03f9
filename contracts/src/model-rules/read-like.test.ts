import { fromPartial } from "../testing/from-partial.js";
import { columnTypeOverrides, readingOf, type TableToReadLike } from "./read-like.js";

test("a file is read as the table, where it leaves open how", () => {
  const column = (...written: string[]) => fromPartial<TableToReadLike["columns"][number]>({ name: "when", type: "d", written });
  const reading = (...columns: TableToReadLike["columns"]) => readingOf({ columns, decimal: "," });
  expect(reading(column("dayFirst"), column("yearFirst"))).toEqual({ decimal: ",", dates: "day_first" });
  expect(reading(column("monthFirstShort"))).toEqual({ decimal: ",", dates: "month_first" });
  expect(reading(column("yearFirstShort"), column("yearFirst"))).toEqual({ decimal: ",", dates: "year_first" });
  expect(reading(column("monthFirst"), column("dayFirst"))).toEqual({ decimal: "," });
  expect(reading(column("dayFirst", "monthFirst"))).toEqual({ decimal: "," });
  expect(reading(column("durations"))).toEqual({ decimal: ",", durations: ["when"] });
  expect(reading(column("lenient", "decimal_point"))).toEqual({ decimal: ",", decimals: [{ name: "when", decimal: "." }] });
  expect(reading(column("republicMonth"))).toEqual({ decimal: ",", codedTimes: [{ name: "when", format: "republicMonth" }] });
  expect(reading(column("splitYear"))).toEqual({ decimal: ",", codedTimes: [{ name: "when", format: "splitYear" }] });
  expect(reading(column("pointMonth", "compactMonth"))).toEqual({ decimal: "," });
  expect(readingOf({ columns: [], decimal: null })).toEqual({});
});

test("text columns of the table are read as text, and others as the owner chose or as detected", () => {
  const column = (name: string, type: "n" | "s" | "d") => ({ name, type }) as Parameters<typeof columnTypeOverrides>[1][number];
  const training = [column("code", "s"), column("size", "n"), column("when", "d"), column("batch", "s")];
  expect(
    columnTypeOverrides(
      [
        { name: "batch", type: "n" },
        { name: "size", label: "Size" },
      ],
      training,
    ),
  ).toEqual([
    { name: "code", type: "s" },
    { name: "batch", type: "n" },
  ]);
});

test("the inputs of a model are read as the types of its training, which the table may have changed since", () => {
  const column = (name: string, type: "n" | "s") => ({ name, type }) as Parameters<typeof columnTypeOverrides>[1][number];
  const table = [column("code", "s"), column("line", "n"), column("size", "n"), column("note", "s")];
  const inputs = [
    { name: "code", type: "n" as const },
    { name: "line", type: "s" as const },
    { name: "size", type: "n" as const },
  ];
  expect(columnTypeOverrides([{ name: "size", type: "n" }], table, inputs)).toEqual([
    { name: "note", type: "s" },
    { name: "size", type: "n" },
    { name: "line", type: "s" },
  ]);
});

test("coded times are those of inputs that were times in the training of a model", () => {
  const columns = ["when", "since"].map((name) => ({ name, type: "d" as const, written: ["pointMonth"] })) as TableToReadLike["columns"];
  const read = (type: "n" | "d") => readingOf({ columns, decimal: "." }, [{ name: "when", type }]).codedTimes?.map(({ name }) => name);
  expect([read("n"), read("d")]).toEqual([["since"], ["when", "since"]]);
});
