import { resolve } from "node:path";
import type { Command } from "../command.js";
import { DATA_OPTION, dataFolderOf } from "./local-options.js";

export const restore: Command = {
  operands: ["FOLDER"],
  description: "Put a backup in the place of the data folder of this machine; the server must be stopped",
  options: {
    ...DATA_OPTION,
    replace: { description: "Move what is in the data folder to a folder in it, instead of refusing" },
    damaged: { description: "Restore although files of the backup are damaged or missing" },
  },
  async run(given, context) {
    const { restore: restoreBackup } = await import("@agatha/standalone/data-folder/backup");
    const { flags, operands } = given;
    const options = { replace: flags.has("replace"), damaged: flags.has("damaged") };
    for (const line of await restoreBackup(resolve(operands[0]!), dataFolderOf(given, context), options)) context.log(line);
  },
};
