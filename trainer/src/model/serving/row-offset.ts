import { InvalidInput } from "@agatha/contracts";

/** Returns the error of a part of some rows, that begins at row `start`: its problems have the numbers that the rows have among all. */
export function withRowOffset(error: unknown, start: number): unknown {
  if (!(error instanceof InvalidInput)) return error;
  const path = (text: string): string => text.replace(/^data\[(\d+)\]/, (_, row) => `data[${Number(row) + start}]`);
  return new InvalidInput(
    error.code,
    error.problems.map((problem) => ({ ...problem, path: path(problem.path) })),
  );
}
