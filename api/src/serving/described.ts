import { z } from "zod";
import { jsonSchemaOf } from "../openapi/json-schema.js";

/** Takes anything, and says in the OpenAPI document what it should be: for what the handler checks by hand. */
export function described(schema: z.ZodType): z.ZodUnknown {
  return z.unknown().meta(jsonSchemaOf(schema));
}
