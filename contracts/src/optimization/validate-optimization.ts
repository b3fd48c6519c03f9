import { ALGORITHMS } from "../algorithms/index.js";
import type { EditStepSpec } from "../edit-steps/index.js";
import { ERRORS } from "../errors/error-catalogue.js";
import { InvalidInput, type Problem } from "../errors/error-classes.js";
import type { OptimizationGoal, OptimizationRequest, OptimizationVariable } from "../kinds/optimization.js";
import type { ModelInfo } from "../results/model-info.js";
import type { ModelInput } from "../results/model-input.js";
import { computedInputs } from "./computed-inputs.js";

/** The properties of a model that a search needs. */
export interface OptimizedModel extends Pick<ModelInfo, "type" | "algorithms" | "response"> {
  inputs: readonly ModelInput[];
  /** Classes of a classifier; empty for other models. */
  labels: readonly string[];
  /** Edit steps of the rows that it learned from. */
  steps?: readonly EditStepSpec[];
  /** Of a model of lags: its pastInputs. */
  past?: readonly string[];
}

/** Models by the name that goals use for them. The model of the request has the key undefined. */
type OptimizedModels = ReadonlyMap<string | undefined, OptimizedModel>;

/** Returns the names of the other models that goals ask. */
export const otherModels = ({ target, goals }: Pick<OptimizationRequest, "target" | "goals">): string[] => [
  ...new Set([target, ...goals].flatMap(({ model }) => model ?? [])),
];

/** Returns true for models that predict numbers or classes of rows whose inputs can be set. */
export function canBeOptimized({ type, algorithms }: Pick<ModelInfo, "type" | "algorithms">): boolean {
  const forecasts = algorithms.some(
    (name) => Object.hasOwn(ALGORITHMS, name) && "forecasts" in ALGORITHMS[name as keyof typeof ALGORITHMS],
  );
  return (type === "REGRESSION" || type === "CLASSIFICATION") && !forecasts;
}

/**
 * Returns the inputs of all models, each once. An input of several models has the range and the levels that all of them know; if
 * there are none, those of the first model.
 */
export function optimizationInputs(models: Iterable<Pick<OptimizedModel, "inputs">>): ModelInput[] {
  const found = new Map<string, ModelInput>();
  for (const { inputs } of models) {
    for (const input of inputs) {
      const known = found.get(input.name);
      found.set(input.name, known ? knownToBoth(known, input) : input);
    }
  }
  return [...found.values()];
}

function knownToBoth(one: ModelInput, other: ModelInput): ModelInput {
  const levels = one.levels.filter((level) => other.levels.includes(level));
  const [min, max] = [Math.max(one.min ?? 0, other.min ?? 0), Math.min(one.max ?? 0, other.max ?? 0)];
  return { ...one, levels: levels.length > 0 ? levels : one.levels, ...(one.min !== null && min <= max && { min, max }) };
}

/**
 * Validates a search before it runs. Throws InvalidInput with every problem: calculationFailed for models of other kinds,
 * optimizationInputNotNumeric for rules and goals on inputs that are no numbers, and optimizationInfeasible if goals, columns or
 * bounds are impossible, models have other types of an input, a model predicts an input of another, or inputs that nobody can set or
 * that are computed from a prediction are not fixed.
 */
export function validateOptimization(request: OptimizationRequest, models: OptimizedModels): void {
  for (const [name, model] of models) {
    const message = "Only models that predict numbers or classes from inputs can be optimized";
    if (!canBeOptimized(model)) throw new InvalidInput(ERRORS.calculationFailed, { path: name ?? "type", message });
  }
  const mixed = mixedTypeProblems(models);
  if (mixed.length > 0) throw new InvalidInput(ERRORS.optimizationInfeasible, mixed);
  const inputs = optimizationInputs(models.values());
  const goals = [request.target, ...request.goals].map((goal, i) => ({ goal, path: i === 0 ? "target" : `goals[${i - 1}]` }));
  const numeric = [
    ...request.constraints.flatMap(({ terms }, i) =>
      terms.map(({ column }, t) => ({ column, path: `constraints[${i}].terms[${t}].column` })),
    ),
    ...goals.flatMap(({ goal: { column }, path }) => (column === undefined ? [] : [{ column, path: `${path}.column` }])),
  ];
  const notNumeric = numeric.filter(({ column }) => inputs.some(({ name, type }) => name === column && type !== "n"));
  if (notNumeric.length > 0)
    throw new InvalidInput(
      ERRORS.optimizationInputNotNumeric,
      notNumeric.map(({ column, path }) => ({
        path,
        message: `${JSON.stringify(column)} is no number: choose its values in variables instead`,
      })),
    );
  const searched = { variables: request.variables, models, names: inputs.map(({ name }) => name) };
  const problems = [
    ...goals.flatMap(({ goal, path }) => [...goalProblems(goal, path, models), ...responseAsInputProblems(goal, path, searched)]),
    ...numeric.flatMap(({ column, path }) => (inputs.some(({ name }) => name === column) ? [] : [unknownInputProblem(column, path)])),
    ...variableProblems(request, inputs),
    ...computedInputProblems(request, models, inputs),
    ...pastInputProblems(request, models),
  ];
  if (problems.length > 0) throw new InvalidInput(ERRORS.optimizationInfeasible, problems);
}

