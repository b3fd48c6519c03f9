import type { DerivedColumnSpec, EditStepSpec, Operand } from "../edit-steps/index.js";
import { columnsOfFormula } from "../formula/index.js";

/** Input that edit steps compute from other inputs. */
interface ComputedInput {
  column: string;
  from: string[];
}

/** Returns the inputs that formulas and joins compute, directly or by further columns, from other inputs of these. */
export function computedInputs(steps: readonly EditStepSpec[], inputs: readonly string[]): ComputedInput[] {
  const sources = new Map<string, Set<string>>();
  for (const step of steps) {
    for (const [column, from] of computedColumns(step)) {
      sources.set(column, new Set(from.flatMap((name) => [name, ...(sources.get(name) ?? [])])));
    }
  }
  return inputs.flatMap((column) => {
    const from = inputs.filter((name) => name !== column && sources.get(column)?.has(name));
    return from.length > 0 ? [{ column, from }] : [];
  });
}

/** Returns each column that a step adds, with the columns that it is computed from. */
function computedColumns(step: EditStepSpec): [string, string[]][] {
  if (step.type === "derived") return [[step.name, columnsOfDerived(step.formula)]];
  if (step.type !== "join") return [];
  const keys = step.on.map(({ column }) => column);
  return step.columns.map((column) => [step.prefix + column, keys]);
}

/** Returns the columns that the formula of a derived column names. */
export function columnsOfDerived(formula: DerivedColumnSpec["formula"]): string[] {
  const columns = (...operands: Operand[]) => operands.flatMap((operand) => ("column" in operand ? [operand.column] : []));
  if (formula.op === "expression") return columnsOfFormula(formula.expression);
  if (formula.op === "join") return formula.columns;
  if (formula.op === "part") return [formula.column];
  if (formula.op === "difference") return [formula.from, formula.to];
  return "of" in formula ? columns(formula.of) : columns(formula.left, formula.right);
}
