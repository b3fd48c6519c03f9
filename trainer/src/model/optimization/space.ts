import { type LinearConstraint, type ModelInput, type OptimizationRequest, validateOptimization } from "@agatha/contracts";

/** Bounds, steps and constraints of the search. Lists are by input, in the model's order. */
export interface SearchSpace {
  columns: readonly string[];
  from: Float64Array;
  to: Float64Array;
  /** Distance between candidate values, counted from `from`; 0 allows any value. */
  step: Float64Array;
  constraints: readonly SpaceConstraint[];
}

/** Constraint: weights · settings (relation) value, with the weights by input. */
export interface SpaceConstraint {
  weights: Float64Array;
  relation: LinearConstraint["relation"];
  value: number;
}

/** Returns the search space of a request for a model with these inputs. Throws as validateOptimization does. */
export function searchSpace(request: OptimizationRequest, inputs: readonly ModelInput[]): SearchSpace {
  validateOptimization(request, inputs);
  const columns = inputs.map(({ name }) => name);
  const space: SearchSpace = {
    columns,
    from: Float64Array.from(inputs, ({ min }) => min ?? 0),
    to: Float64Array.from(inputs, ({ max }) => max ?? 0),
    step: new Float64Array(columns.length),
    constraints: request.constraints.map(({ terms, relation, value }) => {
      const weights = new Float64Array(columns.length);
      for (const { column, coefficient } of terms) weights[columns.indexOf(column)] += coefficient;
      return { weights, relation, value };
    }),
  };
  for (const { column, min, max, step, fixed } of request.variables) {
    const at = columns.indexOf(column);
    space.from[at] = fixed ?? min ?? space.from[at];
    space.to[at] = fixed ?? max ?? space.to[at];
    space.step[at] = fixed === undefined ? (step ?? 0) : 0;
  }
  return space;
}
