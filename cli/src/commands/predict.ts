import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { errorReason } from "@agatha/contracts";
import type { ApiClient } from "@agatha/contracts/client";
import type { ModelAnswer } from "@agatha/contracts/wire";
import type { Command } from "../command.js";
import { type CommandContext, CommandFailed } from "../command-context.js";
import { failureMessage, runCalculation, waitForDataset } from "../polling.js";
import { openSession } from "../session-file.js";
import { findDataset, findModel } from "./find-by-id-or-name.js";
import type { Rows } from "./future-file.js";
import { readJson } from "./json-input.js";
import { openOutput, printJson } from "./output.js";
import { uploadFile } from "./upload.js";

export const predict: Command = {
  operands: ["MODEL", "ROWS"],
  description:
    "Predicts rows: a table (.csv, .xlsx, .xls), JSON (an object or a list; - reads standard input), or a dataset (its id, name or title)",
  options: {
    output: { valueName: "FILE", description: "Where the predictions of a table go, as CSV; standard output when left out" },
    explain: { description: "For JSON: what each input contributed to each prediction" },
  },
  async run({ operands: [modelId = "", rows = ""], options, flags }, context) {
    const { api } = await openSession(context);
    const model = await findModel(api, modelId);
    if (/\.(csv|xlsx?)$/i.test(rows)) return await predictFile(context, api, model, { file: rows, output: options.output });
    if (rows !== "-" && !/\.json$/i.test(rows)) {
      return await predictDataset(context, api, model, { datasetId: (await findDataset(api, rows)).id, output: options.output });
    }
    const data = await readJson<Rows>(rows, "The rows are no JSON");
    const { result, reason, message } = await api.calculate(model.dataset_id, model.id, {
      type: "whatif",
      data,
      explain: flags.has("explain"),
    });
    if (result === null) throw new CommandFailed(failureMessage("The rows were not predicted", { reason, message }));
    printJson(context, result);
  },
};

interface PredictionOutput {
  output: string | undefined;
}

/** The table is a temporary dataset during the command, and is read as the model's dataset was at its training. */
async function predictFile(
  context: CommandContext,
  api: ApiClient,
  model: ModelAnswer,
  { file, output }: PredictionOutput & { file: string },
): Promise<void> {
  const { id: datasetId, name } = await uploadFile(api, file, {
    name: `Rows${Date.now()}`,
    product_type: model.dataset_product_type,
    like_model: model.id,
  });
  try {
    await waitForDataset(context, api, datasetId);
    await predictDataset(context, api, model, { datasetId, output });
  } finally {
    await api.deleteDataset(datasetId).catch((error: unknown) => {
      context.log(`Delete the dataset "${name}" of these rows in the console; it is still there: ${errorReason(error)}`);
    });
  }
}

async function predictDataset(
  context: CommandContext,
  api: ApiClient,
  model: ModelAnswer,
  { datasetId, output }: PredictionOutput & { datasetId: string },
): Promise<void> {
  const { id } = await runCalculation(context, api, model, {
    request: { type: "batch", dataset_id: datasetId },
    failed: "The rows were not predicted",
  });
  const { signal } = context;
  const { body } = await api.downloadBatch(model.dataset_id, model.id, id, { signal });
  if (!body) throw new CommandFailed("The server sent no predictions");
  await pipeline(Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]), createGunzip(), openOutput(context, output), {
    end: output !== undefined,
    signal,
  });
}
