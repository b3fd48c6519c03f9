/** What is fuzzed: inputs, half of them nearly right, and what may come of each. */
import { Conflict, ERRORS, InvalidInput, NotFound } from "@agatha/contracts";
import fc from "fast-check";

/** A result, or the catalogue code of a refusal. */
export type Outcome = "accepted" | `refused ${string}`;

export interface FuzzTarget {
  /** Runs cases as `parameters` say; `before` hears of each one before it begins, `after` what came of it. */
  check(parameters: fc.Parameters<[unknown]>, hear: { before(): void; after(outcome: Outcome): void }): Promise<fc.RunDetails<[unknown]>>;
  close(): Promise<void>;
}

/** `parse` resolves, or throws a failure of ours; whatever else it throws is a crash. */
export function fuzzTarget<T>(
  input: fc.Arbitrary<T>,
  parse: (input: T) => Promise<Outcome | undefined>,
  close = async () => {},
): FuzzTarget {
  return {
    close,
    check(parameters, { before, after }) {
      const property = fc.asyncProperty(input, async (value) => {
        before();
        after((await parse(value).catch(refusal)) ?? "accepted");
      });
      return fc.check(property, parameters as fc.Parameters<[T]>) as Promise<fc.RunDetails<[unknown]>>;
    },
  };
}

/** Throws what is no failure of ours. */
function refusal(error: unknown): Outcome {
  if (error instanceof Conflict) return "refused 021401";
  if (!(error instanceof InvalidInput || error instanceof NotFound)) throw error;
  if (!Object.hasOwn(ERRORS, error.code)) throw new Error(`${error.code} is not in the catalogue`, { cause: error });
  return `refused ${error.code}`;
}
