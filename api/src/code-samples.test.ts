/** Runs each code sample as it is, if its language is installed. */
import { execFile, spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { ERRORS, type ModelInfo, type ModelInput, type PredictionResult, type Resource } from "@agatha/contracts";
import type { ModelApiAnswer } from "@agatha/contracts/wire";
import { rowColumnsOf, type ServingModel } from "@agatha/trainer/serving";
import { createApp } from "./app.js";
import { openSession } from "./http/sessions.js";
import { modelRoutes } from "./models/index.js";
import { predictionApiRoutes } from "./prediction-api/index.js";
import { createServices } from "./services.js";
import { createModelCache } from "./serving/model-cache.js";
import { createSocket, type Socket } from "./socket/index.js";
import { addUser, createClient, sessionHeaders, type TestDeps, testDeps } from "./testing/deps.js";
import { addDataset, addTrainedModel, enableApi, numericInput } from "./testing/models.js";
import { createTokenUsage } from "./tokens/usage.js";

const run = promisify(execFile);

/** Column names that naive quoting would break in some language. */
const NAMES = [
  "x",
  "a \"b\" 'c' \\n \\u0041 $HOME `id` $(id) $x %d #{x}",
  "line\nbreak\ttab\rreturn",
  "温度 – ±°C 🔥",
  "\u2028\u202e\ufeff",
  "__proto__",
  "JSON\nEOF",
  '"""',
];
const inputs: ModelInput[] = NAMES.map((name, i) => ({ ...numericInput(name), typical: i + 0.5 }));
inputs.push({ ...numericInput("text"), type: "s", typical: NAMES[1]!, levels: [NAMES[1]!] });

const LANGUAGES: [language: keyof ModelApiAnswer["examples"], file: string, command: string[]][] = [
  ["bash", "predict.sh", ["bash"]],
  ["python", "predict.py", ["python3"]],
  ["javascript", "predict.js", ["node"]],
  ["go", "predict.go", ["go", "run"]],
  ["java", "Predict.java", ["java"]],
  ["r", "predict.R", ["Rscript"]],
];

describe("code samples", () => {
  let deps: TestDeps;
  let socket: Socket;
  let close: () => Promise<void>;
  let folder: string;
  let api: ModelApiAnswer;
  let forecasterApi: ModelApiAnswer;

  beforeAll(async () => {
    deps = testDeps();
    const models = createModelCache({ objects: deps.objects, load: echoing, maxBytes: 1_000_000 });
    const usage = createTokenUsage(deps);
    const server = createServer(
      createApp(deps, [...modelRoutes(deps, usage), ...predictionApiRoutes(deps, { ...createServices(deps), models, usage })]),
    );
    // As in production: a server with a socket treats requests that offer an upgrade differently.
    socket = createSocket(deps);
    socket.attach(server);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    close = () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    const user = await addUser(deps, "amber");
    const dataset = await addDataset(deps, { owner: user });
    const model = await addTrainedModel(deps, { dataset, inputs });
    const forecaster = await addTrainedModel(deps, {
      dataset,
      inputs,
      spec: { layers: [{ nodes: [{ algorithm: "ETS" }] }], timeSeries: { time: "x", lags: 1, horizon: 4 } },
      info: { forecast: monthlyForecast(4) },
    });
    await enableApi(deps, model.metadata.name);
    await enableApi(deps, forecaster.metadata.name);
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/tukey`;
    const asUser = createClient(url, sessionHeaders(deps.config, await openSession(deps, user.id)));
    const pageOf = async ({ metadata: { name } }: Resource<"Model">) =>
      (await (await asUser("GET", `/agatha/datasets/${dataset.metadata.name}/models/${name}/api`)).json()) as ModelApiAnswer;
    api = await pageOf(model);
    forecasterApi = await pageOf(forecaster);
    folder = await mkdtemp(join(tmpdir(), "agatha-examples-"));
  });
  afterAll(async () => {
    await socket.close();
    await close();
    deps.cleanUp();
    await rm(folder, { recursive: true });
  });

  for (const [language, file, [command = "", ...rest]] of LANGUAGES) {
    const present = !spawnSync(command, ["--help"]).error;
    if (!present) process.stderr.write(`skipped: ${command} is not installed, so that the example in ${language} was not run\n`);
    const runSample = async (sample: string) => {
      const path = join(folder, file);
      await writeFile(path, sample);
      return await run(command, [...rest, path], {
        env: { ...process.env, GOTOOLCHAIN: "local", GOFLAGS: "-mod=mod", no_proxy: "127.0.0.1" },
      });
    };
    const answerTo = async ({ examples }: ModelApiAnswer): Promise<PredictionResult> => {
      const { stdout } = await runSample(examples[language]);
      const printed: unknown = JSON.parse(stdout);
      return (language === "java" || language === "bash" ? (printed as { data: unknown }).data : printed) as PredictionResult;
    };
    const testWhereInstalled = present ? test : test.skip;
    testWhereInstalled(`${language} gets a prediction for every column as it is named`, async () => {
      expect((await answerTo(api)).value).toEqual([JSON.stringify(inputs.map(({ name, typical }) => [name, typical]))]);
    });
    testWhereInstalled(`${language} gets the next periods of a model of forecasters`, async () => {
      expect((await answerTo(forecasterApi)).value).toEqual(["0 rows, 4 periods"]);
    });
    testWhereInstalled(`${language} shows why the API refuses`, async () => {
      const withRevokedToken = api.examples[language].replaceAll(api.api_token!, "revoked");
      await expect(runSample(withRevokedToken)).rejects.toMatchObject({ stderr: expect.stringContaining(`"${ERRORS.apiTokenInvalid}"`) });
    });
  }
});

/** Returns the forecast of so many months, of which no backtest tells the errors. */
function monthlyForecast(horizon: number): NonNullable<ModelInfo["forecast"]> {
  const unknown = { rows: 0, RMSE: null, MAE: null, naive_RMSE: null, half_width: null, coverage: null };
  return {
    time: "x",
    period: { unit: "month", size: 1 },
    lags: 1,
    nominal: 0.9,
    last: { time: "2024-01-01T00:00:00.000Z", value: 1 },
    steps: [],
    errors: Array.from({ length: horizon }, (_, i) => ({ step: i + 1, ...unknown })),
    mean_baseline: {},
  };
}

/** Returns a model that predicts its input, so that a changed name or value is detected. */
function echoing(bytes: Uint8Array): ServingModel {
  const known = JSON.parse(Buffer.from(bytes).toString()) as ModelInput[];
  return {
    inputs: known,
    type: "CLASSIFICATION",
    timezone: "UTC",
    response: null,
    algorithms: [],
    labels: [],
    coordinates: () => [],
    hasForecast: false,
    rowColumns: (formats) => rowColumnsOf(known, { timezone: "UTC", ...formats })(),
    predictTable: ({ columns }) => ({
      value: [
        JSON.stringify(columns.map((column) => [column.name, column.type === "s" ? column.levels[column.codes[0]!] : column.values[0]])),
      ],
    }),
    predict: () => ({ value: [] }),
    nextPeriods: ({ nrow }, { periods } = {}) => [{ value: [`${nrow} rows, ${periods} periods`] }],
    toTable: () => ({ nrow: 0, columns: [] }),
  };
}
