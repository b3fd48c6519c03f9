/** TensorFlow.js with its plain backend, without the banner that it prints in Node.js. */
import tf from "@tensorflow/tfjs";
import { unzipSync } from "fflate";

tf.enableProdMode();
await tf.setBackend("cpu");

export { tf };

type LoadedLayersModel = Awaited<ReturnType<typeof tf.loadLayersModel>>;

/** Loads the two files of an exported model; the archive may have no others. */
export function loadLayersZip(zip: Uint8Array): Promise<LoadedLayersModel> {
  const { "model.json": text, "weights.bin": weights, ...others } = unzipSync(zip);
  if (Object.keys(others).length > 0) throw new Error(`the archive has ${Object.keys(others).join(", ")} too`);
  const json = JSON.parse(new TextDecoder().decode(text));
  const load = () =>
    tf.io.getModelArtifactsForJSON(json, async ([{ paths, weights: specs }]) => {
      if (paths.join() !== "weights.bin") throw new Error(`the weights are said to be in ${paths.join()}`);
      return [specs, weights.slice().buffer];
    });
  return tf.loadLayersModel({ load });
}

/** Returns the model's only output in row-major order. */
export function predictRows(model: Pick<LoadedLayersModel, "predict">, rows: number[][]): ArrayLike<number> {
  return (model.predict(tf.tensor2d(rows)) as ReturnType<typeof tf.tensor2d>).dataSync();
}

/** Compares floats with a tolerance: both sides have 32 bits but sum in different orders. */
export function expectSameFloats(actual: ArrayLike<number>, expected: ArrayLike<number>): void {
  expect(actual).toHaveLength(expected.length);
  for (let i = 0; i < expected.length; i++) {
    expect(Math.abs(actual[i] - expected[i])).toBeLessThan(1e-5 * Math.max(1, Math.abs(expected[i])));
  }
}
