import type { FitContext } from "../numeric/fit-context.js";
import { createRandom } from "../numeric/random.js";

/** Returns a fit context with a fixed seed. */
export function fitContext(overrides: Partial<FitContext> = {}): FitContext {
  return { random: createRandom(1), progress: () => {}, signal: new AbortController().signal, ...overrides };
}
