// `npm start`: prepares everything, and then runs the product until it is told to stop.
import { spawn } from "node:child_process";
import { constants } from "node:os";
import { fileURLToPath } from "node:url";
import { onStop } from "./on-stop.mjs";
import { prepare } from "./prepare.mjs";

try {
  await prepare();
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
const main = fileURLToPath(new URL("bundle/main.js", import.meta.url));
// Over the channel the product notices the end of this process, even by SIGKILL.
const product = spawn(process.execPath, [main], { stdio: ["inherit", "inherit", "inherit", "ipc"] });
onStop("start", (signal) => product.kill(signal));
product.on("exit", (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