const TYPE_NAMES: Record<ModelInput["type"], string> = { n: "a number", s: "text", d: "a time" };

/** Returns a problem for each input that has another type in another model: one setting cannot be both. */
function mixedTypeProblems(models: OptimizedModels): Problem[] {
  const types = new Map<string, Set<ModelInput["type"]>>();
  for (const { name, type } of [...models.values()].flatMap(({ inputs }) => inputs))
    types.set(name, (types.get(name) ?? new Set()).add(type));
  return [...types].flatMap(([name, found]) => {
    if (found.size < 2) return [];
    const told = [...found].map((type) => TYPE_NAMES[type]).join(" in one model and ");
    const advice = "give the column one type and train these models again, or leave out the goals of the others";
    return [{ path: "goals", message: `${JSON.stringify(name)} is ${told} in another: ${advice}` }];
  });
}

/** Returns true for goals that need a value. */
export const needsValue = ({ goal }: Pick<OptimizationGoal, "goal">): boolean => goal !== "max" && goal !== "min";

function goalProblems(goal: OptimizationGoal, path: string, models: OptimizedModels): Problem[] {
  const { value, label, column, model } = goal;
  const missing = needsValue(goal) && value === undefined ? [{ path: `${path}.value`, message: "the goal needs a value" }] : [];
  if (column !== undefined) {
    if (label === undefined && model === undefined) return missing;
    return [...missing, { path: `${path}.column`, message: "a goal for an input has neither a model nor a label: leave them out" }];
  }
  const asked = models.get(model);
  if (!asked) return [{ path: `${path}.model`, message: `${JSON.stringify(model)} is no model of the dataset` }];
  return [...missing, ...labelProblems(goal, path, asked)];
}

/** Models that are searched together, with the names of their inputs. */
interface Searched {
  variables: readonly OptimizationVariable[];
  models: OptimizedModels;
  names: readonly string[];
}

/**
 * Returns a problem for a goal whose model predicts an input of another model, or a column from which edit steps compute an input. The
 * search would set this input independently of the prediction. Computed inputs that are fixed are left to the user.
 */
function responseAsInputProblems({ column, model }: OptimizationGoal, path: string, searched: Searched): Problem[] {
  const response = column === undefined ? searched.models.get(model)?.response : undefined;
  if (!response) return [];
  const name = JSON.stringify(response);
  if (searched.names.includes(response)) {
    const message = `${name} is predicted for this goal and is an input of another model, and the search would set them apart: train the other model without ${name}, or leave out the goal`;
    return [{ path, message }];
  }
  return inputsComputedFrom(response, searched).map((input) => {
    const computed = JSON.stringify(input);
    const message = `${computed} is computed from ${name}, which is predicted for this goal, and the search would set them apart: fix ${computed}, train its model without it, or leave out the goal`;
    return { path, message };
  });
}

/** Returns the inputs that edit steps compute from the response and that are not fixed, each once. */
function inputsComputedFrom(response: string, { variables, models, names }: Searched): string[] {
  const computed = [...models.values()].flatMap(({ steps = [] }) => computedInputs(steps, [...names, response]));
  const found = computed.filter(({ column, from }) => from.includes(response) && !isFixed(column, variables));
  return [...new Set(found.map(({ column }) => column))];
}

function labelProblems({ value, label }: OptimizationGoal, path: string, { type, labels }: OptimizedModel): Problem[] {
  if (type === "REGRESSION")
    return label === undefined
      ? []
      : [{ path: `${path}.label`, message: "the model predicts a number and has no classes: leave the label out" }];
  if (label === undefined || !labels.includes(label))
    return [{ path: `${path}.label`, message: `name the class whose probability is meant: one of ${labels.join(", ")}` }];
  const isShare = value === undefined || (value >= 0 && value <= 1);
  return isShare ? [] : [{ path: `${path}.value`, message: "a probability is from 0 to 1" }];
}

