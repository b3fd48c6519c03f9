import { type CelRule, type CelRuleTree, jsonPath, type Problem } from "@agatha/contracts";
import { Environment, type ParseResult } from "@marcbachmann/cel-js";

const environment = new Environment({ unlistedVariablesAreDyn: true });
const programs = new Map<string, ParseResult>();

/** A value at `path`, and the one that it replaces: undefined for a new one. */
interface ValueAtPath {
  path: string;
  self: unknown;
  oldSelf: unknown;
}

/** What breaks the rules of the schema, as the Kubernetes API server reads them. */
export function ruleViolations(tree: CelRuleTree | undefined, place: ValueAtPath): Problem[] {
  const { path, self, oldSelf } = place;
  if (!tree || self === undefined) return [];
  const problems = tree.rules
    .filter((rule) => !ruleHolds(rule, self, oldSelf))
    .map(({ fieldPath = "", message }): Problem => ({ path: path + fieldPath, message }));
  const child = (key: string | number): ValueAtPath => ({
    path: jsonPath(path, [key]),
    self: propertyOf(self, key),
    oldSelf: propertyOf(oldSelf, key),
  });
  for (const [name, property] of Object.entries(tree.properties)) problems.push(...ruleViolations(property, child(name)));
  // An array's elements have no identity, so Kubernetes compares none of them with an older one.
  if (Array.isArray(self)) {
    for (const index of self.keys()) problems.push(...ruleViolations(tree.items, { ...child(index), oldSelf: undefined }));
  } else if (tree.values) {
    for (const name of Object.keys(self as object)) problems.push(...ruleViolations(tree.values, child(name)));
  }
  return problems;
}

/** A rule that speaks of the old value holds when there is none; one that cannot be evaluated does not hold. */
function ruleHolds({ rule }: CelRule, self: unknown, oldSelf: unknown): boolean {
  if (/\boldSelf\b/.test(rule) && oldSelf === undefined) return true;
  const program = programs.get(rule) ?? environment.parse(rule);
  programs.set(rule, program);
  try {
    return program({ self, oldSelf }) === true;
  } catch {
    return false;
  }
}

function propertyOf(value: unknown, key: string | number): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string | number, unknown>)[key]
    : undefined;
}
