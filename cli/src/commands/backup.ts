import { resolve } from "node:path";
import type { Command } from "../command.js";
import { CommandFailed } from "../command-context.js";
import { reportLines } from "./doctor.js";
import { DATA_OPTION, dataFolderOf } from "./local-options.js";

export const backup: Command = {
  operands: ["FOLDER"],
  description: "Copy the data folder of this machine to an empty folder, while the server runs or not",
  options: DATA_OPTION,
  async run(given, context) {
    const { backUp } = await import("@agatha/standalone/data-folder/backup");
    const { isHealthy } = await import("@agatha/standalone/data-folder/doctor");
    const target = resolve(given.operands[0]!);
    const { files, report } = await backUp(dataFolderOf(given, context), target);
    context.stdout.write(`${JSON.stringify({ folder: target, files })}\n`);
    if (isHealthy(report)) return;
    for (const line of reportLines(report)) context.log(line);
    throw new CommandFailed("The backup is complete, and the data folder was damaged before: see agatha doctor");
  },
};
