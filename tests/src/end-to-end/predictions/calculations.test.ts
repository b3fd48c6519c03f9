/** Batches of rows and the search for the best settings, over HTTP on the whole product. */
import type { OptimizationResult, PredictionResult } from "@agatha/contracts";
import type { CalculationRequest } from "@agatha/contracts/client";
import type { CalculationAnswer } from "@agatha/contracts/wire";
import { loadLayersZip, predictRows } from "@agatha/trainer/testing/tensorflow";
import { InferenceSession, Tensor } from "onnxruntime-node";
import { carsCsv } from "../../data.js";
import { useAgatha } from "../testing/agatha-fixture.js";
import { gunzipLines } from "../testing/gunzip.js";

describe("a trained model", () => {
  const { client } = useAgatha();
  let datasetId: string;
  let modelId: string;
  const columns = ["Cylinders", "Displacement", "Horsepower", "Weight_in_lbs", "Acceleration"];

  beforeAll(async () => {
    datasetId = (await client.uploadDataset("cars.csv", carsCsv(), { name: "CalculatedCars" })).id;
    const request = { name: "Consumption", model_type: "REGRESSION", response: "Miles_per_Gallon", columns };
    modelId = (await client.train(datasetId, request)).id;
  });

  async function worked(request: CalculationRequest): Promise<CalculationAnswer> {
    const { id, status } = await client.api.calculate(datasetId, modelId, request);
    expect(status).toBe("is_processed");
    return await client.waitForCalculation(datasetId, modelId, id);
  }
  async function asked(data: Record<string, number>): Promise<number> {
    return (await client.api.whatIf(datasetId, modelId, data)).result!.value[0] as number;
  }

  test("a search finds better settings than any car has, within the given rules", async () => {
    const answer = await worked({
      type: "optimization",
      target: { goal: "max" },
      variables: [
        { column: "Cylinders", fixed: 8 },
        { column: "Horsepower", min: 100, max: 200, step: 10 },
      ],
      constraints: [{ terms: [{ column: "Weight_in_lbs", coefficient: 1 }], relation: ">=", value: 2500 }],
      solutions: 3,
    });
    expect([answer.status, answer.reason, answer.message]).toEqual(["success", null, null]);
    const { solutions } = answer.result as OptimizationResult;
    expect(solutions.length).toBeGreaterThanOrEqual(1);
    for (const { settings, prediction, outside } of solutions) {
      expect(settings.Cylinders).toBe(8);
      expect((Number(settings.Horsepower) - 100) % 10).toBe(0);
      expect(settings.Weight_in_lbs).toBeGreaterThanOrEqual(2500 - 1e-3);
      expect(outside).toEqual([]);
      // A what-if of the same settings gets the same answer.
      expect(await asked(settings as Record<string, number>)).toBeCloseTo(prediction, 9);
    }
  });

  // @contract a-calculation-is-is-processed-then-success
  test("a search without a solution says why", async () => {
    const weight = { terms: [{ column: "Weight_in_lbs", coefficient: 1 }], relation: ">=" as const, value: 1e9 };
    const { status, reason, message } = await worked({ type: "optimization", target: { goal: "max" }, constraints: [weight] });
    expect([status, reason]).toEqual(["fail", "011003"]);
    expect(message).toMatch(/constraint/);
  });

  // @contract get-agatha-datasets-id-models-mid-calcs-cid-download-gzip
  test("a batch job predicts all rows of a dataset, which can be downloaded", async () => {
    const { id, rows, result } = await worked({ type: "batch", dataset_id: datasetId });
    expect(rows).toBe(406);
    const { value } = result as PredictionResult;
    const lines = await gunzipLines(await client.api.downloadBatch(datasetId, modelId, id));
    expect(lines).toHaveLength(407);
    expect(Number(lines[406]!.split(",")[1])).toBe(value[405]);
  });

  test("a batch on a dataset that lacks a column names the column", async () => {
    const other = await client.uploadDataset("few.csv", "Cylinders,Displacement\n4,100\n8,200\n", { name: "Few" });
    await expect(client.api.calculate(datasetId, modelId, { type: "batch", dataset_id: other.id })).rejects.toMatchObject({
      status: 400,
      code: "010902",
      detail: expect.arrayContaining([expect.objectContaining({ message: expect.stringContaining("Horsepower") })]),
    });
  });

  // @contract get-agatha-datasets-id-models-mid-export
  test("a model exported as ONNX gives the same answers in another program", async () => {
    const file = await client.api.exportModel(datasetId, modelId, "onnx");
    expect(file.headers.get("content-disposition")).toBe("attachment; filename=Consumption.onnx");
    const session = await InferenceSession.create(new Uint8Array(await file.arrayBuffer()));
    const car = { Cylinders: 4, Displacement: 97, Horsepower: 75, Weight_in_lbs: 2155, Acceleration: 16.4 };
    const feeds = Object.fromEntries(Object.entries(car).map(([name, value]) => [name, new Tensor("float64", [value], [1, 1])]));
    const [there] = (await session.run(feeds)).value!.data as Float64Array;
    expect(there).toBeCloseTo(await asked(car), 4);
  });

  test("a TensorFlow.js export of a model with other algorithms is rejected with advice", async () => {
    await expect(client.api.exportModel(datasetId, modelId, "tfjs")).rejects.toMatchObject({
      code: "010201",
      detail: [{ path: "format", message: expect.stringMatching(/Choose the format onnx, or train a model of one DNN or AENN/) }],
    });
  });

  // @contract get-agatha-datasets-id-models-mid-export
  test("a DNN exported for TensorFlow.js gives the same answers there", async () => {
    const layers = [{ nodes: [{ algorithm: "DNN" }] }];
    const request = { name: "Network", model_type: "REGRESSION", response: "Miles_per_Gallon", columns, layers };
    const { id } = await client.train(datasetId, request);
    const file = await client.api.exportModel(datasetId, id, "tfjs");
    expect(file.headers.get("content-type")).toBe("application/zip");
    expect(file.headers.get("content-disposition")).toBe("attachment; filename=Network.tfjs.zip");
    const model = await loadLayersZip(new Uint8Array(await file.arrayBuffer()));
    const car: Record<string, number> = { Cylinders: 4, Displacement: 97, Horsepower: 75, Weight_in_lbs: 2155, Acceleration: 16.4 };
    const { inputs } = model.getUserDefinedMetadata() as { inputs: { column: string }[] };
    const [there] = Array.from(predictRows(model, [inputs.map(({ column }) => car[column]!)]));
    expect(there).toBeCloseTo((await client.api.whatIf(datasetId, id, car)).result!.value[0] as number, 4);
  });
});
