/** Alarms of rows that come one request after another to the open model API. */

import { benjaminiHochberg } from "@agatha/contracts";
import type { PredictionAnswer } from "@agatha/contracts/wire";
import { createRandom } from "@agatha/trainer/numeric/random";
import { useAgatha } from "../testing/agatha-fixture.js";
import { type PublishedModel, publishModel } from "../testing/published-model.js";

describe("a detector with a budget out of alarms", () => {
  const { client } = useAgatha();
  let ask: PublishedModel["ask"];

  beforeAll(async () => {
    const random = createRandom(1);
    const rows = Array.from({ length: 300 }, () => `${random.normal()},${random.normal()}`);
    const datasetId = (await client.uploadDataset("oven.csv", ["x,y", ...rows].join("\n"), { product_type: "occ" })).id;
    const { id } = await client.train(datasetId, {
      name: "Stream",
      model_type: "OCC",
      layers: [{ nodes: [{ algorithm: "PCA", params: {} }] }],
      false_alarms: { atMost: 1, outOf: 10, of: "alarms" },
    });
    ({ ask } = await publishModel(client, datasetId, id));
  });

  // @contract alarms-of-a-stream
  test("rows that come one request after another raise the alarms that they raise as one stream", async () => {
    const [usual, odd] = [
      { x: 0.1, y: -0.2 },
      { x: 40, y: -40 },
    ];
    const rows = [usual, odd, odd, usual, { x: 2.4, y: -2.2 }, odd];
    const whole = await ask({ data: rows, stream: 0 });
    let stream: number | undefined = 0;
    const single: (boolean | null | undefined)[] = [];
    for (const row of rows) {
      const next: PredictionAnswer["data"] = await ask({ data: row, stream });
      stream = next.stream;
      single.push(next.alarm?.[0]);
    }
    expect(single).toEqual(whole.alarm);
    expect(whole.value).toEqual(whole.alarm);
    expect(whole).not.toHaveProperty("threshold");
    expect(single).toEqual([false, true, true, false, expect.any(Boolean), true]);
    expect(stream).toBe(whole.stream);
    expect(await ask({ data: rows })).not.toHaveProperty("stream");
  });

  test("the rows of a long request are judged together, also where its answer has several pages", async () => {
    const random = createRandom(2);
    const rows = Array.from({ length: 4_000 }, () => ({ x: random.normal(), y: random.normal() }));
    const { value, p_value = [], alarm } = await ask({ data: [...rows, { x: 40, y: -40 }] });
    expect(alarm).toEqual(benjaminiHochberg(p_value.map(Number), 0.1));
    expect(value).toEqual(alarm);
    // Judged alone, the row of the last page would raise an alarm.
    expect(p_value[4_000]).toBeLessThan(0.1);
    expect(alarm?.[4_000]).toBe(false);
  });
});
