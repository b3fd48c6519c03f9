import { type NumberStyle, numberReader } from "./number-texts.js";

const POINT: NumberStyle = { decimal: ".", grouped: false };
const COMMA: NumberStyle = { decimal: ",", grouped: false };
const grouped = (style: NumberStyle): NumberStyle => ({ ...style, grouped: true });

test.each<[string, NumberStyle, string[], (string | undefined)[]]>([
  ["a comma that may separate thousands makes no number where none are known", POINT, ["1,234", "7"], [undefined, "7"]],
  ["it separates thousands where they are known", grouped(POINT), ["1,234", "7"], ["1234", "7"]],
  ["it separates thousands beside others that do", POINT, ["1,234", "1,234,567"], ["1234", "1234567"]],
  ["it is a decimal comma where those are known", COMMA, ["1,234", "7"], ["1.234", "7"]],
  ["it is a decimal comma beside others", POINT, ["1,234", "2,5", ",5"], ["1.234", "2.5", ".5"]],
  ["it separates thousands beside decimal points, where they are known", grouped(COMMA), ["1,234", "2.5"], ["1234", "2.5"]],
  ["a point that may separate thousands is a decimal point", COMMA, ["1.234", "-2.5e3"], ["1.234", "-2.5e3"]],
  ["it separates thousands where they are known beside decimal commas", grouped(COMMA), ["1.234", "7"], ["1234", "7"]],
  ["it separates thousands beside decimal commas", POINT, ["1.234", "2,5"], ["1234", "2.5"]],
  ["it is a decimal point beside others", grouped(COMMA), ["1.234", "2.5"], ["1.234", "2.5"]],
  ["points and commas together show what they are", POINT, ["1,234.5", "1.234,5"], ["1234.5", "1234.5"]],
  ["spreadsheets also separate thousands by apostrophes and narrow blanks", POINT, ["1'234", "1\u202f234,5"], ["1234", "1234.5"]],
  ["other text is no number", POINT, ["4 mm", "1,2,3", "", "0x10", "Infinity"], [undefined, undefined, undefined, undefined, undefined]],
])("%s", (_rule, style, cells, numbers) => {
  expect(cells.map(numberReader(cells, style))).toEqual(numbers);
});
