/** Draft of a new column that is computed row by row. */
import type { ColumnType, DerivedColumnSpec, Operand } from "@agatha/contracts";
import { formulaFault } from "../../../step-columns/formula-fault.js";
import type { StepColumn } from "../../../step-columns/step-columns.js";
import { columnNameProblem, parseNumber, valueProblem } from "./parse-value.js";
import { type Problem, type Problems, withoutNull } from "./problems.js";

type Formula = DerivedColumnSpec["formula"];
export type FormulaOp = Formula["op"];
type TimePart = Extract<Formula, { op: "part" }>["part"];
type DifferenceUnit = Extract<Formula, { op: "difference" }>["unit"];

export const TIME_PARTS = ["year", "quarter", "month", "day", "weekday", "hour", "minute"] as const satisfies readonly TimePart[];
export const DIFFERENCE_UNITS = ["second", "minute", "hour", "day"] as const satisfies readonly DifferenceUnit[];

/** Operands of a formula: an expression, two numbers, one number, a time, two times, or texts. */
type FormulaShape = "expression" | "two" | "one" | "part" | "difference" | "join";

export const FORMULA_SHAPES: Record<FormulaOp, FormulaShape> = {
  expression: "expression",
  add: "two",
  subtract: "two",
  multiply: "two",
  divide: "two",
  power: "two",
  log: "one",
  exp: "one",
  sqrt: "one",
  abs: "one",
  floor: "one",
  part: "part",
  difference: "difference",
  join: "join",
};

/** Column type that a formula of this shape needs. */
export const SHAPE_COLUMN_TYPE: Record<Exclude<FormulaShape, "expression">, ColumnType> = {
  two: "n",
  one: "n",
  part: "d",
  difference: "d",
  join: "s",
};

/** Formulas for which there are columns. */
export function availableFormulas(columns: readonly StepColumn[]): FormulaOp[] {
  const types = new Set(columns.map(({ type }) => type));
  return (Object.keys(FORMULA_SHAPES) as FormulaOp[]).filter((op) => {
    const shape = FORMULA_SHAPES[op];
    return shape === "expression" ? types.size > 0 : types.has(SHAPE_COLUMN_TYPE[shape]);
  });
}

/** A column or a number. */
export interface OperandDraft {
  kind: "column" | "value";
  column: string | null;
  value: string;
}

export interface DerivedColumnDraft {
  name: string;
  op: FormulaOp;
  expression: string;
  left: OperandDraft;
  right: OperandDraft;
  /** Time column that the part is taken from. */
  time: string | null;
  part: TimePart;
  from: string | null;
  to: string | null;
  unit: DifferenceUnit;
  columns: readonly string[];
  separator: string;
}

const EMPTY_OPERAND: OperandDraft = { kind: "column", column: null, value: "" };

/** Returns an unnamed draft with the first formula that these columns allow. */
export function newDerivedDraft(columns: readonly StepColumn[]): DerivedColumnDraft {
  return {
    name: "",
    op: availableFormulas(columns)[0] ?? "expression",
    expression: "",
    left: EMPTY_OPERAND,
    right: EMPTY_OPERAND,
    time: null,
    part: "month",
    from: null,
    to: null,
    unit: "hour",
    columns: [],
    separator: " ",
  };
}

/** Problems by `name`, `expression`, `left`, `right`, `time`, `from`, `to` and `columns`. */
export function derivedProblems(draft: DerivedColumnDraft, columns: readonly StepColumn[]): Problems {
  const names = columns.map(({ name }) => name);
  const shape = FORMULA_SHAPES[draft.op];
  if (shape === "expression")
    return withoutNull({
      name: columnNameProblem(draft.name, names),
      expression: formulaFault(draft.expression, columns) && "formulaWrong",
    });
  const isThere = (name: string | null) => columns.some((column) => column.name === name && column.type === SHAPE_COLUMN_TYPE[shape]);
  const columnProblem = (name: string | null): Problem | null => (isThere(name) ? null : "columnNeeded");
  const operandProblem = (operand: OperandDraft) =>
    operand.kind === "column" ? columnProblem(operand.column) : valueProblem(operand.value, "n");
  const name = columnNameProblem(draft.name, names);
  switch (shape) {
    case "two":
      return withoutNull({ name, left: operandProblem(draft.left), right: operandProblem(draft.right) });
    case "one":
      return withoutNull({ name, left: operandProblem(draft.left) });
    case "part":
      return withoutNull({ name, time: columnProblem(draft.time) });
    case "difference":
      return withoutNull({ name, from: columnProblem(draft.from), to: columnProblem(draft.to) });
    case "join":
      return withoutNull({ name, columns: draft.columns.length > 0 && draft.columns.every(isThere) ? null : "textNeeded" });
  }
}

/** Returns the step that the draft describes. A valid draft gives a valid step. */
export function derivedSpecOf(draft: DerivedColumnDraft): DerivedColumnSpec {
  return { type: "derived", name: draft.name, formula: formulaOf(draft) };
}

function formulaOf({ op, left, right, ...draft }: DerivedColumnDraft): Formula {
  switch (op) {
    case "expression":
      return { op, expression: draft.expression };
    case "part":
      return { op, column: draft.time ?? "", part: draft.part };
    case "difference":
      return { op, from: draft.from ?? "", to: draft.to ?? "", unit: draft.unit };
    case "join":
      return { op, columns: [...draft.columns], separator: draft.separator };
    case "log":
    case "exp":
    case "sqrt":
    case "abs":
    case "floor":
      return { op, of: operandOf(left) };
    default:
      return { op, left: operandOf(left), right: operandOf(right) };
  }
}

const operandOf = ({ kind, column, value }: OperandDraft): Operand =>
  kind === "column" ? { column: column ?? "" } : { value: parseNumber(value) ?? 0 };
