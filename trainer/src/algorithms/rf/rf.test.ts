/** references/rf.py computes the figures with scikit-learn. */
import type { Matrix, Target } from "../../numeric/matrix.js";
import { createRandom } from "../../numeric/random.js";
import { fitContext } from "../../testing/fit-context.js";
import { describeAgainstPeer, type PeerFigures } from "../../testing/peer-comparison.js";
import { referenceFigures } from "../../testing/reference-figures.js";
import { withThreads } from "../../testing/with-threads.js";
import { rf } from "./index.js";

const defaults = { trees: 500, columnsPerSplit: 0, minLeaf: 0, maxDepth: 0, balance: 0, logResponse: false };
const few = { ...defaults, trees: 200 };

const random = createRandom(6);
const nrow = 2000;
const columns = Array.from({ length: 6 }, () => Float64Array.from({ length: nrow }, () => random.normal()));
const x: Matrix = { nrow, ncol: 6, columns };
const signal = columns[0].map((value, i) => value * columns[1][i] + 0.1 * random.normal());
const targets: [string, Target][] = [
  ["numbers", { kind: "number", values: signal }],
  ["two classes", { kind: "class", codes: Int32Array.from(signal, (value) => Number(value > 0)), labels: ["a", "b"] }],
  [
    "four classes",
    {
      kind: "class",
      codes: Int32Array.from(signal, (value) => Math.min(3, Math.floor(Math.abs(2 * value)))),
      labels: ["a", "b", "c", "d"],
    },
  ],
];

describe.each(targets)("%s", (_title, target) => {
  test("one, two and three threads grow the same forest", async () => {
    const bytes = [];
    for (const threads of [1, 2, 3]) bytes.push((await withThreads(threads, () => rf.fit(x, target, few, fitContext()))).save());
    expect(Buffer.compare(bytes[0], bytes[1])).toBe(0);
    expect(Buffer.compare(bytes[0], bytes[2])).toBe(0);
  });

  test("another seed grows another forest", async () => {
    const bytes = [];
    for (const seed of [1, 2])
      bytes.push((await rf.fit(x, target, { ...few, trees: 5 }, fitContext({ random: createRandom(seed) }))).save());
    expect(Buffer.compare(bytes[0], bytes[1])).not.toBe(0);
  });

  test("progress rises to 1", async () => {
    const heard: number[] = [];
    await withThreads(2, () => rf.fit(x, target, few, fitContext({ progress: (fraction) => heard.push(fraction) })));
    expect(heard).toEqual(heard.toSorted((a, b) => a - b));
    expect(heard.at(-1)).toBe(1);
    expect(heard.length).toBeGreaterThan(10);
  });

  test("a cancelled fit rejects with the reason", async () => {
    const controller = new AbortController();
    const progress = (fraction: number) => {
      if (fraction > 0.1) controller.abort(new Error("enough"));
    };
    const fitting = withThreads(2, () => rf.fit(x, target, few, fitContext({ progress, signal: controller.signal })));
    await expect(fitting).rejects.toThrow("enough");
  });
});

const { held_out, many_seeds } = referenceFigures<{ held_out: PeerFigures; many_seeds: PeerFigures["Accuracy"][number] }>("rf");

describeAgainstPeer(rf, defaults, {
  // The peer's leaves have five distinct rows; ours have five draws, so about three rows. On seattle-weather, which is noisy, the
  // peer's larger leaves are better by about half a percent. src/training/peers.test.ts has the bound.
  RMSE: held_out.RMSE.filter(({ file }) => file !== "seattle-weather.csv"),
  Accuracy: held_out.Accuracy.map((figure) => (figure.file === many_seeds.file ? many_seeds : figure)),
});
