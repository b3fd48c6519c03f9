import { createFormat } from "../i18n/format.js";
import { binText } from "./bin-text.js";

test.each([
  [1013.02, 1013.07, "1,013.02 – 1,013.07"],
  [1013, 1013.05, "1,013 – 1,013.05"],
  [0, 12.345678, "0 – 12.35"],
  [-0.00123, 0.5, "-0.00123 – 0.5"],
  [5e9, 5.00001e9, "5,000,000,000 – 5,000,010,000"],
  [1e-7, 2e-7, "1E-7 – 2E-7"],
  [0, 0, "0"],
  [2.5, 2.5, "2.5"],
])("the limits of a bin have as many digits as its width needs: %d to %d", (from, to, expected) => {
  expect(binText(from, to, createFormat("en"))).toBe(expected);
});

test("neighbouring bins have different limits, however narrow they are", () => {
  const limits = Array.from({ length: 41 }, (_, i) => 1013.02 + i * 1e-5);
  const texts = limits.slice(1).map((to, i) => binText(limits[i]!, to, createFormat("en")));
  expect(new Set(texts).size).toBe(40);
  expect(texts.every((text) => new Set(text.split(" – ")).size === 2)).toBe(true);
});
