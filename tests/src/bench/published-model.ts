import { startAgatha } from "../end-to-end/testing/agatha-process.js";
import { TestClient } from "../end-to-end/testing/client.js";

export interface PublishedModel {
  id: string;
  datasetId: string;
  token: string;
  /** A row to predict. */
  row: Record<string, unknown>;
}

/** Uploads the table into the data folder, trains XGB, enables its API, and stops the product. */
export async function publishModel(data: string, csv: Buffer, response: string): Promise<PublishedModel> {
  const product = await startAgatha(data);
  try {
    const client = new TestClient(product.url);
    await client.login();
    const dataset = await client.uploadDataset("bench.csv", csv);
    const model = await client.train(dataset.id, {
      name: "Bench",
      model_type: "REGRESSION",
      response,
      columns: dataset.columns.filter(({ name, type }) => type === "n" && name !== response).map(({ name }) => name),
      layers: [{ nodes: [{ algorithm: "XGB", params: { rounds: 100, maxDepth: 6 } }] }],
    });
    if (model.status !== "success") throw new Error(`training failed: ${model.reason} ${model.message}`);
    await client.api.enableApis({ api_update_list: [{ model_id: model.id, api_enabled: true }] });
    const api = await client.api.modelApi(dataset.id, model.id);
    if (api.api_token === null) throw new Error("the model's API has no token");
    const { id } = model;
    return {
      id,
      datasetId: dataset.id,
      token: api.api_token,
      row: Object.fromEntries(api.columns.map(({ name, example }) => [name, example])),
    };
  } finally {
    await product.stop();
  }
}
