import { nameKindOf } from "./name-kind.js";

test.each([
  ["batch", "unit"],
  ["batch_no", "unit"],
  ["schoolid", "unit"],
  ["patientId", "unit"],
  ["Machine 2", "unit"],
  ["customer name", "unit"],
  ["批號", "unit"],
  ["机台编号", "unit"],
  ["ロット番号", "unit"],
  ["設備 ID", "unit"],
  ["id", "identifier"],
  ["state", "identifier"],
  ["field", "identifier"],
  ["編號", "identifier"],
  ["production line", "identifier"],
  ["patient age", "time"],
  ["year", "time"],
  ["日付", "time"],
  ["machine temperature", "other"],
  ["設備溫度", "other"],
  ["motorcycle", "other"],
  ["c1", "other"],
])("%s names: %s", (name, kind) => {
  expect(nameKindOf({ type: "n", name })).toBe(kind);
});

test("a column of times is a time under any name", () => {
  expect(nameKindOf({ type: "d", name: "batch" })).toBe("time");
});
