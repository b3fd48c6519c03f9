/** Options for what a training may use, and where it runs and waits. */
import type { TrainingResources } from "@agatha/contracts/wire";
import type { Command, ParsedArguments } from "../../command.js";
import { UsageError } from "../../command-context.js";
import { readJson } from "../json-input.js";

const NUMBERS = { memory: "memoryMiB", cpus: "cpus", deadline: "deadlineSeconds" } as const;
const NAMES = { queue: "queueName", "priority-class": "priorityClassName" } as const;

export const RESOURCE_OPTIONS: Command["options"] = {
  queue: { valueName: "NAME", description: "Of a cluster, for managers: the LocalQueue of Kueue that the training waits in" },
  "priority-class": { valueName: "NAME", description: "Of a cluster, for managers: the PriorityClass of the training's pod" },
  memory: { valueName: "MIB", description: "For managers: the most memory that the training may use" },
  cpus: { valueName: "N", description: "For managers: the processors that the training may use" },
  deadline: { valueName: "SECONDS", description: "For managers: the longest time that the training may take" },
  resources: {
    valueName: "FILE",
    description:
      "For managers: a JSON file with all of these and tolerations, nodeSelector, extended …, as in a Model; - reads standard input",
  },
};

/** Returns the resources that the options ask for, which come before those of the file; nothing without any option. */
export async function resourceFields(options: ParsedArguments["options"]): Promise<{ resources?: TrainingResources }> {
  const resources: TrainingResources = options.resources === undefined ? {} : await readResources(options.resources);
  for (const [option, field] of Object.entries(NUMBERS)) {
    const text = options[option];
    if (text === undefined) continue;
    if (!/^\d{1,6}(\.\d{1,3})?$/.test(text)) throw new UsageError(`--${option} is a number`);
    resources[field] = Number(text);
  }
  for (const [option, field] of Object.entries(NAMES)) if (options[option] !== undefined) resources[field] = options[option];
  return Object.keys(resources).length > 0 ? { resources } : {};
}

async function readResources(file: string): Promise<TrainingResources> {
  const read = await readJson<unknown>(file, "--resources is no JSON");
  if (typeof read !== "object" || read === null || Array.isArray(read)) throw new UsageError("--resources is a JSON object");
  return read;
}
