/** The model type of a training: named by an option, or derived from the response column. */
import { MAX_NUMERIC_CLASSES } from "@agatha/contracts/automatic-training/auto-model-type";
import type { ApiClient } from "@agatha/contracts/client";
import { type ModelType, modelType } from "@agatha/contracts/kinds/model-type";
import type { ParsedArguments } from "../../command.js";
import { type CommandContext, UsageError } from "../../command-context.js";
import { parseChoice } from "../../parse-arguments.js";
import { waitForDataset } from "../../polling.js";

/**
 * Returns the type that the options name, or that follows from the response's column once the table is read. It reports how it
 * interprets a column of few numbers.
 */
export async function modelTypeOf(
  api: ApiClient,
  datasetId: string,
  { type, response }: ParsedArguments["options"],
  context: CommandContext,
): Promise<ModelType> {
  if (type !== undefined) return parseChoice("type", type, modelType.options);
  if (response === undefined) throw new UsageError("--response is missing: the column to predict. Without one, name a --type");
  const { columns } = await waitForDataset(context, api, datasetId);
  const column = columns.find(({ name }) => name === response);
  if (!column) throw new UsageError(`The dataset has no column "${response}". It has: ${columns.map(({ name }) => name).join(", ")}`);
  if (column.type === "n" && column.stats.unique <= MAX_NUMERIC_CLASSES)
    context.log(`${response} has ${column.stats.unique} different numbers, taken as amounts. If they are classes: --type CLASSIFICATION`);
  return column.type === "n" ? "REGRESSION" : "CLASSIFICATION";
}
