import { equalCosts } from "@agatha/contracts";
import type { Command } from "../command.js";
import { UsageError } from "../command-context.js";
import { parseNumber } from "../parse-arguments.js";
import { openSession } from "../session-file.js";
import { findModel } from "./find-by-id-or-name.js";
import { parseJson } from "./json-input.js";
import { printJson } from "./output.js";

export const decide: Command = {
  operands: ["MODEL"],
  description: "Sets how a model of classes answers: by costs, by a threshold, or with the likeliest class",
  options: {
    costs: {
      valueName: "JSON",
      description:
        "A list for each actual class with the cost of each predicted class, such as [[0,1],[9,0]], in the model's order of classes",
    },
    threshold: { valueName: "NUMBER", description: "Two classes: the answer is the second from this probability upwards" },
    likeliest: { description: "The model answers with the likeliest class, also where it was trained by costs or class weights" },
  },
  async run({ operands: [modelId = ""], options, flags }, context) {
    const removes = flags.has("likeliest");
    if (removes === (options.costs !== undefined || options.threshold !== undefined))
      throw new UsageError("Give --costs, --threshold or both, or else --likeliest");
    const threshold = options.threshold === undefined ? {} : { threshold: parseNumber("threshold", options.threshold) };
    const { api } = await openSession(context);
    const { id, dataset_id } = await findModel(api, modelId);
    const { labels = [], costs: trainedCosts } = (await api.modelInfo(dataset_id, id)).classification ?? {};
    const costs = options.costs === undefined ? equalCosts(labels.length) : parseJson<number[][]>(options.costs, "--costs is no JSON");
    // Without a decision, a model that was trained by costs answers with the class of least expected cost.
    const decision = removes && trainedCosts === undefined ? null : { labels, costs, ...threshold };
    const { decision: stored } = await api.changeModel(dataset_id, id, { decision });
    printJson(context, { id, decision: stored });
  },
};
