import type { ModelInput } from "@agatha/contracts";
import { fromPartial } from "@agatha/contracts/testing/from-partial";
import { createRandom } from "../../numeric/random.js";
import { createTable } from "../../testing/create-table.js";
import { drawTrainingSample, sampleFromSections, sampleSections } from "./training-sample.js";

test.each([
  ["serial numbers", 8, [410_000_001, 410_000_002, 410_000_003]],
  ["fractions", 8, [0.1, 0.2, 0.7]],
  ["whole numbers, in half of the space", 4, [1, 2, 3]],
  ["numbers beyond the range of float32", 8, [1e300, 1, 2]],
])("the sample in an artifact keeps %s", (_what, bytes, values) => {
  const inputs = fromPartial<ModelInput[]>([{ name: "x", type: "n", levels: [] }]);
  const sample = drawTrainingSample(createTable({ x: values }), inputs, createRandom(1));
  const sections = sampleSections(sample);
  expect(Object.values(sections)[0]?.BYTES_PER_ELEMENT).toBe(bytes);
  const [restored] = sampleFromSections(sections, inputs).columns;
  expect(restored?.type === "n" && [...restored.values].sort((a, b) => a - b)).toEqual(values.toSorted((a, b) => a - b));
});
