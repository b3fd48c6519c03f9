import { z } from "zod";

export type JsonSchema = Record<string, unknown>;

/** Returns the JSON Schema of a schema, to be included in another schema that accepts more and leaves validation to a handler. */
export function toJsonSchema(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: "input" });
  return json;
}
