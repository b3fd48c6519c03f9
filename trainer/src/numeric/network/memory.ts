import { createKernel, type Kernel, ROWS } from "./kernel.js";
import type { Lesson } from "./lesson.js";
import { copyBounded } from "./network.js";
import { padded, type Shape } from "./shape.js";

/** The kernel's memory while a network learns: addresses for the kernel, and views for everyone else. */
export interface Memory {
  kernel: Kernel;
  at: Record<(typeof NAMES)[number], number>;
  /** Of the inputs and of each layer's outputs; and of the loss's derivatives by them. */
  blocks: readonly number[];
  derivatives: readonly number[];
  /** The array of that name. */
  floats(name: "parameters" | "slopes" | "weights" | "losses"): Float32Array;
  order: Int32Array;
}

/** Parameters, the slopes of the loss by them, and Adam's two averages; all rows; the targets, weights and losses of a block of rows. */
const NAMES = ["parameters", "slopes", "first", "second", "columns", "targets", "weights", "order", "target", "weight", "losses"] as const;

/** Takes memory for all rows of a lesson and copies them in. */
export function layOut(lesson: Lesson, shape: Shape): Memory {
  const { x, aim } = lesson;
  const count = shape.parameterCount;
  const lengths: Record<(typeof NAMES)[number], number> = {
    parameters: count,
    slopes: count,
    first: count,
    second: count,
    columns: x.ncol * x.nrow,
    targets: x.nrow,
    weights: x.nrow,
    order: x.nrow,
    target: padded(1) * ROWS,
    weight: ROWS,
    losses: ROWS,
  };
  const units = shape.widths.map((width) => padded(width) * ROWS);
  const { kernel, buffer, addresses } = createKernel([...NAMES.map((name) => lengths[name]), ...units, ...units]);
  const at = Object.fromEntries(NAMES.map((name, n) => [name, addresses[n]])) as Memory["at"];
  const floats = (name: (typeof NAMES)[number]) => new Float32Array(buffer, at[name], lengths[name]);
  const columns = floats("columns");
  x.columns.forEach((column, j) => void copyBounded(column, { from: 0, to: x.nrow }, columns, j * x.nrow));
  if (aim.kind === "number") floats("targets").set(aim.values);
  if (aim.kind === "class") floats("targets").set(aim.codes);
  if (aim.kind === "class") floats("weights").set(Float32Array.from(aim.codes, (code) => aim.weights[code]));
  else floats("weights").fill(1);
  const order = new Int32Array(buffer, at.order, x.nrow);
  for (let i = 0; i < x.nrow; i++) order[i] = i;
  const blocks = addresses.slice(NAMES.length);
  return { kernel, at, blocks: blocks.slice(0, units.length), derivatives: blocks.slice(units.length), floats, order };
}
