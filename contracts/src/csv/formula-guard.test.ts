import fc from "fast-check";
import { guardFormulas, unguardFormulas } from "./formula-guard.js";

test.each([
  ["an equals sign", "=1+1", "'\u2060=1+1"],
  ["a minus", "-a", "'\u2060-a"],
  ["a difference", "-5-3", "'\u2060-5-3"],
  ["a plus", "+5", "'\u2060+5"],
  ["blanks before it", "  =1+1", "  '\u2060=1+1"],
  ["an ideographic and a narrow blank", "\u3000\u202f@a", "\u3000\u202f'\u2060@a"],
  ["a byte order mark", "\ufeff=1", "\ufeff'\u2060=1"],
  ["line feeds before it", "\n\r\n=1", "\n\r\n'\u2060=1"],
  ["a tab before it", "\t+1", "\t'\u2060+1"],
  ["a second line", "a\n=1\nb", "a\n'\u2060=1\nb"],
  ["full-width signs", "＝1;＋1;－1;＠a", "'\u2060＝1;'\u2060＋1;'\u2060－1;'\u2060＠a"],
  ["a list with semicolons", "a;=1; -2;b-c", "a;'\u2060=1; '\u2060-2;b-c"],
  ["a guard of its own", "'\u2060=1", "'\u2060'\u2060=1"],
])("guards text with %s", (_what, text, guarded) => {
  expect(guardFormulas(text)).toBe(guarded);
});

test.each(["", "-1", "-0.5", "-1.5e-7", "iron", "a=b", "it's", "a - b", "1;2", "x@example.com", "'quoted'", "'=1", " '-5", "a;'=1"])(
  "leaves %j as it is",
  (text) => {
    expect(guardFormulas(text)).toBe(text);
    expect(unguardFormulas(text)).toBe(text);
  },
);

const texts = fc.string({
  unit: fc.constantFrom("=", "+", "-", "@", "＝", "－", "'", "\u2060", ";", "\t", "\r", "\n", " ", "\u3000", "a", "1"),
});

test("no part of a guarded text but a negative number begins with a sign of a formula, and the text comes back", () => {
  fc.assert(
    fc.property(texts, (text) => {
      const guarded = guardFormulas(text);
      const parts = /^-1+$/.test(text) ? [] : guarded.split(/[;\t\r\n]/);
      for (const part of parts) expect(part.trim()).not.toMatch(/^[=+\-@＝＋－＠]/);
      expect(unguardFormulas(guarded)).toBe(text);
    }),
  );
});
