import { z } from "zod";

/** Takes anything, and says in the OpenAPI document what it should be: for what the handler checks by hand. */
export function described(schema: z.ZodType): z.ZodUnknown {
  const { $schema: _, ...document } = z.toJSONSchema(schema, { io: "input" });
  return z.unknown().meta(document);
}
