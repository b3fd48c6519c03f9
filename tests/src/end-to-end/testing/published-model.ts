import type { ModelApiAnswer, PredictionAnswer } from "@agatha/contracts/wire";
import type { TestClient } from "./client.js";

/** A model with an open API, as another system calls it. */
export interface PublishedModel {
  /** What the manager reads of the API: its address, its token and its columns. */
  api: ModelApiAnswer;
  post(body: object): Promise<Response>;
  /** Returns the prediction for a body, from the link of the answer. */
  ask(body: object): Promise<PredictionAnswer["data"]>;
}

/** Publishes a trained model. The client is a manager's. */
export async function publishModel(client: TestClient, datasetId: string, modelId: string): Promise<PublishedModel> {
  const update = { api_update_list: [{ model_id: modelId, api_enabled: true }] };
  expect((await client.json("PATCH", "agatha/openthirdapi/update_multi/", update)).status).toBe(200);
  const { body: api } = await client.json<ModelApiAnswer>("GET", `agatha/datasets/${datasetId}/models/${modelId}/api/`);
  const headers = { "content-type": "application/json", authorization: `Bearer ${api.api_token}` };
  const post = (body: object) => fetch(api.url, { method: "POST", headers, body: JSON.stringify(body) });
  return {
    api,
    post,
    async ask(body) {
      const { link } = (await (await post(body)).json()) as { link: string };
      return ((await (await fetch(link)).json()) as PredictionAnswer).data;
    },
  };
}
