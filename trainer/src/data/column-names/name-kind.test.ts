import { nameKindOf, namesQuantity, namesSurveyWeight, shareUnitOf } from "./name-kind.js";

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
  ["hr", "time"],
  ["mnth", "time"],
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

test.each([
  ["market share", "whole"],
  ["proportion_defective", "whole"],
  ["良品割合", "whole"],
  ["humidity_pct", "hundred"],
  ["perc.alumni", "hundred"],
  ["Yield (%)", "hundred"],
  ["不良率(%)", "hundred"],
  ["資金利用率(%)", "hundred"],
  ["前期出席率(%)", "hundred"],
  ["前期比(%)", undefined],
  ["金利(%)", undefined],
  ["含水率(%)", "hundred"],
  ["price per share", undefined],
  ["pct_change", undefined],
  ["growth %", undefined],
  ["年增率(%)", undefined],
  ["漲跌幅(%)", undefined],
  ["降幅(%)", undefined],
  ["增速(%)", undefined],
  ["同比(%)", undefined],
  ["前年比(%)", undefined],
  ["収益率(%)", undefined],
  ["yoy_pct", undefined],
  ["YoY%", undefined],
  ["profit_margin_pct", undefined],
  ["overrun_pct", undefined],
  ["増加率(%)", undefined],
  ["変化率(%)", undefined],
  ["毛利率(%)", undefined],
  ["shares", undefined],
  ["n_shares", undefined],
  ["ROI (%)", undefined],
  ["deviation %", undefined],
  ["interest rate (%)", undefined],
  ["number of shares", undefined],
  ["share count", undefined],
  ["ratio", undefined],
])("%s names a share of a whole: %s", (name, unit) => {
  expect(shareUnitOf(name)).toBe(unit);
});

test.each([
  ["pspwght", true],
  ["design_weight", true],
  ["wtssall", true],
  ["weight", false],
  ["net weight", false],
  ["birthwt", false],
])("%s names a survey's weight: %s", (name, isWeight) => {
  expect(namesSurveyWeight(name)).toBe(isWeight);
});

test.each([
  ["temperature", true],
  ["dose_mg", true],
  ["motorSpeed", true],
  ["temp_reactor_2", true],
  ["conc_NO2", true],
  ["轉速", true],
  ["load_number", false],
  ["setting_no", false],
  ["loadNr", false],
  ["size_code", false],
  ["current_index", false],
  ["stress test nr.", false],
  ["設定編號", false],
  ["power plant", false],
  ["pressure_vessel", false],
  ["load_cell", false],
  ["pressure vessel temperature", true],
  ["load_cell_force", true],
  ["flow meter pressure", true],
  ["power_unit_temperature", true],
  ["power_line_voltage", true],
  ["power plant output power", true],
  ["發電廠溫度", true],
  ["position", false],
  ["位置", false],
])("%s names a quantity: %s", (name, isQuantity) => {
  expect(namesQuantity(name)).toBe(isQuantity);
});
