import type { DataFolderReport } from "@agatha/standalone/data-folder/doctor";
import type { Command } from "../command.js";
import { CommandFailed } from "../command-context.js";
import { DATA_OPTION, dataFolderOf } from "./local-options.js";

export const doctor: Command = {
  operands: [],
  description: "Check the data folder of this machine: tell what is damaged or missing",
  options: {
    ...DATA_OPTION,
    repair: { description: "Set damaged records aside, and rebuild what can be rebuilt; the server must be stopped" },
    json: { description: "Print one JSON document" },
  },
  async run(given, context) {
    // Commands that talk to a server need none of this.
    const { examineDataFolder, isHealthy } = await import("@agatha/standalone/data-folder/doctor");
    const report = await examineDataFolder(dataFolderOf(given, context), { repair: given.flags.has("repair") });
    const lines = given.flags.has("json") ? [JSON.stringify(report)] : reportLines(report);
    for (const line of lines) context.stdout.write(`${line}\n`);
    if (!isHealthy(report)) throw new CommandFailed("The data folder is damaged. Restore a backup to have again what is lost");
    if (!given.flags.has("json")) context.log("The data folder is sound");
  },
};

/** Returns a line for each thing that was repaired, damaged, lost, missing or left over. */
export function reportLines({ stores, missing, damaged, orphans, repaired }: DataFolderReport): string[] {
  const of = (owner?: string) => (owner === undefined ? "" : ` of the ${owner}`);
  return [
    ...repaired,
    ...stores.flatMap(({ store, damage, lost, restored }) => [
      ...damage.map((what) => `damaged   ${store}: ${what}`),
      ...lost.map((name) => `lost      ${store}: ${name}`),
      ...restored.map((name) => `repairable  ${store}: ${name}, from its last change`),
    ]),
    ...damaged.map(({ key, owner, reason }) => `damaged   object ${key}${of(owner)}: ${reason}`),
    ...missing.map(({ key, owner }) => `missing   object ${key}${of(owner)}`),
    ...orphans.map((key) => `orphan    object ${key}: it belongs to nothing, and only takes room`),
  ];
}
