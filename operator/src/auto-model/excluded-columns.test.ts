import type { ModelInfo } from "@agatha/contracts";
import { excludedColumns } from "./excluded-columns.js";

test("excluded columns are those with such a warning that are no inputs", () => {
  const warnings = [
    { code: "leakage", column: "voltage", message: "voltage alone explains 99.5 % of the target" },
    { code: "names_the_row", column: "serial", message: "serial only names the row" },
    { code: "rare_class", column: "site", message: "rare" },
  ];
  const info = (inputs: string[]) => ({ warnings, inputs: inputs.map((name) => ({ name })) }) as unknown as ModelInfo;
  expect(excludedColumns(info(["site"])).map(({ column }) => column)).toEqual(["voltage", "serial"]);
  expect(excludedColumns(info(["site", "voltage"])).map(({ column }) => column)).toEqual(["serial"]);
});
