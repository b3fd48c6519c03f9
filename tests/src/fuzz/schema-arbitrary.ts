import fc from "fast-check";

export type JsonSchema = Record<string, unknown>;

const FORMATS: Record<string, fc.Arbitrary<string>> = {
  "date-time": fc.date({ noInvalidDate: true, min: new Date(0), max: new Date("2100-01-01") }).map((date) => date.toISOString()),
  email: fc.constantFrom("someone@example.com", "a@b"),
};
const MAX_DEPTH = 6;

/** Generates values of a JSON Schema, as far as its keywords are known here. `find` resolves references. */
export function schemaArbitrary(schema: JsonSchema, find: (reference: string) => JsonSchema, depth = 0): fc.Arbitrary<unknown> {
  const inner = (each: unknown) => schemaArbitrary((each ?? {}) as JsonSchema, find, depth + 1);
  if (depth > MAX_DEPTH) return fc.constant(null);
  if (typeof schema.$ref === "string") return inner(find(schema.$ref));
  if ("const" in schema) return fc.constant(schema.const);
  if (Array.isArray(schema.enum)) return fc.constantFrom(...(schema.enum as unknown[]));
  const either = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(either)) return fc.oneof(...either.map(inner));
  if (Array.isArray(schema.allOf)) return fc.tuple(...schema.allOf.map(inner)).map((parts) => Object.assign({}, ...parts) as unknown);
  const [type] = Array.isArray(schema.type) ? (schema.type as unknown[]) : [schema.type];
  switch (type) {
    case "string":
      return texts(schema);
    case "integer":
      return fc.integer(bounds(schema));
    case "number":
      return fc.double({ ...bounds(schema), noNaN: true });
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array":
      return fc.array(inner(schema.items), { minLength: Math.min(Number(schema.minItems ?? 0), 5), maxLength: 5 });
    case "object":
      return objects(schema, inner);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function texts({ pattern, format, minLength = 0, maxLength = 30 }: JsonSchema): fc.Arbitrary<string> {
  const known = typeof format === "string" ? FORMATS[format] : undefined;
  if (known) return known;
  // Patterns that cannot be generated from, such as those with lookahead, get any text.
  if (typeof pattern === "string" && !pattern.includes("(?")) return fc.stringMatching(new RegExp(pattern, "u"));
  const least = Number(minLength);
  return fc.oneof(
    fc.string({ minLength: least, maxLength: Math.max(least, Math.min(Number(maxLength), 30)) }),
    fc.constantFrom("x", "y", "kind", "at"),
  );
}

function bounds({ minimum, maximum }: JsonSchema): { min: number; max: number } {
  const min = Math.max(Number(minimum ?? -1000), -(2 ** 31));
  return { min, max: Math.max(min, Math.min(Number(maximum ?? 1000), 2 ** 31 - 1)) };
}

function objects(schema: JsonSchema, inner: (schema: unknown) => fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, unknown>);
  const required = (schema.required ?? []) as string[];
  const named = fc.record(Object.fromEntries(properties.map(([name, each]) => [name, inner(each)])), { requiredKeys: required });
  const { additionalProperties: others } = schema;
  if (typeof others !== "object" || others === null) return named;
  const free = fc.dictionary(fc.constantFrom("x", "y", "kind", "at", "a b", "é"), inner(others), { maxKeys: 4 });
  return fc.tuple(free, named).map(([some, all]) => ({ ...some, ...all }));
}
