import type { World } from "./world.js";

export interface Option {
  /** The value's name in the help; none: the option takes no value. */
  value?: string;
  about: string;
}

export interface Given {
  /** In the order of the command's `operands`. */
  operands: string[];
  options: Record<string, string | undefined>;
  flags: ReadonlySet<string>;
}

export interface Command {
  /** `FILE`, as the help names them; all are needed. */
  operands: string[];
  about: string;
  options: Record<string, Option>;
  /** Throws what `run.ts` makes exit codes of. */
  run(given: Given, world: World): Promise<void>;
}

/** A JSON document on a line of its own: what a script reads. */
export function print({ out }: Pick<World, "out">, value: unknown): void {
  out.write(`${JSON.stringify(value)}\n`);
}
