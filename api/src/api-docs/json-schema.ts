import { z } from "zod";

export type JsonSchema = Record<string, unknown>;

/** What a schema takes, as JSON Schema, to be told by another schema that takes more and leaves the rest to a handler. */
export function toJsonSchema(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: "input" });
  return json;
}
