/** From an uploaded table to a published prediction, over HTTP alone. */
import type { ModelInfo, PredictionResult } from "@agatha/contracts";
import type { DataCheckAnswer, ModelApiAnswer, PredictionAnswer, RowsAnswer } from "@agatha/contracts/wire";
import { carsCsv } from "../../data.js";
import { useAgatha } from "../testing/agatha-fixture.js";

describe("the HTTP API", () => {
  const { client } = useAgatha();
  let datasetId: string;
  let modelId: string;

  test("an uploaded table is read back row by row as it is in the file", async () => {
    const dataset = await client.uploadDataset("cars.csv", carsCsv(), { name: "HttpCars" });
    datasetId = dataset.id;
    expect(dataset).toMatchObject({ name: "HttpCars", nrow: 406, total_rows: 406, owner_name: "admin", product_type: "quality" });
    expect(dataset.columns.map((column) => `${column.name}:${column.type}`)).toEqual([
      "Record:n",
      "Name:s",
      "Miles_per_Gallon:n",
      "Cylinders:n",
      "Displacement:n",
      "Horsepower:n",
      "Weight_in_lbs:n",
      "Acceleration:n",
      "Year:d",
      "Origin:s",
    ]);
    const { body } = await client.json<RowsAnswer>("GET", `agatha/datasets/${datasetId}/rows/?start=10&limit=2`);
    expect(body).toMatchObject({ start: 10, limit: 2, total: 406 });
    expect(body.data[0]).toEqual([11, "citroen ds-21 pallas", null, 4, 133, 115, 3090, 17.5, "1970-01-01T00:00:00.000Z", "Europe"]);
  });

  test("the data check flags the column that only names the row", async () => {
    const { body } = await client.json<DataCheckAnswer>("GET", `agatha/datasets/${datasetId}/data_check/`);
    expect(body.status).toBe("success");
    const flags = Object.fromEntries(body.check_table.map((column) => [column.name, column.flags]));
    expect(flags.Record?.idness).toBe(true);
    expect(flags.Weight_in_lbs?.idness ?? false).toBe(false);
    expect(body.check_table.find((column) => column.name === "Miles_per_Gallon")?.missing).toBe(8);
  });

  test("the held-out figures of a trained model beat the baseline", async () => {
    const model = await client.train(datasetId, {
      name: "Consumption",
      model_type: "REGRESSION",
      response: "Miles_per_Gallon",
      columns: ["Cylinders", "Displacement", "Horsepower", "Weight_in_lbs", "Acceleration", "Year", "Origin"],
      layers: [{ nodes: [{ algorithm: "RF", params: { trees: 100 } }] }],
      seed: 7,
    });
    modelId = model.id;
    expect(model).toMatchObject({ status: "success", is_processed: true, progress: 1, api_enabled: false });
    expect(model.indicators.RMSE).toBeGreaterThan(0);
    expect(model.indicators.RMSE!).toBeLessThan(0.6 * model.baseline.RMSE!);
    expect(model.train_indicators.RMSE!).toBeLessThan(model.indicators.RMSE!);

    const info = (await client.json<ModelInfo>("GET", `agatha/datasets/${datasetId}/models/${modelId}/info/`)).body;
    expect(info.validation).toMatchObject({ method: "cross_validation", trainRows: 318, heldOutRows: 398 });
    expect(info.importance[0]?.importance).toBeGreaterThan(0);
    expect(info.regression?.largest_errors).toHaveLength(15);
    expect(info.regression?.error_deciles).toHaveLength(11);
    expect(info.warnings.map((warning) => warning.code)).toContain("target_missing");
  });

  test("a what-if tells where it leaves the training data", async () => {
    const ask = async (weight: number) => {
      const data = {
        Cylinders: 4,
        Displacement: 100,
        Horsepower: 80,
        Weight_in_lbs: weight,
        Acceleration: 16,
        Year: "1976-01-01",
        Origin: "Japan",
      };
      const { status, body } = await client.json<{ status: string; result: PredictionResult }>(
        "POST",
        `agatha/datasets/${datasetId}/models/${modelId}/calcs/`,
        { type: "whatif", data },
      );
      expect(status).toBe(201);
      expect(body.status).toBe("success");
      return body.result;
    };
    const light = await ask(2000);
    const heavy = await ask(4500);
    expect(light.value[0] as number).toBeGreaterThan(heavy.value[0] as number);
    expect(light.outside?.[0]).toEqual([]);
    expect((await ask(9000)).outside?.[0]).toEqual(["Weight_in_lbs"]);
  });

  test("a model's API refuses calls until a manager enables it, and then predicts records of strings", async () => {
    const api = (await client.json<ModelApiAnswer>("GET", `agatha/datasets/${datasetId}/models/${modelId}/api/`)).body;
    const ask = async (body: unknown) =>
      await fetch(api.url, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
    const records = [
      {
        Name: "ignored",
        Cylinders: "4",
        Displacement: "97",
        Horsepower: "75",
        Weight_in_lbs: "2155",
        Acceleration: "16.4",
        Year: "1976-01-01",
        Origin: "Japan",
      },
      {
        Cylinders: "8",
        Displacement: "440",
        Horsepower: "215",
        Weight_in_lbs: "4312",
        Acceleration: "8.5",
        Year: "1970-01-01",
        Origin: "USA",
      },
    ];
    const refused = await ask({ api_token: api.api_token, data: records });
    expect([refused.status, ((await refused.json()) as { tukey_error: string }).tukey_error]).toEqual([403, "010604"]);

    const enabled = await client.json("PATCH", "agatha/openthirdapi/update_multi/", {
      api_update_list: [{ model_id: modelId, api_enabled: true }],
      product_type: "quality",
    });
    expect(enabled).toMatchObject({ status: 200, body: { data: [{ model_id: modelId, api_enabled: true }] } });

    const accepted = await ask({ api_token: api.api_token, data: records });
    expect(accepted.status).toBe(200);
    const { link } = (await accepted.json()) as { id: string; link: string };
    const answer = (await (await fetch(link)).json()) as PredictionAnswer;
    expect(answer.data.status).toBe("success");
    const [small, large] = answer.data.value as number[];
    expect(small).toBeGreaterThan(25);
    expect(large).toBeLessThan(17);

    const wrong = await ask({ api_token: "nonsense", data: records });
    expect([wrong.status, ((await wrong.json()) as { tukey_error: string }).tukey_error]).toEqual([401, "010601"]);
    const empty = await ask({ api_token: api.api_token, data: { unknown: 1 } });
    expect([empty.status, ((await empty.json()) as { tukey_error: string }).tukey_error]).toEqual([400, "010602"]);

    await client.json("PATCH", "agatha/openthirdapi/update_multi/", { api_update_list: [{ model_id: modelId, api_enabled: false }] });
    expect((await ask({ api_token: api.api_token, data: records })).status).toBe(403);
  });

  // @contract a-model-made-by-hand-is-enabled
  test("a model is enabled as soon as it is trained once a manager has allowed that", async () => {
    const mode = async (api_enable_mode: string) => {
      const { id } = (await client.json<{ id: string }>("GET", "agatha/user/")).body;
      expect((await client.json("PATCH", "backstage/account/update_team_info/", { user_id: id, api_enable_mode })).status).toBe(200);
    };
    await mode("first");
    const layers = [{ nodes: [{ algorithm: "GLM" }] }];
    const request = { name: "Served", model_type: "REGRESSION", response: "Miles_per_Gallon", columns: ["Horsepower"], layers };
    const model = await client.train(datasetId, request);
    await mode("enabled");
    expect(model).toMatchObject({ status: "success", api_enabled: true, enabling_message: "Enabled: 1 of 1." });
    const { api_token } = (await client.json<ModelApiAnswer>("GET", `agatha/datasets/${datasetId}/models/${model.id}/api/`)).body;
    expect((await client.json("POST", "tukey/api/", { api_token, data: { Horsepower: 100 } })).status).toBe(200);
  });

  test("a model and a dataset are renamed and deleted, and nothing of them answers any more", async () => {
    const dataset = `agatha/datasets/${datasetId}/`;
    expect((await client.json<{ name: string }>("PATCH", dataset, { name: "Vehicles" })).body.name).toBe("Vehicles");
    expect((await client.json<{ status: string }>("GET", `${dataset}models/${modelId}/`)).body.status).toBe("success");
    expect((await client.json("DELETE", dataset)).status).toBe(204);
    expect((await client.json("GET", dataset)).status).toBe(404);
    expect((await client.json("GET", `${dataset}models/${modelId}/`)).status).toBe(404);
  });
});
