/**
 * Fixtures of the tested account: one of everything that an address or a body can name, so that calls succeed, and spare ones to
 * delete.
 */
import type { CalculationRequest } from "@agatha/contracts/client";
import type { CreateAutoModelRequest, CreateModelRequest } from "@agatha/contracts/wire";
import { PASSWORD, waitFor } from "../end-to-end/testing/agatha-process.js";
import type { TestClient } from "../end-to-end/testing/client.js";

/** Ids, names and tokens by the name of their fixture. */
export type ApiFixtures = Record<string, string[]>;

/** Number of fixtures of each kind that calls may delete. */
const SPARE_COUNT = 3;
/** Maximum time of one job on a busy machine. */
const READY_SECONDS = 300;

/** Returns a CSV file with the columns of the API document's examples. */
function furnaceCsv(rows: number): string {
  const lines = Array.from({ length: rows }, (_, i) => {
    const [temperature, pressure] = [780 + ((i * 37) % 60), 2 + ((i * 17) % 23) / 10];
    return [temperature, pressure, (0.4 * temperature + 9 * pressure + (i % 5)).toFixed(1), "ABC"[i % 3]].join(",");
  });
  return ["temperature,pressure,hardness,line", ...lines].join("\n");
}

/** Throws when a request is refused: the product is then not as the tests expect. */
export async function createApiFixtures(client: TestClient): Promise<ApiFixtures> {
  const { api } = client;
  /** Id of a result of an open API, which is called with a token. */
  const answered = async (path: string, body: object): Promise<string> => {
    const answer = await client.json<{ id: string }>("POST", path, body);
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body.id;
  };
  const spare = async (make: (number: number) => Promise<string>): Promise<string[]> => {
    const ids: string[] = [];
    for (let number = 1; number <= SPARE_COUNT; number++) ids.push(await make(number));
    return ids;
  };
  const settled = (what: string, ask: () => Promise<{ status: string | null }>, wanted: string): Promise<unknown> =>
    waitFor(what, async () => (await ask()).status === wanted, READY_SECONDS);
  const csv = furnaceCsv(120);
  const dataset = (await client.uploadDataset("furnace.csv", csv, { name: "Furnace" })).id;
  const regression: Omit<CreateModelRequest, "name"> = {
    model_type: "REGRESSION",
    response: "hardness",
    layers: [{ nodes: [{ algorithm: "GLM" }] }],
  };
  const model = (await client.train(dataset, { name: "Hardness", ...regression })).id;
  const clustering = (await client.train(dataset, { name: "Groups", model_type: "CLUSTERING" })).id;
  const later = async (name: string): Promise<string> => (await api.createModel(dataset, { name, ...regression })).id;
  const deletedModel = await later("Deleted");
  await api.deleteModel(dataset, deletedModel);
  const deletedDataset = (await client.upload("deleted.csv", csv)).body.id;
  await api.deleteDataset(deletedDataset);

  const calculate = async (request: CalculationRequest): Promise<string> => (await api.calculate(dataset, model, request)).id;
  const row = { temperature: 800, pressure: 3, line: "A" };
  const batch = await calculate({ type: "batch", dataset_id: dataset });
  const compare = async (): Promise<string> => (await api.createEvaluation(dataset, { model_id_list: [model] })).id;
  const withFile = async (): Promise<string> => {
    const id = await compare();
    await api.uploadTestData(dataset, id, new File([furnaceCsv(30)], "later.csv"));
    return id;
  };
  const evaluation = await withFile();
  await api.startEvaluation(dataset, evaluation);
  await api.createProfiling(dataset);
  await Promise.all([
    settled("the comparison", () => api.evaluation(dataset, evaluation), "evaluating_finish"),
    settled("the report", () => api.profiling(dataset), "success"),
    settled("the predictions", () => api.calculation(dataset, model, batch), "success"),
  ]);

  const addEntry = async (order: "asc" | "desc" = "asc"): Promise<string> => {
    const spec = { type: "sort" as const, by: [{ column: "hardness", order }] };
    return (await api.createExtraction(dataset, { cond: `hardness ${order}`, spec })).id;
  };
  const entry = await addEntry();
  const deletedEntry = await addEntry("desc");
  await api.deleteExtraction(dataset, deletedEntry);
  const template = async (number: number): Promise<string> =>
    (await api.createTemplate({ name: `Sorted ${number}`, dataset_id: dataset })).id;

  const { api_token: modelToken } = await api.rotateToken(dataset, model);
  await api.enableApis({ api_update_list: [{ model_id: model, api_enabled: true }] });
  const { api_token: rowsToken } = await api.rotateExtractionToken(dataset, entry);
  await api.enableExtractionApis({ api_update_list: [{ dataset_id: dataset, api_enabled: true }] });
  const user = async (username: string): Promise<string> => (await api.createUser({ username, password: "at least eight" })).id;
  const batchOfModels: CreateAutoModelRequest = {
    mode: "AUTO_REGRESSION",
    response: "hardness",
    limit: { models: 1, seconds: 30 },
  };
  const train = async (): Promise<string> => (await api.createAutoModel(dataset, batchOfModels)).id;

  return {
    datasets: [dataset],
    "datasets to restore": [deletedDataset],
    "datasets to delete": await spare(async (number) => (await client.upload(`spare${number}.csv`, csv)).body.id),
    models: [model],
    clusterings: [clustering],
    "models to restore": [deletedModel],
    "models to delete": await spare((number) => later(`Spare${number}`)),
    calculations: [await calculate({ type: "whatif", data: row })],
    batches: [batch],
    "calculations to delete": await spare(() => calculate({ type: "whatif", data: row })),
    evaluations: [evaluation],
    "evaluations to fill": [await compare()],
    "evaluations to start": await spare(withFile),
    "evaluations to delete": await spare(compare),
    extractions: [entry],
    "extractions to restore": [deletedEntry],
    "extractions to delete": await spare(() => addEntry()),
    templates: [await template(0)],
    "templates to delete": await spare(template),
    automodels: [await train()],
    "automodels to delete": [await train()],
    users: [await user("somebody")],
    "users to delete": await spare((number) => user(`spare${number}`)),
    usernames: ["somebody"],
    passwords: [PASSWORD],
    // The flow that accepts any model of a number.
    origins: ["http://localhost:3000"],
    flows: ["calculation"],
    responses: ["hardness"],
    "model tokens": [modelToken ?? ""],
    "row tokens": [rowsToken ?? ""],
    answers: [await answered("tukey/api/", { api_token: modelToken, data: [row] })],
    importances: [await answered("tukey/api/varimp/", { api_token: modelToken, data: [row] })],
    "sent rows": [await answered("tukey/extapi/", { token: rowsToken, data: [{ ...row, hardness: 340 }] })],
  };
}
