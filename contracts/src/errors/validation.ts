import { z } from "zod";
import { ERRORS, type ErrorCode } from "./error-catalogue.js";
import { InvalidInput, type Problem } from "./error-classes.js";
import { validationMessage } from "./validation-messages.js";

/** Fields with a catalogue code of their own, for a value of the right type that violates a rule. */
export const fieldErrorCodes = z.registry<{ code: ErrorCode }>();

/**
 * Returns the parsed value. Throws InvalidInput with every problem and its path; paths begin with `where`. The code is
 * badRequest, or the field's own if all problems share it.
 */
export function validate<S extends z.ZodType>(schema: S, value: unknown, where = ""): z.output<S> {
  const result = schema.safeParse(value, { error: validationMessage });
  if (result.success) return result.data;
  const problems = result.error.issues.map((issue): Problem => ({ path: jsonPath(where, issue.path), message: issue.message }));
  const codes = new Set(result.error.issues.map(({ code, path }) => (code === "invalid_type" ? undefined : fieldErrorCode(schema, path))));
  const [code] = codes;
  throw new InvalidInput((codes.size === 1 && code) || ERRORS.badRequest, problems.slice(0, 100));
}

/** Returns the code of the outermost field on the path that has one. */
function fieldErrorCode(schema: unknown, [name, ...rest]: readonly PropertyKey[]): ErrorCode | undefined {
  let field: unknown = schema instanceof z.ZodObject ? schema.shape[String(name)] : schema instanceof z.ZodArray && schema.element;
  while (field instanceof z.ZodOptional) field = field.unwrap();
  if (!(field instanceof z.ZodType)) return undefined;
  return fieldErrorCodes.get(field)?.code ?? fieldErrorCode(field, rest);
}

/** Returns a JSON path: `["layers", 0, "nodes"]` becomes `layers[0].nodes`. */
export function jsonPath(where: string, path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === "number") return `${text}[${key}]`;
    return text ? `${text}.${String(key)}` : String(key);
  }, where);
}
