/** A file with more rows than are read before it is ready. */
import type { ModelAnswer } from "@agatha/contracts/wire";
import { useAgatha } from "../testing/agatha-fixture.js";
import { waitFor } from "../testing/agatha-process.js";

const ROWS = 150_000;
const HOUR_MS = 3_600_000;

/** Returns an hourly series in which each value depends on the one before. */
function hourly(): string {
  const lines = Array.from({ length: ROWS }, (_, row) => {
    const at = new Date(Date.UTC(2000, 0, 1) + row * HOUR_MS).toISOString();
    return `${at},${row},${(10 * Math.sin(row / 4)).toFixed(3)},machine ${row % 7}`;
  });
  return ["at,row,measure,machine", ...lines, ""].join("\n");
}

describe("a long table", () => {
  const { client } = useAgatha();
  let datasetId: string;

  /** Requests rows as the console does: again while they are not there. */
  const rowsOf = (sampling: "raw" | "random" | "head" | "tail", start = 0) =>
    waitFor(`rows by ${sampling}`, async () => (await client.api.rows(datasetId, { start, limit: 3, sampling })) ?? undefined);

  beforeAll(async () => {
    await client.login();
    const dataset = await client.uploadDataset("hourly.csv", hourly());
    datasetId = dataset.id;
    expect([dataset.total_rows, dataset.nrow, dataset.sampling]).toEqual([ROWS, 10_000, "random"]);
    expect(dataset.columns.map(({ type }) => type)).toEqual(["d", "n", "n", "s"]);
  });

  // @contract of-more-than-10-000-rows-10
  test("a long table is ready with a sample of its rows", async () => {
    const answer = await client.api.rows(datasetId, { start: 0, limit: 10_000 });
    expect(answer?.total).toBe(10_000);
    const rows = answer!.data.map((row) => row[1] as number);
    expect(rows).toEqual([...new Set(rows)].sort((a, b) => a - b));
    expect(rows[5000]).toBeGreaterThan(0.4 * ROWS);
    expect(rows[5000]).toBeLessThan(0.6 * ROWS);
  });

  test("a long table serves all of its rows a little later, on request", async () => {
    expect((await rowsOf("raw", ROWS - 3)).data.map((row) => row[1])).toEqual([ROWS - 3, ROWS - 2, ROWS - 1]);
    expect((await rowsOf("head")).data.map((row) => row[1])).toEqual([0, 1, 2]);
    expect((await rowsOf("tail")).data.map((row) => row[1])).toEqual([ROWS - 10_000, ROWS - 9_999, ROWS - 9_998]);
    expect((await client.dataset(datasetId)).status).toBe("evaluating_finish");
  });

  test("a model learns from a long table's sample, and a time series from all of its rows", async () => {
    const asked = { model_type: "REGRESSION", response: "measure", columns: ["row"], layers: [{ nodes: [{ algorithm: "GLM" }] }] };
    const rowsUsed = async ({ id }: ModelAnswer) => {
      const { validation } = await client.api.modelInfo(datasetId, id);
      return validation.trainRows + validation.heldOutRows;
    };
    const sampled = await client.train(datasetId, { ...asked, name: "Sampled" });
    expect(await rowsUsed(sampled)).toBe(10_000);
    const series = await client.train(datasetId, {
      ...asked,
      columns: [],
      name: "Series",
      time_series_params: { time: "at", lags: 2, horizon: 1 },
    });
    expect(await rowsUsed(series)).toBeGreaterThan(ROWS - 10);
  });
});
