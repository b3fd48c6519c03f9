import { z } from "zod";
import { toJsonSchema } from "../api-docs/json-schema.js";

/** Returns a schema that accepts anything and is documented as another: for input that the handler validates by itself. */
export function documentedAs(schema: z.ZodType): z.ZodUnknown {
  return z.unknown().meta(toJsonSchema(schema));
}
