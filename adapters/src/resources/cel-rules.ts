import { type CelRule, type CelRuleTree, jsonPath, type Problem } from "@agatha/contracts";
import { Environment, type ParseResult } from "@marcbachmann/cel-js";

const environment = new Environment({ unlistedVariablesAreDyn: true });
const programs = new Map<string, ParseResult>();

/** A value at `path`, and the value that it replaces; undefined if new. */
interface ValueAtPath {
  path: string;
  self: unknown;
  oldSelf: unknown;
}

/** Returns the violations of the schema's rules, evaluated as the Kubernetes API server does. */
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
  // Array elements have no identity, so Kubernetes compares none with an old value.
  if (Array.isArray(self)) {
    for (const index of self.keys()) problems.push(...ruleViolations(tree.items, { ...child(index), oldSelf: undefined }));
  } else if (tree.values) {
    for (const name of Object.keys(self as object)) problems.push(...ruleViolations(tree.values, child(name)));
  }
  return problems;
}

/** Returns true if the rule holds. A rule about the old value holds if there is none. A rule that cannot be evaluated does not hold. */
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
