/** What a tested account has: one of everything that an address or a body can name, so that calls succeed, and some to delete. */
import type { CalculationAnswer, ExtractionApiAnswer, ModelApiAnswer } from "@agatha/contracts/wire";
import type { Client } from "../end-to-end/client.js";
import { PASSWORD, waitFor } from "../end-to-end/product.js";

/** Ids, names and tokens, by what they are of. */
export type Belongings = Record<string, string[]>;

/** How many there are of what is deleted in passing. */
const SPARE = 3;
/** Longest time that one job may take on a busy machine. */
const READY_SECONDS = 300;

/** The columns that the examples of the API's document name. */
function furnaceCsv(rows: number): string {
  const lines = Array.from({ length: rows }, (_, i) => {
    const [temperature, pressure] = [780 + ((i * 37) % 60), 2 + ((i * 17) % 23) / 10];
    return [temperature, pressure, (0.4 * temperature + 9 * pressure + (i % 5)).toFixed(1), "ABC"[i % 3]].join(",");
  });
  return ["temperature,pressure,hardness,line", ...lines].join("\n");
}

/** Throws when anything of it is refused: then the product is not what is to be tested. */
export async function prepareBelongings(client: Client): Promise<Belongings> {
  const made = async <T = { id: string }>(method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await client.json<T>(method, path, body);
    if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const spare = async (make: (number: number) => Promise<string>): Promise<string[]> => {
    const ids: string[] = [];
    for (let number = 1; number <= SPARE; number++) ids.push(await make(number));
    return ids;
  };
  const settled = (what: string, path: string, wanted: string): Promise<unknown> =>
    waitFor(what, async () => (await made<{ status: string }>("GET", path)).status === wanted, READY_SECONDS);
  const csv = furnaceCsv(120);
  const dataset = (await client.readyDataset("furnace.csv", csv, { name: "Furnace" })).id;
  const path = `agatha/datasets/${dataset}`;
  const regression = { model_type: "REGRESSION", response: "hardness", layers: [{ nodes: [{ algorithm: "GLM" }] }] };
  const model = (await client.train(dataset, { name: "Hardness", ...regression })).id;
  const clustering = (await client.train(dataset, { name: "Groups", model_type: "CLUSTERING" })).id;
  const later = async (name: string): Promise<string> => (await made("POST", `${path}/models/`, { name, ...regression })).id;
  const deletedModel = await later("Deleted");
  await made("DELETE", `${path}/models/${deletedModel}/`);
  const deletedDataset = (await client.upload("deleted.csv", csv)).body.id;
  await made("DELETE", `agatha/datasets/${deletedDataset}/`);

  const calculate = async (body: object): Promise<CalculationAnswer> => await made("POST", `${path}/models/${model}/calcs/`, body);
  const whatIf = { type: "whatif", data: { temperature: 800, pressure: 3, line: "A" } };
  const batch = (await calculate({ type: "batch", dataset_id: dataset })).id;
  const compare = async (): Promise<string> => (await made("POST", `${path}/evaluations/`, { model_id_list: [model] })).id;
  const withFile = async (): Promise<string> => {
    const id = await compare();
    const form = new FormData();
    form.set("file", new Blob([furnaceCsv(30)]), "later.csv");
    const answer = await client.request("POST", `${path}/evaluations/${id}/upload/`, form);
    if (answer.status !== 201) throw new Error(`a comparison's file answered ${answer.status}: ${await answer.text()}`);
    return id;
  };
  const evaluation = await withFile();
  await made("POST", `${path}/evaluations/${evaluation}/start/`);
  await made("POST", `${path}/profiling/`, {});
  await Promise.all([
    settled("the comparison", `${path}/evaluations/${evaluation}/`, "evaluating_finish"),
    settled("the report", `${path}/profiling/`, "success"),
    settled("the predictions", `${path}/models/${model}/calcs/${batch}/`, "success"),
  ]);

  const sort = (order: string) => ({ cond: `hardness ${order}`, spec: { type: "sort", by: [{ column: "hardness", order }] } });
  const addEntry = async (order = "asc"): Promise<string> => (await made("POST", `${path}/extraction/`, sort(order))).id;
  const entry = await addEntry();
  const deletedEntry = await addEntry("desc");
  await made("DELETE", `${path}/extraction/${deletedEntry}/`);
  const template = async (number: number): Promise<string> =>
    (await made("POST", "agatha/extraction_templates/", { name: `Sorted ${number}`, dataset_id: dataset })).id;

  const { api_token: modelToken } = await made<ModelApiAnswer>("POST", `${path}/models/${model}/api/`);
  await made("PATCH", "agatha/openthirdapi/update_multi/", { api_update_list: [{ model_id: model, api_enabled: true }] });
  const { api_token: rowsToken } = await made<ExtractionApiAnswer>("POST", `${path}/extraction/${entry}/api/`);
  await made("PATCH", "agatha/openthirdapi/update_extractions/", { api_update_list: [{ dataset_id: dataset, api_enabled: true }] });
  const data = [whatIf.data];
  const user = async (username: string): Promise<string> =>
    (await made("POST", "agatha/users/", { username, password: "at least eight" })).id;
  const batchOfModels = { mode: "AUTO_REGRESSION", response: "hardness", limit: { models: 1, seconds: 30 } };
  const train = async (): Promise<string> => (await made("POST", `${path}/automodels/`, batchOfModels)).id;

  return {
    datasets: [dataset],
    "datasets to restore": [deletedDataset],
    "datasets to delete": await spare(async (number) => (await client.upload(`spare${number}.csv`, csv)).body.id),
    models: [model],
    clusterings: [clustering],
    "models to restore": [deletedModel],
    "models to delete": await spare((number) => later(`Spare${number}`)),
    calculations: [(await calculate(whatIf)).id],
    batches: [batch],
    "calculations to delete": await spare(async () => (await calculate(whatIf)).id),
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
    // Of the flows the one that takes any model of a number.
    origins: ["http://localhost:3000"],
    flows: ["calculation"],
    responses: ["hardness"],
    "model tokens": [modelToken ?? ""],
    "row tokens": [rowsToken ?? ""],
    answers: [(await made("POST", "tukey/api/", { api_token: modelToken, data })).id],
    importances: [(await made("POST", "tukey/api/varimp/", { api_token: modelToken, data })).id],
    "sent rows": [(await made("POST", "tukey/extapi/", { token: rowsToken, data: [{ ...data[0], hardness: 340 }] })).id],
  };
}
