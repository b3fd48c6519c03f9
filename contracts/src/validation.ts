import type { z } from "zod";
import { InvalidInput, type Problem } from "./failures.js";

/** Throws 010201 with every problem and its path; `where` is what the paths begin with. */
export function validated<S extends z.ZodType>(schema: S, value: unknown, where = ""): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const problems = result.error.issues.map((issue): Problem => ({ path: jsonPath(where, issue.path), message: issue.message }));
  throw new InvalidInput("010201", problems.slice(0, 100));
}

/** `["layers", 0, "nodes"]` becomes `layers[0].nodes`. */
export function jsonPath(where: string, path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === "number") return `${text}[${key}]`;
    return text ? `${text}.${String(key)}` : String(key);
  }, where);
}