const unknownInputProblem = (column: string, path: string): Problem => ({
  path,
  message: `the model has no input ${JSON.stringify(column)}`,
});

function variableProblems({ variables }: OptimizationRequest, inputs: readonly ModelInput[]): Problem[] {
  return variables.flatMap((variable, i): Problem[] => {
    const { column } = variable;
    const path = `variables[${i}]`;
    const input = inputs.find(({ name }) => name === column);
    if (!input) return [unknownInputProblem(column, `${path}.column`)];
    const isDuplicate = variables.findIndex((other) => other.column === column) < i;
    const duplicate = isDuplicate ? [{ path: `${path}.column`, message: "the input is named twice" }] : [];
    return [...duplicate, ...fieldProblems(variable, input, path), ...orderProblems(variable, input, path)];
  });
}

/**
 * Returns a problem for each input that is computed from others, since the search sets each input by itself. Fixed inputs are left to
 * the user.
 */
function computedInputProblems({ variables }: OptimizationRequest, models: OptimizedModels, inputs: readonly ModelInput[]): Problem[] {
  const names = inputs.map(({ name }) => name);
  const computed = [...models.values()].flatMap(({ steps = [] }) => computedInputs(steps, names));
  return computed.flatMap(({ column, from }) => {
    if ([column, ...from].every((name) => isFixed(name, variables))) return [];
    const sources = from.map((name) => JSON.stringify(name)).join(", ");
    const message = `${JSON.stringify(column)} is computed from ${sources}, and the search would set them apart: fix all of them, or train a model without ${JSON.stringify(column)} or without ${sources}`;
    return [{ path: "variables", message }];
  });
}

const isFixed = (name: string, variables: readonly OptimizationVariable[]): boolean =>
  variables.some(({ column, fixed, choices }) => column === name && (fixed !== undefined || choices?.length === 1));

/** Returns a problem for each model of lags whose past the search would choose. Fixed values are left to the user. */
function pastInputProblems({ variables }: OptimizationRequest, models: OptimizedModels): Problem[] {
  return [...models.values()].flatMap(({ past = [], response }) => {
    const chosen = past.filter((name) => !isFixed(name, variables)).map((name) => JSON.stringify(name));
    if (chosen.length === 0) return [];
    const message = `the past of ${JSON.stringify(response)}, the calendar and the name of the series cannot be set: fix ${chosen.join(", ")}, or train a model that is no time series`;
    return [{ path: "variables", message }];
  });
}

/** Fields of a variable that inputs of each type have. */
const VARIABLE_FIELDS = {
  n: ["min", "max", "step", "fixed"],
  s: ["choices"],
  d: ["earliest", "latest"],
} as const satisfies Record<ModelInput["type"], readonly (keyof OptimizationVariable)[]>;

function fieldProblems(variable: OptimizationVariable, { type }: ModelInput, path: string): Problem[] {
  const own: readonly string[] = ["column", ...VARIABLE_FIELDS[type]];
  return Object.entries(variable)
    .filter(([field, value]) => value !== undefined && !own.includes(field))
    .map(([field]) => ({ path: `${path}.${field}`, message: `the input has another type: it takes ${VARIABLE_FIELDS[type].join(", ")}` }));
}

function orderProblems(variable: OptimizationVariable, input: ModelInput, path: string): Problem[] {
  if (input.type === "s") return [];
  const { from, to } = searchBounds(input, variable);
  const shown = (bound: number) => (input.type === "d" ? new Date(bound).toISOString() : bound);
  return from <= to ? [] : [{ path, message: `the least value, ${shown(from)}, is above the greatest, ${shown(to)}` }];
}

/** Returns the range of a number, or of a date in milliseconds since the epoch. */
export function searchBounds({ type, min, max }: ModelInput, variable?: OptimizationVariable): { from: number; to: number } {
  const { earliest, latest, fixed } = variable ?? {};
  if (type === "d")
    return { from: earliest === undefined ? (min ?? 0) : Date.parse(earliest), to: latest === undefined ? (max ?? 0) : Date.parse(latest) };
  return { from: fixed ?? variable?.min ?? min ?? 0, to: fixed ?? variable?.max ?? max ?? 0 };
}
