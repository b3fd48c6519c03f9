import type { Command } from "../command.js";
import { backup } from "./backup.js";
import { decide } from "./decide.js";
import { doctor } from "./doctor.js";
import { exportCommand } from "./export.js";
import { forecast } from "./forecast.js";
import { datasets, models } from "./list.js";
import { login, logout } from "./login.js";
import { optimize } from "./optimize.js";
import { predict } from "./predict.js";
import { restore } from "./restore.js";
import { share } from "./share.js";
import { status } from "./status.js";
import { train } from "./train.js";
import { upload } from "./upload.js";

export const COMMANDS = {
  login,
  logout,
  upload,
  datasets,
  share,
  train,
  models,
  status,
  predict,
  forecast,
  optimize,
  decide,
  export: exportCommand,
  doctor,
  backup,
  restore,
} as const satisfies Record<string, Command>;
