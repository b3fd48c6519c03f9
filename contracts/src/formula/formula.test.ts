import { checkFormula, columnInFormula, columnsOfFormula, FormulaError, type FormulaNode } from "./index.js";
import { parseFormula } from "./parse.js";

const COLUMNS = [
  { name: "heat", type: "n" },
  { name: "oven no. ]2", type: "s" },
  { name: "溫度", type: "n" },
  { name: "at", type: "d" },
] as const;

/** Returns the formula with all its brackets. */
function bracketed(node: FormulaNode): string {
  if (node.kind === "binary") return `(${bracketed(node.left)} ${node.sign} ${bracketed(node.right)})`;
  if (node.kind === "unary") return `(${node.sign} ${bracketed(node.of)})`;
  if (node.kind === "call") return `${node.name}(${node.arguments.map(bracketed).join(", ")})`;
  return node.kind === "column" ? node.name : String(node.value);
}

test.each([
  ["a + b * c - d", "((a + (b * c)) - d)"],
  ["a ^ b ^ c", "(a ^ (b ^ c))"],
  ["-a ^ 2 * b", "((- (a ^ 2)) * b)"],
  ["not a = b and c or d", "(((not (a = b)) and c) or d)"],
  ["a <> 1.5e3 OR b != .5", "((a <> 1500) or (b <> 0.5))"],
  ["IF(a, (b), [if])", "if(a, b, if)"],
  ['"say ""so"""', 'say "so"'],
])("%s is read as %s", (formula, expected) => {
  expect(bracketed(parseFormula(formula))).toBe(expected);
});

test.each([
  ["heat + 溫度", "n"],
  ["heat > 1", "n"],
  ["[oven no. ]]2]", "s"],
  ['if(at < date("2024-02-29"), at)', "d"],
] as const)("the column of %s has the type %s", (formula, type) => {
  expect(checkFormula(formula, COLUMNS).type).toBe(type);
});

test.each<[string, string, string]>([
  ["", "empty", ""],
  ["  ", "empty", ""],
  ["heat +", "unexpectedEnd", "+"],
  ["(heat", "unexpectedEnd", "t"],
  ["heat heat", "unexpected", "heat"],
  ["heat + )", "unexpected", ")"],
  ["heat ; 1", "unexpected", ";"],
  ['concat("a', "unclosedText", '"a'],
  ["1 + [heat", "unclosedName", "[heat"],
  [`${"(".repeat(60)}1${")".repeat(60)}`, "tooDeep", "("],
  [`1${"+1".repeat(200)}`, "tooDeep", "+"],
  ["heat + head", "unknownColumn", "head"],
  ["root(heat)", "unknownFunction", "root"],
  ["abs()", "argumentCount", "abs()"],
  ["round(heat, 1, 2)", "argumentCount", "round(heat, 1, 2)"],
  ["abs([oven no. ]]2])", "wrongType", "[oven no. ]]2]"],
  ["heat and 1 = 1", "wrongType", "heat"],
  ['if(heat > 1, 1, "a")', "wrongType", '"a"'],
  ['heat = "1"', "differentTypes", 'heat = "1"'],
  ["lag(heat, 1.5)", "wholeNumber", "1.5"],
  ["rolling_mean(heat, heat)", "wholeNumber", "heat"],
  ['datediff(at, at, "year")', "unit", '"year"'],
  ['dateadd(at, 1, "decade")', "unit", '"decade"'],
  ['date("2024-02-30")', "date", '"2024-02-30"'],
  ['date("yesterday")', "date", '"yesterday"'],
  ["lag(heat, 1, 1 + 1)", "columnNeeded", "1 + 1"],
  ["rolling_sum(1 + lag(heat, 1), 3)", "nestedWindow", "lag(heat, 1)"],
])("the formula %j has the fault %s at %j", (formula, fault, part) => {
  let thrown: unknown;
  try {
    checkFormula(formula, COLUMNS);
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(FormulaError);
  const { fault: found, place, message } = thrown as FormulaError;
  expect([found, formula.slice(place.start, place.end).slice(0, part.length)]).toEqual([fault, part]);
  expect(message).not.toContain("{{");
});

test.each([
  ["d * 2", "There is no column d"],
  ["constructor * 2", "There is no column constructor"],
  ["s(1)", "There is no function s"],
  ["heat n", "n is not expected here"],
])("the fault of %s says the name as it is typed, not a type's: %s", (formula, message) => {
  expect(() => checkFormula(formula, COLUMNS)).toThrow(message);
});

test.each(["heat", "oven no. ]2", "溫度", "and", "9 lives"])("the column %s is found in a formula under its own name", (name) => {
  expect(columnsOfFormula(`1 + ${columnInFormula(name)}`)).toEqual([name]);
});

test("a formula that cannot be parsed names no columns", () => {
  expect(columnsOfFormula("heat +")).toEqual([]);
});
