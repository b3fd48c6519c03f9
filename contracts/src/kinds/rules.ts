import { z } from "zod";
import type { CelRule } from "./meta.js";

/** The CEL rules of a schema, each at the place of the value that it speaks of as `self`. */
export interface RuleTree {
  rules: CelRule[];
  properties: Record<string, RuleTree>;
  /** For every element of an array. */
  items?: RuleTree;
  /** For every value of a map. */
  values?: RuleTree;
}

type JsonSchema = z.core.JSONSchema.JSONSchema;

/** Undefined when there are no rules in the schema. */
export function ruleTree(schema: z.ZodType): RuleTree | undefined {
  return treeOf(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }));
}

function treeOf(schema: unknown): RuleTree | undefined {
  if (typeof schema !== "object" || schema === null || Array.isArray(schema)) return undefined;
  const { properties = {}, items, additionalProperties, "x-kubernetes-validations": rules = [] } = schema as JsonSchema;
  const below = Object.entries(properties).flatMap(([name, property]) => {
    const tree = treeOf(property);
    return tree ? [[name, tree] as const] : [];
  });
  const [ofItems, ofValues] = [treeOf(items), treeOf(additionalProperties)];
  const tree: RuleTree = { rules: rules as CelRule[], properties: Object.fromEntries(below) };
  if (ofItems) tree.items = ofItems;
  if (ofValues) tree.values = ofValues;
  return tree.rules.length > 0 || below.length > 0 || ofItems || ofValues ? tree : undefined;
}
