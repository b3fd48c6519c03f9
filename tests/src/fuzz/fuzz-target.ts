/** Targets of fuzzing: inputs, half of them nearly right, and their allowed outcomes. */
import { Conflict, InvalidInput, isErrorCode, NotFound } from "@agatha/contracts";
import fc from "fast-check";

/** A result, or the catalogue code of a rejection. */
export type Outcome = "accepted" | `refused ${string}`;

export interface FuzzTarget {
  /** Runs cases by `parameters`. Calls `before` ahead of each case and `after` with its outcome. */
  check(parameters: fc.Parameters<[unknown]>, hear: { before(): void; after(outcome: Outcome): void }): Promise<fc.RunDetails<[unknown]>>;
  close(): Promise<void>;
}

/** `parse` resolves, or throws one of our errors. Any other exception is a crash. */
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

/** Throws errors that are not ours. */
function refusal(error: unknown): Outcome {
  if (error instanceof Conflict) return "refused 021401";
  if (!(error instanceof InvalidInput || error instanceof NotFound)) throw error;
  if (!isErrorCode(error.code)) throw new Error(`${error.code} is not in the catalogue`, { cause: error });
  return `refused ${error.code}`;
}
