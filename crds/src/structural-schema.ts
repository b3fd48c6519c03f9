import { z } from "zod";

/** An OpenAPI v3 schema in the form that Kubernetes requires for a custom resource ("structural schema"). */
export interface OpenApiSchema {
  type?: string;
  description?: string;
  properties?: Record<string, OpenApiSchema>;
  additionalProperties?: OpenApiSchema;
  items?: OpenApiSchema;
  [keyword: string]: unknown;
}

type JsonSchema = z.core.JSONSchema.JSONSchema;

/** Keywords with the same meaning in JSON Schema and OpenAPI. */
const COPIED_KEYWORDS = [
  "type",
  "description",
  "default",
  "enum",
  "pattern",
  "minLength",
  "maxLength",
  "minimum",
  "maximum",
  "minItems",
  "maxItems",
  "maxProperties",
  "required",
  "x-kubernetes-validations",
  "x-kubernetes-list-type",
  "x-kubernetes-list-map-keys",
];
/** Keywords that are translated below, or that describe the schema itself. */
const TRANSLATED_KEYWORDS = ["$schema", "format", "properties", "additionalProperties", "propertyNames", "items", "anyOf"];

/** Translates a zod schema. Throws if a field has no description, or if Kubernetes cannot express the schema. */
export function structuralSchema(schema: z.ZodType, path: string): OpenApiSchema {
  return translate(z.toJSONSchema(schema, { io: "input" }), path);
}

function translate(schema: JsonSchema, path: string): OpenApiSchema {
  if (schema.anyOf || Array.isArray(schema.type)) return translateUnion(schema, path);
  const unknown = Object.keys(schema).filter((keyword) => !COPIED_KEYWORDS.includes(keyword) && !TRANSLATED_KEYWORDS.includes(keyword));
  if (unknown.length > 0) throw new Error(`${path}: ${unknown.join(", ")} cannot be said in a custom resource's schema`);
  if (schema.type === undefined) throw new Error(`${path}: has no type`);
  const { properties, items, additionalProperties, propertyNames } = schema;
  const result = translateScalar(schema);
  if (properties) result.properties = translateProperties(properties, path);
  if (typeof items === "object" && !Array.isArray(items)) result.items = translate(items, `${path}[]`);
  if (typeof additionalProperties === "object") {
    result.additionalProperties = translate(additionalProperties, `${path}.*`);
    // A structural schema cannot restrict a map's keys, only their number.
    if (typeof propertyNames === "object" && propertyNames.enum) result.maxProperties = propertyNames.enum.length;
    delete result.required;
  }
  return result;
}

function translateScalar(schema: JsonSchema): OpenApiSchema {
  const result: OpenApiSchema = {};
  for (const keyword of COPIED_KEYWORDS) if (Object.hasOwn(schema, keyword)) result[keyword] = schema[keyword];
  if (schema.type === "integer") {
    result.format = "int64";
    // Zod adds JavaScript's integer limits; they are not bounds of the contract.
    if (result.maximum === Number.MAX_SAFE_INTEGER) delete result.maximum;
    if (result.minimum === Number.MIN_SAFE_INTEGER) delete result.minimum;
  }
  if (schema.minimum !== undefined && !Number.isInteger(schema.minimum)) addMinimumRule(result, schema.minimum);
  if (schema.format === "date-time") {
    // Kubernetes validates the format itself, and the pattern is a page long.
    result.format = "date-time";
    delete result.pattern;
  }
  return result;
}

/** The API server compares a whole number with the whole part of a bound: 0 passes a minimum of 0.1. */
function addMinimumRule(schema: OpenApiSchema, minimum: number): void {
  const rule = { rule: `self >= ${minimum}`, message: `should be greater than or equal to ${minimum}` };
  schema["x-kubernetes-validations"] = [...((schema["x-kubernetes-validations"] as object[] | undefined) ?? []), rule];
}

function translateProperties(properties: Record<string, JsonSchema | boolean>, path: string): Record<string, OpenApiSchema> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => {
      const at = `${path}.${name}`;
      if (typeof property === "boolean") throw new Error(`${at}: has no type`);
      if (!property.description) throw new Error(`${at}: has no description`);
      return [name, translate(property, at)];
    }),
  );
}

/** Translates a nullable value, or a union of scalar types. Kubernetes does not validate such a union. */
function translateUnion({ anyOf, type, ...rest }: JsonSchema, path: string): OpenApiSchema {
  const options: JsonSchema[] = Array.isArray(type)
    ? (type as string[]).map((one) => ({ type: one }) as JsonSchema)
    : (anyOf ?? []).filter((option): option is JsonSchema => typeof option === "object");
  const values = options.filter((option) => option.type !== "null");
  if (values.length === 1 && values.length < options.length) return { ...translate({ ...rest, ...values[0] }, path), nullable: true };
  const names = values.map((value) => value.type);
  if (!names.every((name) => name === "number" || name === "string" || name === "boolean")) {
    throw new Error(`${path}: a union of other than scalars cannot be said in a custom resource's schema`);
  }
  return { description: `A ${names.join(", ").replace(/, (\w+)$/, " or $1")}.`, "x-kubernetes-preserve-unknown-fields": true };
}
