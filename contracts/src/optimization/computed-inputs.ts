import type { EditStepSpec } from "../edit-steps/index.js";
import { columnsOfDerived } from "../edit-steps/required-columns.js";

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
