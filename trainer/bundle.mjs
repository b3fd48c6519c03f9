import { fileURLToPath } from "node:url";
import { bundleProgram, TRAINER_THREADS } from "./bundle-program.mjs";

await bundleProgram(fileURLToPath(new URL(".", import.meta.url)), TRAINER_THREADS);
