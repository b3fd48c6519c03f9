import { BODY_LIMITS } from "../json/body-limits.js";
import type { JsonSchema } from "./json-schema.js";

/** Largest length of a text and of a list. */
export interface Bounds {
  maxLength: number;
  maxItems: number;
}

/** Largest text and list that the server itself can hold, so no answer has more (V8's String::kMaxLength; ECMAScript, 10.4.2). */
export const RESPONSE_BOUNDS: Bounds = { maxLength: 536_870_888, maxItems: 4_294_967_295 };
/** The address of a request has at most 16 KB. */
export const URL_BOUNDS: Bounds = { maxLength: 16_384, maxItems: 16_384 };
/** A text has at most as many characters as the longest body has bytes. Each item of a list takes at least two bytes. */
export const BODY_BOUNDS: Bounds = { maxLength: BODY_LIMITS.rows, maxItems: BODY_LIMITS.rows / 2 };

/** Adds a bound to each text and list without one, and a format to whole numbers. */
export function withBounds(json: unknown, bounds: Bounds): unknown {
  if (Array.isArray(json)) return json.map((each) => withBounds(each, bounds));
  if (typeof json !== "object" || json === null) return json;
  const schema: JsonSchema = Object.fromEntries(
    Object.entries(json).map(([key, value]) => {
      if (VALUE_KEYWORDS.has(key)) return [key, value];
      return [key, SCHEMA_MAP_KEYWORDS.has(key) ? mapValues(value, (each) => withBounds(each, bounds)) : withBounds(value, bounds)];
    }),
  );
  return { ...schema, ...boundsOf(schema, bounds) };
}

/** Keywords that contain values, not schemas. */
const VALUE_KEYWORDS: ReadonlySet<string> = new Set(["enum", "const", "default", "examples", "example", "required"]);
/** Keywords whose keys are names, even if they look like keywords. */
const SCHEMA_MAP_KEYWORDS: ReadonlySet<string> = new Set(["properties", "$defs", "patternProperties"]);

const mapValues = (schemas: object, change: (schema: unknown) => unknown): JsonSchema =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, change(schema)]));

const INT32 = 2 ** 31;

function boundsOf(schema: JsonSchema, bounds: Bounds): JsonSchema {
  const types = [schema.type].flat();
  const has = (key: string): boolean => schema[key] !== undefined;
  const added: JsonSchema = {};
  if (types.includes("string") && !has("maxLength") && !has("enum") && !has("const")) added.maxLength = bounds.maxLength;
  if (types.includes("array") && !has("maxItems")) added.maxItems = bounds.maxItems;
  if (types.includes("integer") && !has("format")) added.format = fitsInt32(schema) ? "int32" : "int64";
  // JSON Schema closes a tuple with `items: false`, which not every reader of OpenAPI supports.
  if (schema.items === false && has("prefixItems")) added.items = {};
  return added;
}

const fitsInt32 = ({ minimum, maximum }: JsonSchema): boolean =>
  typeof minimum === "number" && typeof maximum === "number" && minimum >= -INT32 && maximum < INT32;
