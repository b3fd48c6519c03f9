import { createFormat } from "../i18n/format.js";
import { binText, timeBinText } from "./bin-text.js";

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

const time = (iso: string) => Date.parse(iso);

test.each([
  ["2024-01-01T06:00:00Z", "2024-01-02T14:35:13.043Z", "2024-01-01 06:00 – 2024-01-02 14:35"],
  ["2024-01-01T00:00:00Z", "2024-01-02T00:00:00Z", "2024-01-01 00:00 – 2024-01-02 00:00"],
  ["2024-01-01T00:00:00Z", "2024-02-11T05:00:00Z", "2024-01-01 – 2024-02-11"],
  ["2024-01-01T00:00:00.400Z", "2024-01-01T00:00:31Z", "2024-01-01 00:00:00 – 2024-01-01 00:00:31"],
  ["2024-01-01T00:00:00.001Z", "2024-01-01T00:00:00.004Z", "2024-01-01 00:00:00.001 – 2024-01-01 00:00:00.004"],
  ["2024-01-01T06:00:00Z", "2024-01-01T06:00:00Z", "2024-01-01 06:00:00"],
])("the limits of a bin of times are in a unit that its width needs: %s to %s", (from, to, expected) => {
  expect(timeBinText(time(from), time(to))).toBe(expected);
});
