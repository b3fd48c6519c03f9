import type { FitContext } from "../numeric/fit-context.js";
import { createRandom } from "../numeric/random.js";

/** What a fit is given, with the same seed each time. */
export function fitContext(overrides: Partial<FitContext> = {}): FitContext {
  return { random: createRandom(1), progress: () => {}, signal: new AbortController().signal, threads: 1, ...overrides };
}
