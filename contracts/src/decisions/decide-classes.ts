/** Decisions among classes by their costs (Elkan 2001, "The foundations of cost-sensitive learning"). */
import { ERRORS } from "../errors/error-catalogue.js";
import { InvalidInput } from "../errors/error-classes.js";
import type { ClassDecision } from "../kinds/class-decision.js";
import type { ErrorCosts } from "../kinds/error-costs.js";

/** Throws InvalidInput (badRequest) if the decision is not about these classes. */
export function ensureDecisionFits({ labels }: ClassDecision, classes: readonly string[], path = "decision.labels"): void {
  if (labels.length === classes.length && labels.every((label, k) => label === classes[k])) return;
  const message = `Must be the model's classes in its order: ${classes.map((label) => JSON.stringify(label)).join(", ")}`;
  throw new InvalidInput(ERRORS.badRequest, { path, message });
}

/** Returns the class of each row. `probabilities` has the row's probability of each class, row by row. */
export function decideClasses({ labels, costs, threshold }: ClassDecision, probabilities: ArrayLike<number>): Int32Array {
  const classes = labels.length;
  const rows = probabilities.length / classes;
  if (threshold !== undefined) return Int32Array.from({ length: rows }, (_, i) => (probabilities[2 * i + 1]! >= threshold ? 1 : 0));
  return Int32Array.from({ length: rows }, (_, i) => {
    const expected = costs.map((_row, predicted) =>
      costs.reduce((sum, row, actual) => sum + probabilities[i * classes + actual]! * row[predicted]!, 0),
    );
    return expected.indexOf(Math.min(...expected));
  });
}

/**
 * Returns the costs whose least expectation is the decision. For a threshold t, they are t for a wrong second class and 1 − t for a
 * missed one.
 */
export function decidingCosts({ costs, threshold }: Pick<ClassDecision, "costs" | "threshold">): number[][] {
  return threshold === undefined
    ? costs
    : [
        [0, threshold],
        [1 - threshold, 0],
      ];
}

/** Returns a cost of 1 for each wrong answer and of 0 for each right one. */
export function equalCosts(classes: number): number[][] {
  return Array.from({ length: classes }, (_, actual) => Array.from({ length: classes }, (__, predicted) => (actual === predicted ? 0 : 1)));
}

/** Returns the mean cost of a row with these counts, `confusion[actual][predicted]`; null without rows. */
export function costPerRow(costs: readonly number[][], confusion: readonly number[][]): number | null {
  const rows = confusion.flat().reduce((sum, count) => sum + count, 0);
  const total = confusion.reduce(
    (sum, row, actual) => row.reduce((part, count, predicted) => part + count * costs[actual]![predicted]!, sum),
    0,
  );
  return rows === 0 ? null : total / rows;
}

/** Returns the problem of costs that name a class which the response does not have; undefined if there is no such class. */
export function unknownClassProblem({ weights, cells = [] }: ErrorCosts, labels: readonly string[]): string | undefined {
  const named = [...Object.keys(weights ?? {}), ...cells.flatMap(({ actual, predicted }) => [actual, predicted])];
  const unknown = named.find((label) => !labels.includes(label));
  if (unknown === undefined) return undefined;
  return `there is no class ${JSON.stringify(unknown)}: name some of ${labels.map((label) => JSON.stringify(label)).join(", ")}`;
}

/** Returns the classes with a weight that the response does not have. */
export function weightsWithoutClass({ weights = {} }: ErrorCosts, labels: readonly string[]): string[] {
  return Object.keys(weights).filter((label) => !labels.includes(label));
}

/**
 * Returns the costs without the weights of classes that the response does not have. Edit steps or another month's rows may lack a
 * class. All weights stay if no weight is of a class that the response has.
 */
export function costsOfClasses(costs: ErrorCosts, labels: readonly string[]): ErrorCosts {
  const weights = Object.entries(costs.weights ?? {});
  const left = weights.length - weightsWithoutClass(costs, labels).length;
  if (left === 0 || left === weights.length) return costs;
  return { ...costs, weights: Object.fromEntries(weights.filter(([label]) => labels.includes(label))) };
}

/**
 * Returns the decision of least expected cost among classes whose wrong answers have these costs. `counts` are the rows of each class.
 * If no cost is given, they make all classes weigh alike. Throws InvalidInput if no weight is of a class that the response has, or if
 * a cost is of an answer that it does not have.
 */
export function decisionOfCosts(wanted: ErrorCosts, labels: readonly string[], counts: readonly number[]): ClassDecision {
  const errorCosts = costsOfClasses(wanted, labels);
  const message = unknownClassProblem(errorCosts, labels);
  if (message !== undefined) throw new InvalidInput(ERRORS.modelTrainingFailed, { path: "errorCosts", message });
  const { weights, cells = [] } = errorCosts;
  const rows = counts.reduce((sum, count) => sum + count, 0);
  const isBalanced = weights === undefined && cells.length === 0;
  const weightOf = (label: string, k: number): number => {
    if (isBalanced) return rows / (labels.length * counts[k]!);
    return weights && Object.hasOwn(weights, label) ? weights[label]! : 1;
  };
  const costOf = (actual: string, k: number, predicted: string): number => {
    if (actual === predicted) return 0;
    return cells.find((cell) => cell.actual === actual && cell.predicted === predicted)?.cost ?? weightOf(actual, k);
  };
  return { labels: [...labels], costs: labels.map((actual, k) => labels.map((predicted) => costOf(actual, k, predicted))) };
}
