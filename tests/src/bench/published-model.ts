import { Client } from "../end-to-end/client.js";
import { startProduct } from "../end-to-end/product.js";

export interface PublishedModel {
  token: string;
  /** A row to ask about. */
  row: Record<string, unknown>;
}

/** Uses the product as a person would: uploads the table into the data folder, trains XGB, enables its API, and stops. */
export async function publishModel(data: string, csv: Buffer, response: string): Promise<PublishedModel> {
  const product = await startProduct(data);
  try {
    const client = new Client(product.url);
    await client.login();
    const dataset = await client.readyDataset("bench.csv", csv);
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
    return { token: api.api_token, row: Object.fromEntries(api.columns.map(({ name, example }) => [name, example])) };
  } finally {
    await product.stop();
  }
}
