import { ERRORS, InvalidInput } from "@agatha/contracts";

/** Largest depth of JSON; no schema of the API needs half of it. */
const MAX_DEPTH = 32;

/** Throws if JSON is nested too deep. Iterative, so that the nesting cannot overflow its stack. */
export function rejectDeepNesting(body: unknown): void {
  let level: unknown[] = [body];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH)
      throw new InvalidInput(ERRORS.badRequest, { path: "", message: `The body nests deeper than ${MAX_DEPTH} levels` });
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value !== "object" || value === null) continue;
      for (const child of Object.values(value)) if (typeof child === "object" && child !== null) next.push(child);
    }
    level = next;
  }
}
