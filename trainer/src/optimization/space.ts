import { InvalidInput, type LinearConstraint, type ModelInput, type OptimizationRequest, type Problem } from "@agatha/contracts";

/** Where the search may go. Lists are by input, in the model's order. */
export interface SearchSpace {
  columns: readonly string[];
  from: Float64Array;
  to: Float64Array;
  /** Distance between values that are tried, counted from `from`; 0 for any value. */
  step: Float64Array;
  constraints: readonly SpaceConstraint[];
}

/** weights · settings (relation) value, the weights by input. */
export interface SpaceConstraint {
  weights: Float64Array;
  relation: LinearConstraint["relation"];
  value: number;
}

/**
 * The space of a request, for a model with these inputs. Throws InvalidInput with every place at which it is wrong: 011002 when
 * an input is no number, 011003 for columns, bounds and goals that cannot be.
 */
export function searchSpace({ target, variables, constraints }: OptimizationRequest, inputs: readonly ModelInput[]): SearchSpace {
  const texts = inputs
    .filter(({ type }) => type !== "n")
    .map(({ name }) => ({ path: name, message: "is no number: leave it out of the model" }));
  if (texts.length > 0) throw new InvalidInput("011002", texts);
  const columns = inputs.map(({ name }) => name);
  const problems: Problem[] = [];
  const place = (column: string, path: string): number => {
    const at = columns.indexOf(column);
    if (at < 0) problems.push({ path, message: `the model has no input ${JSON.stringify(column)}` });
    return at;
  };
  if (target.goal === "value" && target.value === undefined)
    problems.push({ path: "target.value", message: "the goal needs a value to come near to" });
  const space: SearchSpace = {
    columns,
    from: Float64Array.from(inputs, ({ min }) => min ?? 0),
    to: Float64Array.from(inputs, ({ max }) => max ?? 0),
    step: new Float64Array(columns.length),
    constraints: constraints.map(({ terms, relation, value }, i) => {
      const weights = new Float64Array(columns.length);
      for (const [t, { column, coefficient }] of terms.entries()) {
        const at = place(column, `constraints[${i}].terms[${t}].column`);
        if (at >= 0) weights[at] += coefficient;
      }
      return { weights, relation, value };
    }),
  };
  const seen = new Set<number>();
  for (const [i, { column, min, max, step, fixed }] of variables.entries()) {
    const at = place(column, `variables[${i}].column`);
    if (at < 0) continue;
    if (seen.has(at)) problems.push({ path: `variables[${i}].column`, message: "the input is named twice" });
    seen.add(at);
    space.from[at] = fixed ?? min ?? space.from[at];
    space.to[at] = fixed ?? max ?? space.to[at];
    space.step[at] = fixed === undefined ? (step ?? 0) : 0;
    if (space.from[at] > space.to[at]) {
      problems.push({ path: `variables[${i}]`, message: `the least value, ${space.from[at]}, is above the greatest, ${space.to[at]}` });
    }
  }
  if (problems.length > 0) throw new InvalidInput("011003", problems);
  return space;
}
