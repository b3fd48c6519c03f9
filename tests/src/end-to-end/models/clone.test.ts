/** Cloned models over HTTP alone: byte for byte on the same rows, and on new rows. */
import type { ApiError } from "@agatha/contracts/client";
import type { CloneRequest, ModelAnswer } from "@agatha/contracts/wire";
import { carsCsv } from "../../data.js";
import { useAgatha } from "../testing/agatha-fixture.js";

describe("a model that is trained again", () => {
  const { client } = useAgatha();
  let datasetId: string;
  let model: ModelAnswer;

  beforeAll(async () => {
    datasetId = (await client.uploadDataset("cars.csv", carsCsv(), { name: "RepeatedCars" })).id;
    model = await client.train(datasetId, {
      name: "Consumption",
      model_type: "REGRESSION",
      response: "Miles_per_Gallon",
      layers: [{ nodes: [{ algorithm: "RF", params: { trees: 40 } }, { algorithm: "GLM" }] }, { nodes: [{ algorithm: "GLM" }] }],
      seed: 7,
    });
  });

  const clone = (request?: CloneRequest) => client.api.cloneModel(datasetId, model.id, request);
  const infoOf = (of: ModelAnswer) => client.api.modelInfo(of.dataset_id, of.id);

  test("a clone on the same rows reproduces the model and reports identical bytes", async () => {
    const copy = await client.waitForModel(datasetId, (await clone()).id);
    expect(copy).toMatchObject({ status: "success", name: "ConsumptionCopy", clone_of: model.id, same_bytes: true, sha256: model.sha256 });
    expect([copy.indicators, copy.layers]).toEqual([model.indicators, model.layers]);
    const { record } = await infoOf(copy);
    expect(record).toEqual((await infoOf(model)).record);
    expect(record).toMatchObject({ rows: 406, recipe: { seed: 7, response: "Miles_per_Gallon" }, versions: { node: process.version } });
  });

  test("a clone on another dataset uses the same columns", async () => {
    const [header, ...lines] = carsCsv().split("\n");
    const more = [`${header},Note`, ...lines.slice(0, 300).map((line, i) => `${line},${i % 3}`)].join("\n");
    const other = await client.uploadDataset("more.csv", more, { name: "MoreCars" });
    const { id } = await clone({ dataset_id: other.id, name: "Retrained" });
    const retrained = await client.waitForModel(other.id, id);
    expect(retrained).toMatchObject({ status: "success", name: "Retrained", dataset_id: other.id, clone_of: model.id, same_bytes: null });
    const [before, after] = [await infoOf(model), await infoOf(retrained)];
    expect(after.inputs.map(({ name }) => name)).toEqual(before.inputs.map(({ name }) => name));
    expect(after.record?.rows).toBe(300);
    expect(after.record?.table_sha256).not.toBe(before.record?.table_sha256);
  });

  test("a clone on another dataset is rejected with the columns that it lacks or has with another type", async () => {
    const lines = [
      "Miles_per_Gallon,Cylinders,Weight_in_lbs",
      ...Array.from({ length: 40 }, (_, i) => `${20 + (i % 9)},${i % 2 ? "four" : "six"},${2000 + 10 * i}`),
    ];
    const other = await client.uploadDataset("few.csv", lines.join("\n"), { name: "FewCars" });
    const refusal: unknown = await clone({ dataset_id: other.id }).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ status: 400, code: "010405" });
    const paths = (refusal as ApiError).detail.map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining(["columns.Cylinders", "columns.Horsepower", "columns.Year"]));
    expect(paths).not.toContain("columns.Weight_in_lbs");
  });
});
