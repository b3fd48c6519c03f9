import { celRuleTree, KINDS, withCelRules } from "@agatha/contracts";
import { ruleViolations } from "./cel-rules.js";

const positive = { rule: "self.size > 0", message: "must have a size" };
const fixed = { rule: "self.key == oldSelf.key", message: "key is fixed", fieldPath: ".key" };
const element = withCelRules(KINDS.Dataset.spec.shape.source, positive, fixed);

describe("CEL rules", () => {
  const tree = celRuleTree(element);
  const value = (size: number, key = "a") => ({ size, key });

  test.each<[string, { self: unknown; oldSelf: unknown }, string[]]>([
    ["a new value that holds", { self: value(1), oldSelf: undefined }, []],
    ["a new value that does not", { self: value(0), oldSelf: undefined }, ["source"]],
    ["no value", { self: undefined, oldSelf: value(1) }, []],
    ["an unchanged value", { self: value(1), oldSelf: value(1) }, []],
    ["a changed value, at the rule's own path", { self: value(1, "b"), oldSelf: value(1) }, ["source.key"]],
    ["a rule that cannot be evaluated does not hold", { self: { size: "many", key: "a" }, oldSelf: undefined }, ["source"]],
    ["a field within", { self: value(1, "a/../b"), oldSelf: undefined }, ["source.key"]],
  ])("evaluates %s", (_case, { self, oldSelf }, paths) => {
    expect(ruleViolations(tree, { path: "source", self, oldSelf }).map((problem) => problem.path)).toEqual(paths);
  });

  test("evaluates every element of an array and every value of a map, elements without an old value", () => {
    const rules = { rules: [fixed], properties: {} };
    const both = {
      rules: [],
      properties: { list: { rules: [], properties: {}, items: rules }, map: { rules: [], properties: {}, values: rules } },
    };
    const place = (key: string) => ({ list: [{ key }], map: { x: { key } } });
    const broken = ruleViolations(both, { path: "", self: place("new"), oldSelf: place("old") });
    expect(broken).toEqual([{ path: "map.x.key", message: "key is fixed" }]);
    const missing = ruleViolations(
      { ...both, properties: { list: { rules: [], properties: {}, items: { rules: [positive], properties: {} } } } },
      { path: "", self: { list: [{ size: 1 }, { size: 0 }] }, oldSelf: undefined },
    );
    expect(missing.map((problem) => problem.path)).toEqual(["list[1]"]);
  });

  test.each([
    ["Exists", "", []],
    ["Exists", "a100", ["resources.tolerations[0].value"]],
    ["Equal", "a100", []],
  ])("a toleration has the operator %s and the value '%s' as in Kubernetes", (operator, value, paths) => {
    const self = { tolerations: [{ key: "example.com/gpu", operator, value }] };
    const problems = ruleViolations(celRuleTree(KINDS.Model.spec)?.properties.resources, { path: "resources", self, oldSelf: undefined });
    expect(problems.map(({ path }) => path)).toEqual(paths);
  });
});
