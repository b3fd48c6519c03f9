// Fuzzes the parsers after building what is missing: `npm run fuzz`, or `npm run fuzz -- 600 csv` for a longer run of one parser.
import { spawn } from "node:child_process";
import { prepare } from "../standalone/prepare.mjs";
import { WITH_TESTS } from "./jest.mjs";

await prepare();
const child = spawn(process.execPath, [...WITH_TESTS, "tests/dist/fuzz/main.js", ...process.argv.slice(2)], { stdio: "inherit" });
child.on("exit", (code) => process.exit(code ?? 1));
