/** Reference implementation of formulas in plain JavaScript, for the functions that the property tests generate. */
import { type ColumnType, checkFormula, type FormulaNode } from "@agatha/contracts";
import { compareValues, mean, type PlainTable, textOrNull, type Value } from "./plain-table.js";

/** A condition is true, false, or null where it is not known. */
type Result = Value | boolean;

/** Returns the type and the cells of the formula's column. */
export function evaluateExpression(formula: string, { columns, rows }: PlainTable): { type: ColumnType; cells: Value[] } {
  const { node, type } = checkFormula(formula, columns);
  const at = (name: string): number => columns.findIndex((column) => column.name === name);
  const evaluate = (part: FormulaNode, row: number): Result => {
    const of = (child: FormulaNode): Result => evaluate(child, row);
    switch (part.kind) {
      case "number":
      case "text":
        return part.value;
      case "column":
        return rows[row][at(part.name)];
      case "unary": {
        const value = of(part.of);
        if (value === null) return null;
        return part.sign === "not" ? !value : finite(-Number(value));
      }
      case "binary":
        return binary(part.sign, of(part.left), of(part.right));
      case "call":
        if (part.name === "lag" || part.name === "rolling_mean") return overRows(part, row, evaluate);
        return call(
          part.name,
          part.arguments.map((argument) => () => of(argument)),
        );
    }
  };
  return { type, cells: rows.map((_, row) => toCell(evaluate(node, row))) };
}

/** Returns what a function that looks at other rows gives in a row. */
function overRows(
  { name, arguments: [of, rows] }: Extract<FormulaNode, { kind: "call" }>,
  row: number,
  evaluate: (part: FormulaNode, row: number) => Result,
): Result {
  if (name === "lag") return row < literal(rows) ? null : evaluate(of, row - literal(rows));
  const from = Math.max(0, row - literal(rows) + 1);
  const values = Array.from({ length: row - from + 1 }, (_, i) => evaluate(of, from + i)).filter((value) => value !== null);
  return values.length === 0 ? null : finite(mean(values as number[]));
}

const literal = (node: FormulaNode): number => (node.kind === "number" ? node.value : Number.NaN);
const finite = (value: number): Value => (Number.isFinite(value) ? value || 0 : null);
const toCell = (value: Result): Value => (typeof value === "boolean" ? Number(value) : textOrNull(value));

function binary(sign: string, left: Result, right: Result): Result {
  if (sign === "and") return left === false || right === false ? false : left === null || right === null ? null : true;
  if (sign === "or") return left === true || right === true ? true : left === null || right === null ? null : false;
  if (left === null || right === null) return null;
  const [a, b] = [Number(left), Number(right)];
  const order = typeof left === "boolean" ? a - b : compareValues(left, right as number | string);
  const results: Record<string, () => Result> = {
    "+": () => finite(a + b),
    "-": () => finite(a - b),
    "*": () => finite(a * b),
    "/": () => finite(a / b),
    "=": () => order === 0,
    "<>": () => order !== 0,
    "<": () => order < 0,
    "<=": () => order <= 0,
    ">": () => order > 0,
    ">=": () => order >= 0,
  };
  return results[sign]();
}

function call(name: string, given: (() => Result)[]): Result {
  if (name === "if") return given[0]() === true ? given[1]() : (given[2]?.() ?? null);
  const values = given.map((value) => value());
  if (name === "coalesce") return values.find((value) => value !== null) ?? null;
  if (name === "ismissing") return values[0] === null;
  if (values.includes(null)) return null;
  const results: Record<string, () => Result> = {
    abs: () => Math.abs(Number(values[0])),
    min: () => Math.min(...values.map(Number)),
    max: () => Math.max(...values.map(Number)),
    bin: () => finite(Math.floor(Number(values[0]) / Number(values[1])) * Number(values[1])),
    concat: () => values.join(""),
    contains: () => String(values[0]).includes(String(values[1])),
  };
  return results[name]();
}
