import { fileURLToPath } from "node:url";
import { bundleProgram, modulesThatEnd, TRAINER_THREADS } from "../trainer/bundle-program.mjs";

const FOLDER = fileURLToPath(new URL(".", import.meta.url));
const threads = [FOLDER, fileURLToPath(new URL("../api/", import.meta.url))].flatMap((folder) =>
  modulesThatEnd("-thread.js", `${folder}dist`),
);

await bundleProgram(FOLDER, [...TRAINER_THREADS, ...threads]);
