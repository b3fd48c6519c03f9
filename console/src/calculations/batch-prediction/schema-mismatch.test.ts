import { schemaMismatch } from "./schema-mismatch.js";

const inputs = [
  { name: "heat", type: "n" },
  { name: "shift", type: "s" },
] as const;

test.each([
  ["all columns of their types, and others", ["heat n", "shift s", "more d"], [], []],
  ["one less", ["heat n"], ["shift"], []],
  ["text where numbers were", ["heat s", "shift s"], [], ["heat"]],
  ["none", [], ["heat", "shift"], []],
  // @contract a-batch-sends-no-rows-without-the
] as const)("a table with %s lacks %j and has other types in %j", (_what, columns, missing, typeMismatch) => {
  const table = columns.map((column) => {
    const [name = "", type = ""] = column.split(" ");
    return { name, type: type as "n" | "s" | "d" };
  });
  expect(schemaMismatch(inputs, table)).toEqual({ missing, typeMismatch });
});
