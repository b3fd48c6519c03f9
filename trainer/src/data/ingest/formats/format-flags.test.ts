import { DATE_FORMATS } from "./date-formats.js";
import { ALL_DATE_FORMATS, dateBit, NUMBER_FORMATS, PLAIN_TIME } from "./format-flags.js";

test("each format has a bit of its own among the 32 of a flag", () => {
  const flags = [NUMBER_FORMATS, ...DATE_FORMATS.map(dateBit), PLAIN_TIME];
  expect(flags.reduce((all, flag) => all ^ flag)).toBe(NUMBER_FORMATS | ALL_DATE_FORMATS | PLAIN_TIME);
  for (const [i, flag] of flags.entries()) for (const other of flags.slice(i + 1)) expect(flag & other).toBe(0);
});
