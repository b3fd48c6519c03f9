import { z } from "zod";
import type { CelRule } from "./meta.js";

/** The CEL rules of a schema, each at the position of the value that it calls `self`. */
export interface CelRuleTree {
  rules: CelRule[];
  properties: Record<string, CelRuleTree>;
  /** Rules for every element of an array. */
  items?: CelRuleTree;
  /** Rules for every value of a map. */
  values?: CelRuleTree;
}

type JsonSchema = z.core.JSONSchema.JSONSchema;

/** Returns undefined if the schema has no rules. */
export function celRuleTree(schema: z.ZodType): CelRuleTree | undefined {
  return celRuleTreeOf(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }));
}

function celRuleTreeOf(schema: unknown): CelRuleTree | undefined {
  if (typeof schema !== "object" || schema === null || Array.isArray(schema)) return undefined;
  const { properties = {}, items, additionalProperties, "x-kubernetes-validations": rules = [] } = schema as JsonSchema;
  const below = Object.entries(properties).flatMap(([name, property]) => {
    const tree = celRuleTreeOf(property);
    return tree ? [[name, tree] as const] : [];
  });
  const [ofItems, ofValues] = [celRuleTreeOf(items), celRuleTreeOf(additionalProperties)];
  const tree: CelRuleTree = { rules: rules as CelRule[], properties: Object.fromEntries(below) };
  if (ofItems) tree.items = ofItems;
  if (ofValues) tree.values = ofValues;
  return tree.rules.length > 0 || below.length > 0 || ofItems || ofValues ? tree : undefined;
}
