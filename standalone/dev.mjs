// `npm run dev`: the product as `npm start` runs it, with Vite's server for the console. A change of a source compiles, restarts
// the server or reloads the console. Ctrl+C stops everything.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { watch } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onStop } from "./on-stop.mjs";
import { prepare } from "./prepare.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const SERVER_PACKAGES = ["contracts", "adapters", "trainer", "operator", "api", "standalone"];
/** Time for an editor or a switch of branches to write all files. */
const SETTLE_MS = 200;

let server;
let compiler;
let stopping = false;
/** Packages that changed since the server's last build that succeeded. */
const changed = new Set();
let timer;

await prepare(["packages", "trainer"]);
process.chdir(ROOT);
const port = process.env.PORT ?? "8080";
startServer();
const vite = await startVite();
for (const name of [...SERVER_PACKAGES, "console"]) watchSources(name);
onStop("dev", stop);
process.stdout.write("The console at this address reloads itself; the server's own has the console as it was built last.\n");

function spawnNode(args, options) {
  const child = spawn(process.execPath, args, options);
  child.ended = once(child, "exit");
  return child;
}

function startServer() {
  const stdio = ["ignore", "inherit", "inherit", "ipc"];
  server = spawnNode(["--enable-source-maps", "standalone/dist/main.js"], { stdio });
}

/** Vite's server runs in this process and ends with it. It passes on what the console asks of the API. */
async function startVite() {
  const { createServer } = await import("vite");
  process.env.AGATHA_SERVER ??= `http://127.0.0.1:${port}`;
  const root = join(ROOT, "console");
  const created = await createServer({ root, configFile: join(root, "vite.config.ts"), clearScreen: false });
  await created.listen();
  created.printUrls();
  return created;
}

function watchSources(name) {
  watch(join(ROOT, name, "src"), { recursive: true }, (_event, file) => {
    if (/\.test\.tsx?$|(^|[\\/])testing[\\/]/.test(file ?? "")) return;
    changed.add(name);
    clearTimeout(timer);
    timer = setTimeout(rebuild, SETTLE_MS);
  });
}

/** Compiles, and restarts the server if that went well. Otherwise the server before goes on, below the compiler's messages. */
async function rebuild() {
  if (compiler || stopping) return;
  const packages = [...changed];
  changed.clear();
  compiler = spawnNode(["node_modules/typescript/bin/tsc", "-b", "standalone", "console"], { stdio: ["ignore", "inherit", "inherit"] });
  const [code] = await compiler.ended;
  if (code === 0) await prepare(["trainer"]);
  compiler = undefined;
  const again = changed.size > 0;
  if (again || code !== 0) for (const name of packages) changed.add(name);
  if (again) return rebuild();
  if (code !== 0 || stopping || packages.every((name) => name === "console")) return;
  process.stdout.write(`Restarting the server after a change of ${packages.join(", ")}\n`);
  await stopChild(server);
  if (!stopping) startServer();
}

async function stopChild(child) {
  if (child.exitCode === null && child.signalCode === null) child.kill("SIGTERM");
  await child.ended;
}

async function stop() {
  if (stopping) return;
  stopping = true;
  await Promise.all([vite.close(), stopChild(server), compiler && stopChild(compiler)]);
  process.exit(0);
}
