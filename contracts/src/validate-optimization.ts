import { ERRORS } from "./error-catalogue.js";
import { InvalidInput, type Problem } from "./error-classes.js";
import type { OptimizationRequest } from "./kinds/optimization.js";
import type { ModelInput } from "./results/model-info.js";

type Input = Pick<ModelInput, "name" | "type" | "min" | "max">;

/**
 * Validates a search before it runs. Throws InvalidInput with every problem: optimizationInputNotNumeric if an input is not a
 * number, optimizationInfeasible if columns, bounds or goals are impossible.
 */
export function validateOptimization(request: OptimizationRequest, inputs: readonly Input[]): void {
  const texts = inputs
    .filter(({ type }) => type !== "n")
    .map(({ name }) => ({ path: name, message: "is no number: leave it out of the model" }));
  if (texts.length > 0) throw new InvalidInput(ERRORS.optimizationInputNotNumeric, texts);
  const { target } = request;
  const goal: Problem[] =
    target.goal === "value" && target.value === undefined
      ? [{ path: "target.value", message: "the goal needs a value to come near to" }]
      : [];
  const problems = [...goal, ...constraintProblems(request, inputs), ...variableProblems(request, inputs)];
  if (problems.length > 0) throw new InvalidInput(ERRORS.optimizationInfeasible, problems);
}

const unknownInputProblem = (column: string, path: string): Problem => ({
  path,
  message: `the model has no input ${JSON.stringify(column)}`,
});

function constraintProblems({ constraints }: OptimizationRequest, inputs: readonly Input[]): Problem[] {
  return constraints.flatMap(({ terms }, i) =>
    terms.flatMap(({ column }, t) =>
      inputs.some(({ name }) => name === column) ? [] : [unknownInputProblem(column, `constraints[${i}].terms[${t}].column`)],
    ),
  );
}

function variableProblems({ variables }: OptimizationRequest, inputs: readonly Input[]): Problem[] {
  return variables.flatMap(({ column, min, max, fixed }, i): Problem[] => {
    const input = inputs.find(({ name }) => name === column);
    if (!input) return [unknownInputProblem(column, `variables[${i}].column`)];
    const isDuplicate = variables.findIndex((other) => other.column === column) < i;
    const [from, to] = [fixed ?? min ?? input.min ?? 0, fixed ?? max ?? input.max ?? 0];
    const duplicate = isDuplicate ? [{ path: `variables[${i}].column`, message: "the input is named twice" }] : [];
    if (from <= to) return duplicate;
    return [...duplicate, { path: `variables[${i}]`, message: `the least value, ${from}, is above the greatest, ${to}` }];
  });
}
