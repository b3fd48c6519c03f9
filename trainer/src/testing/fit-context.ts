import type { FitContext } from "../algorithms/algorithm.js";
import { createRandom } from "../random.js";

/** What a fit is given, with the same seed each time. */
export function fitContext(overrides: Partial<FitContext> = {}): FitContext {
  return { random: createRandom(1), progress: () => {}, signal: new AbortController().signal, threads: 1, ...overrides };
}
