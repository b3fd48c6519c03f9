import type { ModelInfo } from "@agatha/contracts";
import { fromPartial } from "@agatha/contracts/testing/from-partial";
import { excludedColumns } from "./excluded-columns.js";

test("excluded columns are those of all warnings about columns that are neither inputs nor the response", () => {
  const warnings: ModelInfo["warnings"] = [
    { code: "leakage", column: "voltage", message: "voltage alone explains 99.5 % of the target" },
    { code: "names_the_row", column: "serial", message: "serial only names the row" },
    { code: "names_the_group", column: "batch", message: "batch only names the group" },
    { code: "too_many_levels", column: "weight", message: "weight has more than 1000 different values and was left out" },
    { code: "not_learned_from", column: "holiday", message: "holiday is not learned from" },
    { code: "rare_classes", column: "grade", message: "rare" },
    { code: "rare_classes", column: "site", message: "rare" },
  ];
  const info = (inputs: string[]) => fromPartial<ModelInfo>({ warnings, response: "grade", inputs: inputs.map((name) => ({ name })) });
  expect(excludedColumns(info(["site"])).map(({ column }) => column)).toEqual(["voltage", "serial", "batch", "weight"]);
  expect(excludedColumns(info(["site", "voltage"])).map(({ column }) => column)).toEqual(["serial", "batch", "weight"]);
});
