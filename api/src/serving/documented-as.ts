import { z } from "zod";
import { toJsonSchema } from "../api-docs/json-schema.js";

/** Takes anything, and says in the OpenAPI document what it should be: for what the handler checks by hand. */
export function documentedAs(schema: z.ZodType): z.ZodUnknown {
  return z.unknown().meta(toJsonSchema(schema));
}
