import type { Command } from "../command.js";
import { exporting } from "./export.js";
import { datasets, models } from "./list.js";
import { login, logout } from "./login.js";
import { predict } from "./predict.js";
import { train } from "./train.js";
import { upload } from "./upload.js";

export const COMMANDS = { login, logout, upload, datasets, train, models, predict, export: exporting } as const satisfies Record<
  string,
  Command
>;
