import { setTimeout } from "node:timers/promises";
import { createRandom } from "../../numeric/random.js";
import { withThreads } from "../../testing/with-threads.js";
import { createGmmModel } from "./model.js";

test("two threads predict the same bytes as one", async () => {
  const random = createRandom(3);
  const width = 47;
  const padded = 48;
  const normal = (length: number) => Float64Array.from({ length }, () => random.normal());
  const components = [0.2, 0.3, 0.5].map((share) => {
    const factor = normal(padded * padded).map((value, at) => {
      const [row, column] = [Math.floor(at / padded), at % padded];
      if (row >= width || column >= width || row > column) return 0;
      return row === column ? 1 : value / 20;
    });
    return { logShare: Math.log(share), logDeterminant: 0, mean: normal(width), factor };
  });
  const x = { nrow: 9000, ncol: width, columns: Array.from({ length: width }, () => normal(9000)) };
  const predict = () => createGmmModel({ width, padded, components }).predict(x);
  const alone = predict();
  expect(new Set(alone.clusters).size).toBe(3);
  await withThreads(2, async () => {
    for (let round = 0; round < 3; round++) {
      expect(predict()).toEqual(alone);
      // A worker that has just been started helps from the next prediction on.
      await setTimeout(30);
    }
  });
});

test("infinite and huge numbers are clipped to 1e70", () => {
  const factor = new Float64Array(16);
  factor[0] = 1;
  const model = createGmmModel({ width: 1, padded: 4, components: [{ logShare: 0, logDeterminant: 0, mean: Float64Array.of(0), factor }] });
  const columns = [Float64Array.of(Number.POSITIVE_INFINITY, -1e90, 1e70)];
  const scores = model.predict({ nrow: 3, ncol: 1, columns }).scores!;
  expect(scores[2]).toBe(1e70 ** 2 / 2);
  expect([scores[0], scores[1]]).toEqual([scores[2], scores[2]]);
});
