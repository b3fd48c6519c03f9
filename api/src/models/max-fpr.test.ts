import type { HeldOutPredictions, ModelInfo } from "@agatha/contracts";
import type { ModelAnswer } from "@agatha/contracts/wire";
import { MODEL_INFOS } from "../report/testing/model-infos.js";
import { addUser, type Client, readJson, startServer, type TestDeps, type TestServer, testDeps } from "../testing/deps.js";
import { addDataset, addTrainedModel, setModelStatus } from "../testing/models.js";
import { createTokenUsage } from "../tokens/usage.js";
import { modelRoutes } from "./index.js";
import { infoAtMaxFpr } from "./max-fpr.js";

let deps: TestDeps;
let server: TestServer;
let client: Client;
let models: string;
let detector: string;
let regression: string;

const choice = (max_fpr: number, threshold: number) => ({
  max_fpr,
  threshold,
  indicators: { contamination: max_fpr },
  intervals: { contamination: { lower: max_fpr, upper: max_fpr + 0.1 } },
});
const trained = { contamination: 0.4 };

/** Returns a detector with a budget, whose own threshold is that of the limit 0.6. */
function budgeted(of: "rows" | "alarms"): ModelInfo {
  const info = MODEL_INFOS.OCC;
  const record = {
    table_sha256: "0".repeat(64),
    sampling: "raw" as const,
    rows: 9,
    timezone: "UTC",
    recipe: { type: "OCC" as const, layers: [], maxFpr: 1, seed: 1, falseAlarms: { atMost: 6, outOf: 10, of } },
    versions: { agatha: "0.1.0", artifact: 1, node: "v24" },
  };
  return { ...info, record, indicators: trained, outlier: { ...info.outlier!, threshold: 2, choices: [choice(0, 9), choice(0.6, 2)] } };
}

beforeEach(async () => {
  deps = testDeps();
  server = await startServer(deps, modelRoutes(deps, createTokenUsage(deps)));
  const amber = await addUser(deps, "amber");
  client = await server.loggedInAs(amber);
  const dataset = await addDataset(deps, { owner: amber });
  const outlier: ModelInfo["outlier"] = {
    threshold: 2,
    choices: [choice(0, 9), choice(0.1, 5), { ...choice(0.5, 2), indicators: trained }],
    scores: { from: 0, to: 9, counts: [] },
    most_anomalous: [],
  };
  const intervals = { contamination: { lower: 0.2, upper: 0.6 } };
  const info = { type: "OCC", indicators: trained, train_indicators: trained, spread: { contamination: 0.1 }, intervals, outlier } as const;
  const predictions = { rows: [0, 1], prediction: { value: [true, true], score: [3, 6], threshold: 2 } };
  const spec = { displayName: "Detector", type: "OCC", response: undefined } as const;
  detector = (await addTrainedModel(deps, { dataset, spec, info, predictions })).metadata.name;
  await setModelStatus(deps, detector, { indicators: trained, trainIndicators: trained, intervals });
  regression = (await addTrainedModel(deps, { dataset })).metadata.name;
  models = `/agatha/datasets/${dataset.metadata.name}/models`;
});
afterEach(async () => {
  await server.close();
  deps.cleanUp();
});

const get = async <T>(path: string): Promise<T> => readJson<T>(await client("GET", `${models}${path}`));

describe("a detector's metrics for another limit on contamination", () => {
  test.each([
    ["that nothing may exceed", "?max_fpr=0", { contamination: 0 }, 9, [false, false]],
    ["between two choices", "?max_fpr=0.3", { contamination: 0.1 }, 5, [false, true]],
    ["that is as good as the trained one", "?max_fpr=1", trained, 2, [true, true]],
    ["that is none", "?max_fpr=999", trained, 2, [true, true]],
    ["that is not named", "", trained, 2, [true, true]],
    // @contract get-agatha-datasets-id-models, get-agatha-datasets-id-models-mid-info, get-agatha-datasets-id-models-mid-preds, the-limit-on-false-positives-is-1
  ])(
    "metrics for a limit %s are in the list, the model, its info and its predictions",
    async (_case, query, indicators, threshold, value) => {
      const { data } = await get<{ data: ModelAnswer[] }>(`/${query}`);
      expect(data.find(({ id }) => id === detector)).toMatchObject({ indicators });
      expect(await get(`/${detector}/${query}`)).toMatchObject({ indicators });
      const info = await get<ModelInfo>(`/${detector}/info/${query}`);
      expect(info).toMatchObject({ indicators, outlier: { threshold } });
      // Metrics measured with another threshold do not apply to this one.
      expect(info.train_indicators).toEqual(threshold === 2 ? trained : {});
      const { contamination } = indicators;
      const intervals = threshold === 2 ? { lower: 0.2, upper: 0.6 } : { lower: contamination, upper: contamination + 0.1 };
      expect(info.intervals).toEqual({ contamination: intervals });
      expect(data.find(({ id }) => id === detector)?.intervals).toEqual({ contamination: intervals });
      const { prediction } = await get<HeldOutPredictions>(`/${detector}/preds/${query}`);
      expect(prediction).toEqual({ value, score: [3, 6], threshold });
    },
  );

  test.each([
    ["rows", trained],
    ["alarms", { contamination: 0.6 }],
  ] as const)("a limit with the threshold of a budget out of %s gives the figures of its own decision", (of, indicators) => {
    const info = budgeted(of);
    expect(infoAtMaxFpr(info, 0.6)).toMatchObject({ indicators, outlier: { threshold: 2 } });
    expect(infoAtMaxFpr(info, undefined)).toBe(info);
  });

  test("the limit does not change other models", async () => {
    expect(await get(`/${regression}/?max_fpr=0`)).toMatchObject({ indicators: { RMSE: 1.5 } });
    expect(await get(`/${regression}/info/?max_fpr=0`)).toMatchObject({ indicators: { RMSE: 1.5 } });
    expect(await get(`/${regression}/preds/?max_fpr=0`)).toEqual({ rows: [3], actual: [1], prediction: { value: [2] } });
  });

  test.each(["", "/info", "/preds"])("a limit above 1 is refused (%s)", async (part) => {
    expect((await client("GET", `${models}/${detector}${part}?max_fpr=1.5`)).status).toBe(400);
  });
});
