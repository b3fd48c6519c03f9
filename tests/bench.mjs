// Runs the benchmarks after building what is missing: `npm run bench`, or `npm run bench -- peers` for one section.
import { spawn } from "node:child_process";
import { prepare } from "../standalone/prepare.mjs";
import { WITH_TESTS } from "./jest.mjs";

await prepare();
const child = spawn(process.execPath, [...WITH_TESTS, "tests/dist/bench/main.js", ...process.argv.slice(2)], { stdio: "inherit" });
child.on("exit", (code) => process.exit(code ?? 1));
