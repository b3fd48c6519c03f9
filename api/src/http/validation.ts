import { InvalidInput, type Problem } from "@agatha/contracts";
import type { z } from "zod";

/** JSON nests no deeper than this; no schema of ours needs half of it. */
const MAX_DEPTH = 32;

/** Throws 010201 with every problem and its path; `where` is what the paths begin with. */
export function validated<S extends z.ZodType>(schema: S, value: unknown, where = ""): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new InvalidInput(
    "010201",
    result.error.issues.slice(0, 100).map((issue) => ({ path: jsonPath(where, issue.path), message: issue.message }) satisfies Problem),
  );
}

/** `["layers", 0, "nodes"]` becomes `layers[0].nodes`. */
export function jsonPath(where: string, path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === "number") return `${text}[${key}]`;
    return text ? `${text}.${String(key)}` : String(key);
  }, where);
}

/** Iterative, so that the nesting that it refuses cannot overflow its own stack. */
export function refuseDeepNesting(body: unknown): void {
  let level: unknown[] = [body];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) throw new InvalidInput("010201", { path: "", message: `The body nests deeper than ${MAX_DEPTH} levels` });
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value !== "object" || value === null) continue;
      for (const child of Object.values(value)) if (typeof child === "object" && child !== null) next.push(child);
    }
    level = next;
  }
}
