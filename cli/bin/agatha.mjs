#!/usr/bin/env node
import { existsSync } from "node:fs";

const main = new URL("../bundle/main.js", import.meta.url);
if (existsSync(main)) await import(main.href);
else {
  process.stderr.write("agatha is not built yet: run `npm run build` in the project's folder\n");
  process.exitCode = 1;
}
