import { z } from "zod";
import { celRuleTree, withCelRules } from "../kinds/index.js";
import type { InvalidInput } from "./error-classes.js";
import { fieldErrorCodes, jsonPath, validate } from "./validation.js";

test.each<[string, PropertyKey[], string]>([
  ["", [], ""],
  ["spec", [], "spec"],
  ["", ["layers", 0, "nodes", 12, "algorithm"], "layers[0].nodes[12].algorithm"],
  ["spec", ["layers", 0], "spec.layers[0]"],
])("%j with %j gives the path %j", (where, path, expected) => {
  expect(jsonPath(where, path)).toBe(expected);
});

describe("validate", () => {
  const schema = z.object({ rows: z.array(z.object({ n: z.number() })), name: z.string().default("none") });

  test("a valid value comes with its defaults", () => {
    expect(validate(schema, { rows: [], extra: 1 })).toEqual({ rows: [], name: "none" });
  });

  test("every problem is told with its path, at most 100", () => {
    const expected = [{ path: "body.rows[1].n" }, { path: "body.name" }];
    expect(() => validate(schema, { rows: [{ n: 1 }, {}], name: 7 }, "body")).toThrow(
      expect.objectContaining({ code: "010201", problems: expected.map((each) => expect.objectContaining(each)) }),
    );
    const many = { rows: Array.from({ length: 500 }, () => ({})) };
    let problems: unknown;
    try {
      validate(schema, many);
    } catch (error) {
      problems = (error as InvalidInput).problems;
    }
    expect(problems).toHaveLength(100);
  });

  test.each([
    ["of the field's own, for a value that breaks its rule", { n: 1, name: "" }, "010412"],
    ["010201 for a value of another type", { n: 1, name: 7 }, "010201"],
    ["010201 where other fields are wrong too", { n: "", name: "" }, "010201"],
  ])("an invalid value has the code %s", (_what, value, code) => {
    const name = z.string().min(1).register(fieldErrorCodes, { code: "010412" });
    const named = z.object({ name: name.optional() }).extend({ n: z.number() });
    expect(() => validate(named, value)).toThrow(expect.objectContaining({ code }));
  });
});

describe("celRuleTree", () => {
  const rule = { rule: "self != 'x'", message: "not x" };
  const ruled = withCelRules(z.string(), rule);

  test("CEL rules of fields, elements and values are found, through optional and default", () => {
    const schema = z.object({
      a: ruled.optional(),
      b: z.array(ruled).default([]),
      c: z.record(z.string(), ruled),
      d: z.object({ e: z.string() }),
    });
    const leaf = { rules: [rule], properties: {} };
    expect(celRuleTree(schema)).toEqual({
      rules: [],
      properties: { a: leaf, b: { rules: [], properties: {}, items: leaf }, c: { rules: [], properties: {}, values: leaf } },
    });
  });

  test("a schema without CEL rules has no tree of rules", () => {
    expect(celRuleTree(z.object({ a: z.string() }))).toBeUndefined();
  });
});
