// `npm start`: prepares everything, and then runs the product until it is told to stop.
import { spawn } from "node:child_process";
import { constants } from "node:os";
import { fileURLToPath } from "node:url";
import { prepare } from "./prepare.mjs";

try {
  await prepare();
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
const main = fileURLToPath(new URL("dist/main.js", import.meta.url));
// Over the channel the product notices the end of this process, even by SIGKILL.
const product = spawn(process.execPath, ["--enable-source-maps", main], { stdio: ["inherit", "inherit", "inherit", "ipc"] });
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => product.kill(signal));
product.on("exit", (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));

if (process.env.npm_lifecycle_event === "start") {
  // npm passes a signal on to its shell, which ends without notifying this process; then the parent changes.
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) product.kill("SIGTERM");
  }, 500).unref();
}
