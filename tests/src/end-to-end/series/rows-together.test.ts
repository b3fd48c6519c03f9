/** Rows that a model of a time series sees together, by every way that they are sent. */
import type { PredictionResult } from "@agatha/contracts";
import type { CalculationAnswer } from "@agatha/contracts/wire";
import { createRandom } from "@agatha/trainer/numeric/random";
import { useAgatha } from "../testing/agatha-fixture.js";
import { type PublishedModel, publishModel } from "../testing/published-model.js";

const DAY = 86_400_000;
const TRAINED = 300;
/** More than a batch, and more than a page of a stored answer. */
const LATER = 2_300;
const SPIKES = [10, 505, 2_005];

describe("a detector of outliers in a series", () => {
  const { client } = useAgatha();
  let datasetId: string;
  let modelId: string;
  let published: PublishedModel;
  const random = createRandom(3);
  const load = (t: number): number => 50 + 8 * Math.sin((2 * Math.PI * t) / 7) + random.normal();
  const day = (t: number): string => new Date(t * DAY).toISOString();
  const rows = Array.from({ length: LATER }, (_, i) => ({ day: day(TRAINED + i), load: load(i) + (SPIKES.includes(i) ? 40 : 0) }));

  beforeAll(async () => {
    const lines = Array.from({ length: TRAINED }, (_, t) => `${day(t)},${load(t)}`);
    datasetId = (await client.uploadDataset("press.csv", ["day,load", ...lines].join("\n"), { product_type: "occ" })).id;
    const trained = await client.train(datasetId, {
      name: "Press",
      model_type: "OCC",
      layers: [{ nodes: [{ algorithm: "Residual" }] }],
      time_series_params: { time: "day", lags: 1, horizon: 1 },
    });
    expect(trained.status).toBe("success");
    modelId = trained.id;
    published = await publishModel(client, datasetId, modelId);
  });

  const calls = (): string => `agatha/datasets/${datasetId}/models/${modelId}/calcs/`;

  test("the same rows have the same answer as a what-if, as a batch and by the open API, however many they are", async () => {
    const whatIf = await client.json<CalculationAnswer>("POST", calls(), { type: "whatif", data: rows });
    const answered = await published.ask({ data: rows });
    const { body: made } = await client.json<{ id: string }>("POST", calls(), { type: "batch", data: rows });
    const batch = await client.waitForCalculation(datasetId, modelId, made.id);
    const { score: scores, value } = whatIf.body.result as PredictionResult;
    expect(scores).toHaveLength(LATER);
    expect(answered.score).toEqual(scores);
    expect((batch.result as PredictionResult).score).toEqual(scores);
    for (const spike of SPIKES) expect(value[spike]).toBe(true);
  });

  test("more rows than it sees together are refused", async () => {
    const data = Array.from({ length: 10_001 }, (_, i) => ({ day: day(TRAINED + (i % 900)), load: 50 }));
    const refused = await published.post({ data });
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain("Send at most 10000 rows at once");
  });
});
