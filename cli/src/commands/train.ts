import type { ApiClient } from "@agatha/contracts/client";
import { modelType } from "@agatha/contracts/kinds/model";
import type { ModelAnswer } from "@agatha/contracts/wire";
import { oneOf } from "../arguments.js";
import type { Command, Given } from "../command.js";
import { print } from "../command.js";
import { openSession } from "../session-file.js";
import { failure, trainedModel, until } from "../waiting.js";
import { Failed, UsageError, type World } from "../world.js";
import { findDataset } from "./find-dataset.js";

const MODES = { REGRESSION: "AUTO_REGRESSION", CLASSIFICATION: "AUTO_REGRESSION", OCC: "AUTO_OCC", CLUSTERING: "AUTO_CLUSTER" } as const;

export const train: Command = {
  operands: ["DATASET"],
  about: "Trains a model on a dataset (its id or name), waits for it, and prints its figures on rows that it has not seen",
  options: {
    response: { value: "COLUMN", about: "Prediction target; needed for REGRESSION and CLASSIFICATION" },
    type: { value: "TYPE", about: `One of ${modelType.options.join(", ")}; told by the target's type when left out` },
    auto: { about: "Tries, combines and tunes several methods, and prints the best model" },
    seconds: { value: "N", about: "With --auto: the time that may be spent" },
    algorithm: { value: "NAME", about: "Method such as XGB, RF or GLM; a sensible one when left out" },
    columns: { value: "A,B,C", about: "Columns to learn from; all usable ones when left out" },
    name: { value: "NAME", about: "Name of the model: letters and digits, a letter first" },
    seed: { value: "N", about: "For the same model again" },
    "no-wait": { about: "Ends as soon as the training is on its way" },
  },
  async run({ operands: [wanted = ""], options, flags }, world) {
    const { api } = await openSession(world);
    const { id: datasetId } = await findDataset(api, wanted);
    const type = await typeOf(api, datasetId, options);
    if (flags.has("auto")) return await automatic({ api, datasetId, type }, options, flags, world);
    const { id } = await api.createModel(datasetId, {
      name: options.name ?? `Model${Date.now()}`,
      model_type: type,
      ...common(options),
      ...(options.algorithm !== undefined && { layers: [{ nodes: [{ algorithm: options.algorithm }] }] }),
    });
    if (flags.has("no-wait")) return print(world, { id, dataset_id: datasetId });
    printModel(world, await trainedModel(world, api, datasetId, id));
  },
};

interface Place {
  api: ApiClient;
  datasetId: string;
  type: keyof typeof MODES;
}

async function automatic({ api, datasetId, type }: Place, options: Given["options"], flags: Given["flags"], world: World): Promise<void> {
  if (options.algorithm !== undefined || options.name !== undefined) {
    throw new UsageError("--auto chooses methods and names itself: leave out --algorithm and --name");
  }
  const seconds = numberOf("seconds", options.seconds);
  const { id } = await api.createAutoModel(datasetId, {
    mode: MODES[type],
    model_type: type,
    ...common(options),
    ...(seconds !== undefined && { limit: { seconds } }),
  });
  if (flags.has("no-wait")) return print(world, { auto_model_id: id, dataset_id: datasetId });
  const batch = await until(
    world,
    () => api.autoModel(datasetId, id, world.signal),
    ({ status }) => status !== "fitting_processing",
  );
  if (batch.model_id === null) throw new Failed(failure("No model of the batch was trained", batch));
  printModel(world, await api.model(datasetId, batch.model_id));
}

function common({ response, columns, seed }: Given["options"]) {
  const wanted = numberOf("seed", seed);
  return {
    ...(response !== undefined && { response }),
    ...(columns !== undefined && { columns: columns.split(",") }),
    ...(wanted !== undefined && { seed: wanted }),
  };
}

async function typeOf(api: ApiClient, datasetId: string, { type, response }: Given["options"]): Promise<keyof typeof MODES> {
  if (type !== undefined) return oneOf("type", type, modelType.options);
  if (response === undefined) throw new UsageError("--response is missing: the column to predict. Without one, name a --type");
  const { columns } = await api.dataset(datasetId);
  const column = columns.find(({ name }) => name === response);
  if (!column) throw new UsageError(`The dataset has no column "${response}". It has: ${columns.map(({ name }) => name).join(", ")}`);
  return column.type === "n" ? "REGRESSION" : "CLASSIFICATION";
}

function numberOf(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,15}$/.test(text)) throw new UsageError(`--${option} is a whole number`);
  return Number(text);
}

function printModel(world: World, { id, name, dataset_id, algorithms, indicators, baseline }: ModelAnswer): void {
  print(world, { id, name, dataset_id, algorithms, indicators, baseline });
}
