/** Measures the peak memory of a training: a table of 10,000 rows and 200 columns, one process for each algorithm. */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { ALGORITHMS, type AlgorithmName } from "@agatha/contracts";

const PROGRAM = fileURLToPath(new URL("./one-training.js", import.meta.url));
export const ROWS = 10_000;
export const COLUMNS = 200;

export async function benchMemory(print: (line: string) => void, algorithms: readonly AlgorithmName[]): Promise<void> {
  print("| algorithm | task | peak memory of the training, MiB |");
  print("| --- | --- | --- |");
  for (const name of algorithms) {
    const [task] = ALGORITHMS[name].modelTypes;
    if (task === undefined) continue;
    const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, name, task, String(ROWS), String(COLUMNS)]);
    print(`| ${name} | ${task} | ${stdout.trim()} |`);
  }
  print(
    `\n${ROWS} rows of ${COLUMNS} columns, held-out figures and importance included; resident set of the whole process at its highest.`,
  );
}
