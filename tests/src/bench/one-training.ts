/** `node one-training.js ALGORITHM TASK ROWS COLUMNS` trains a model on generated rows and prints the process's peak memory in MiB. */
import { isSupervised, type ModelType } from "@agatha/contracts";
import type { Column } from "@agatha/trainer/data/tables/table";
import { createRandom } from "@agatha/trainer/numeric/random";
import { limitThreads } from "@agatha/trainer/numeric/threads/pool";
import { trainModel } from "@agatha/trainer/training/train-model";
import { peakResidentMiB } from "./process-memory.js";

const [algorithm = "XGB", type = "REGRESSION", rows = "10000", columns = "200"] = process.argv.slice(2);
const random = createRandom(1);
const nrow = Number(rows);
const inputs = Array.from(
  { length: Number(columns) },
  (_, j): Column => ({
    name: `x${j}`,
    type: "n",
    values: Float64Array.from({ length: nrow }, () => random.normal()),
  }),
);
const sum = Float64Array.from(
  { length: nrow },
  (_, i) => 3 * valueAt(inputs[0], i) + valueAt(inputs[1], i) * valueAt(inputs[2], i) + random.normal(),
);
const response: Column =
  type === "CLASSIFICATION"
    ? {
        name: "y",
        type: "s",
        codes: Int32Array.from(sum, (value) => (value > 1 ? 2 : value > -1 ? 1 : 0)),
        levels: ["low", "middle", "high"],
      }
    : { name: "y", type: "n", values: sum };
const supervised = isSupervised(type as ModelType);

limitThreads(2);
await trainModel(
  { type: type as ModelType, layers: [{ nodes: [{ algorithm }] }], maxFpr: 1, seed: 1, ...(supervised && { response: "y" }) },
  { nrow, columns: supervised ? [...inputs, response] : inputs },
  { random, progress: () => {}, signal: new AbortController().signal, timezone: "UTC" },
);
process.stdout.write(`${peakResidentMiB()}\n`);

function valueAt(column: Column | undefined, row: number): number {
  return column?.type === "n" ? (column.values[row] ?? Number.NaN) : Number.NaN;
}
