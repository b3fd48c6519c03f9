import type { ColumnType } from "../kinds/dataset.js";
import { FormulaError } from "./faults.js";
import {
  CALENDAR_STEP_MONTHS,
  FORMULA_FUNCTIONS,
  FORMULA_UNITS,
  type FormulaFunction,
  isFormulaFunction,
  MAX_ARGUMENTS,
  MAX_WINDOW_ROWS,
  type Parameter,
  type ValueType,
} from "./functions.js";
import { type FormulaNode, parseFormula } from "./parse.js";

export interface FormulaColumn {
  name: string;
  type: ColumnType;
}

type Call = Extract<FormulaNode, { kind: "call" }>;

const FORMULA_DATE = /^\d{4}-\d\d-\d\d(?: \d\d:\d\d(?::\d\d)?)?$/;

function checkUnit(node: FormulaNode, units: readonly string[]): "s" {
  if (node.kind !== "text" || !units.includes(node.value))
    throw new FormulaError("unit", node, { units: units.map((unit) => `"${unit}"`).join(", ") });
  return "s";
}

/** Whether the text is a date of the calendar, with or without a time of day. */
function isDate(text: string): boolean {
  if (!FORMULA_DATE.test(text)) return false;
  const time = new Date(`${text.replace(" ", "T")}${text.length === 10 ? "T00:00" : ""}Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text.slice(0, 10));
}

interface CheckedFormula {
  node: FormulaNode;
  /** Type of its column. */
  type: ColumnType;
  /** Whether the column has 1 where a condition holds and 0 where it does not. */
  isCondition: boolean;
}

/** Parses and checks a formula. Throws FormulaError at the first fault. */
export function checkFormula(formula: string, columns: readonly FormulaColumn[]): CheckedFormula {
  const node = parseFormula(formula);
  const type = typeOf(node, new Map(columns.map((column) => [column.name, column.type])));
  return { node, type: type === "b" ? "n" : type, isCondition: type === "b" };
}

/** Returns the columns that a formula names, each once; those up to its first fault if it has one. */
export function columnsOfFormula(formula: string): string[] {
  const names = new Set<string>();
  const visit = (node: FormulaNode): void => {
    if (node.kind === "column") names.add(node.name);
    for (const child of childrenOf(node)) visit(child);
  };
  try {
    visit(parseFormula(formula));
  } catch (error) {
    if (!(error instanceof FormulaError)) throw error;
  }
  return [...names];
}

/** Returns the operands or arguments of a node, in their order. */
export function childrenOf(node: FormulaNode): readonly FormulaNode[] {
  if (node.kind === "unary") return [node.of];
  if (node.kind === "binary") return [node.left, node.right];
  return node.kind === "call" ? node.arguments : [];
}

type Types = ReadonlyMap<string, ColumnType>;

/** `outer`: the function around this part that looks at other rows. */
function typeOf(node: FormulaNode, columns: Types, outer?: string): ValueType {
  switch (node.kind) {
    case "number":
      return "n";
    case "text":
      return "s";
    case "column": {
      const type = columns.get(node.name);
      if (!type) throw new FormulaError("unknownColumn", node, { column: node.name });
      return type;
    }
    case "unary":
      return expectType(node.of, columns, { type: node.sign === "not" ? "b" : "n", outer });
    case "binary":
      return typeOfBinary(node, columns, outer);
    case "call":
      return typeOfCall(node, columns, outer);
  }
}

function expectType(node: FormulaNode, columns: Types, { type, outer }: { type: ValueType; outer?: string | undefined }): ValueType {
  const found = typeOf(node, columns, outer);
  if (found !== type) throw new FormulaError("wrongType", node, { found, expected: type });
  return found;
}

function typeOfBinary(
  { sign, left, right, start, end }: Extract<FormulaNode, { kind: "binary" }>,
  columns: Types,
  outer?: string,
): ValueType {
  const isLogical = sign === "and" || sign === "or";
  if (isLogical || "+-*/^".includes(sign)) {
    const type = isLogical ? "b" : "n";
    for (const side of [left, right]) expectType(side, columns, { type, outer });
    return type;
  }
  const [one, other] = [typeOf(left, columns, outer), typeOf(right, columns, outer)];
  if (one !== other) throw new FormulaError("differentTypes", { start, end }, { left: one, right: other });
  return "b";
}

function typeOfCall(call: Call, columns: Types, outer?: string): ValueType {
  const { name, nameSpan } = call;
  if (!isFormulaFunction(name)) throw new FormulaError("unknownFunction", nameSpan, { function: name });
  const { takes, optional = 0, repeats = false, gives, window = false }: FormulaFunction = FORMULA_FUNCTIONS[name];
  if (window && outer !== undefined) throw new FormulaError("nestedWindow", call, { function: name, outer });
  const count = call.arguments.length;
  const [least, most] = [takes.length - optional, repeats ? MAX_ARGUMENTS : takes.length];
  if (count < least || count > most)
    throw new FormulaError("argumentCount", call, {
      function: name,
      expected: least === most ? String(least) : `${least}–${most}`,
      found: String(count),
    });
  let same: ValueType | undefined;
  for (const [i, argument] of call.arguments.entries()) {
    const parameter = takes[Math.min(i, takes.length - 1)]!;
    const type = typeOfArgument(argument, parameter, { columns, outer: window ? name : outer });
    if (parameter !== "same") continue;
    if (same !== undefined && type !== same) throw new FormulaError("wrongType", argument, { found: type, expected: same });
    same = type;
  }
  return gives === "same" ? same! : gives;
}

function typeOfArgument(
  node: FormulaNode,
  parameter: Parameter,
  { columns, outer }: { columns: Types; outer?: string | undefined },
): ValueType {
  switch (parameter) {
    case "any":
    case "same":
      return typeOf(node, columns, outer);
    case "rows":
      if (node.kind !== "number" || !Number.isInteger(node.value) || node.value < 1 || node.value > MAX_WINDOW_ROWS)
        throw new FormulaError("wholeNumber", node, { least: "1", most: String(MAX_WINDOW_ROWS) });
      return "n";
    case "unit":
      return checkUnit(node, FORMULA_UNITS);
    case "step":
      return checkUnit(node, [...FORMULA_UNITS, ...Object.keys(CALENDAR_STEP_MONTHS)]);
    case "date":
      if (node.kind !== "text" || !isDate(node.value)) throw new FormulaError("date", node);
      return "d";
    case "group":
      if (node.kind !== "column") throw new FormulaError("columnNeeded", node);
      return typeOf(node, columns);
    default:
      return expectType(node, columns, { type: parameter, outer });
  }
}
