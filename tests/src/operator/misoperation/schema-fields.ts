/** Every field of a custom resource's spec, found in the schema of its definition, with valid and invalid values. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { KINDS, type KindName } from "@agatha/contracts";
import { structuralSchema } from "@agatha/crds/structural-schema";
import { parse } from "yaml";
import { CRDS } from "../../ports/api-server.js";

export interface Schema {
  type?: "string" | "integer" | "number" | "boolean" | "array" | "object";
  properties?: Record<string, Schema>;
  additionalProperties?: Schema;
  items?: Schema;
  required?: string[];
  enum?: unknown[];
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
}

type Path = (string | number)[];

export interface SchemaField {
  path: Path;
  schema: Schema;
  required: boolean;
}

export function specSchema(kind: KindName, folder = CRDS): Schema {
  const { spec } = parse(readFileSync(join(folder, `${KINDS[kind].plural}.yaml`), "utf8"));
  return spec.versions[0].schema.openAPIV3Schema.properties.spec as Schema;
}

/** Returns the schema that a store on one machine checks. What only a training refuses is checked there by the API. */
export function contractSchema(kind: KindName): Schema {
  return structuralSchema(KINDS[kind].spec, kind) as Schema;
}

/** Returns all fields: of an array its first element, of a map an entry `a`. */
export function schemaFields(schema: Schema, path: Path = []): SchemaField[] {
  const below = [
    ...Object.entries(schema.properties ?? {}).map(([name, one]): SchemaField => {
      return { path: [...path, name], schema: one, required: schema.required?.includes(name) ?? false };
    }),
    ...(schema.items ? [{ path: [...path, 0], schema: schema.items, required: true }] : []),
    ...(schema.additionalProperties ? [{ path: [...path, "a"], schema: schema.additionalProperties, required: false }] : []),
  ];
  return below.flatMap((place) => [place, ...schemaFields(place.schema, place.path)]);
}

/** Returns a path as errors write it: `spec.layers[0].nodes[0].algorithm`. */
export function fieldPath(path: Path): string {
  return path.reduce<string>((name, step) => (typeof step === "number" ? `${name}[${step}]` : `${name}.${step}`), "spec");
}

const SAMPLE_TEXTS = ["a", "other", "Other", "b".repeat(64), "0".repeat(64), "Asia/Taipei"];

function accepts({ pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY }: Schema, text: string): boolean {
  return text.length >= minLength && text.length <= maxLength && (pattern === undefined || new RegExp(pattern, "u").test(text));
}

/** Returns the smallest valid value. */
function minimalValue(schema: Schema): unknown {
  if (schema.enum) return schema.enum[0];
  switch (schema.type) {
    case "object":
      return Object.fromEntries((schema.required ?? []).map((name) => [name, minimalValue(schema.properties![name]!)]));
    case "array":
      return Array.from({ length: schema.minItems ?? 0 }, () => minimalValue(schema.items!));
    case "string": {
      const text = SAMPLE_TEXTS.find((one) => accepts(schema, one));
      if (text === undefined) throw new Error(`no text is known that ${schema.pattern} takes`);
      return text;
    }
    case "boolean":
      return false;
    default:
      return schema.minimum ?? 0;
  }
}

/** Returns a value with every field, one element in each list and one entry in each map. */
export function maximalValue(schema: Schema): unknown {
  const { properties, items, additionalProperties } = schema;
  if (properties) return Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, maximalValue(one)]));
  if (items) return Array.from({ length: Math.max(1, schema.minItems ?? 0) }, () => maximalValue(items));
  if (additionalProperties) return { a: maximalValue(additionalProperties) };
  return minimalValue(schema);
}

/** Returns 1, or more for a limit so large that 1 would change nothing of it. */
const stepBeyond = (limit: number): number => Math.max(1, Math.abs(limit) * 1e-9);

/** Returns invalid values, each for another reason. No list in them is longer than `most`. */
export function invalidValues(schema: Schema, most = 3_000): unknown[] {
  const { type, minimum, maximum, minItems = 0, maxItems, minLength = 0, maxLength, pattern, required = [] } = schema;
  const values: unknown[] = [];
  if (type === "string") values.push(7);
  else if (type !== undefined) values.push("of another type");
  if (type === "integer") values.push(1.5);
  if (schema.enum) values.push("nothing of the kind");
  if (minimum !== undefined) values.push(minimum - stepBeyond(minimum));
  if (maximum !== undefined) values.push(maximum + stepBeyond(maximum));
  if (minLength > 0) values.push("");
  if (maxLength !== undefined) values.push("a".repeat(maxLength + 1));
  if (pattern !== undefined && !accepts(schema, " \n")) values.push(" \n");
  if (minItems > 0) values.push([]);
  if (maxItems !== undefined && maxItems < most) values.push(Array.from({ length: maxItems + 1 }, () => minimalValue(schema.items!)));
  if (required.length > 0) values.push({});
  return values;
}

/** Returns other valid values, with the schema's bounds among them; undefined where the field may be left out. */
export function otherValidValues(present: unknown, { schema, required }: SchemaField): unknown[] {
  const values: unknown[] = required || present === undefined ? [] : [undefined];
  if (schema.enum) values.push(...schema.enum);
  else if (schema.type === "boolean") values.push(true, false);
  else if (schema.type === "string") values.push(...SAMPLE_TEXTS.filter((text) => accepts(schema, text)).slice(0, 2));
  else if (schema.type === "array" || schema.type === "object")
    values.push(minimalValue(schema), ...(schema.items ? [[minimalValue(schema.items)]] : []));
  else if (schema.type !== undefined) values.push(...[schema.minimum ?? 0, schema.maximum ?? 1_000]);
  return values.filter((value) => JSON.stringify(value) !== JSON.stringify(present));
}

export function valueAt(spec: unknown, path: Path): unknown {
  return path.reduce<unknown>((value, step) => (value as Record<string | number, unknown> | undefined)?.[step], spec);
}

/** Returns a copy with the value at the path. Creates missing parents. */
export function withValue<T>(spec: T, schema: Schema, [step, ...rest]: Path, value: unknown): T {
  const below = typeof step === "number" ? schema.items! : (schema.properties?.[step!] ?? schema.additionalProperties!);
  const copy = (Array.isArray(spec) ? [...spec] : { ...spec }) as Record<string | number, unknown>;
  const present = copy[step!] ?? (rest.length > 0 ? minimalValue(below) : undefined);
  copy[step!] = rest.length > 0 ? withValue(present, below, rest, value) : value;
  if (copy[step!] === undefined) delete copy[step!];
  return copy as T;
}
