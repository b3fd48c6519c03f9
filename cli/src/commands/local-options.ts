import { resolve } from "node:path";
import type { CommandOption, ParsedArguments } from "../command.js";
import type { CommandContext } from "../command-context.js";

/** Option of commands that work on the data folder of a server on this machine. */
export const DATA_OPTION: Record<"data", CommandOption> = {
  data: { valueName: "FOLDER", description: "Data folder; default: AGATHA_DATA, or .agatha in this folder" },
};

/** Returns the absolute path of the data folder. */
export function dataFolderOf({ options }: ParsedArguments, { dataFolder }: CommandContext): string {
  return resolve(options.data ?? dataFolder);
}
