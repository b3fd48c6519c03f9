import { fileURLToPath } from "node:url";
import { bundleProgram } from "../trainer/bundle-program.mjs";

await bundleProgram(fileURLToPath(new URL(".", import.meta.url)), []);
