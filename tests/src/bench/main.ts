/** Measures what the README states. `npm run bench` runs all sections, `npm run bench -- peers` the named ones. */
import { benchAutomatic } from "./automatic.js";
import { benchMemory } from "./memory.js";
import { benchOpenApi } from "./open-api.js";
import { benchPeers } from "./peers.js";
import { benchScores } from "./scores.js";
import { benchSizes } from "./sizes.js";

const SECTIONS: Record<string, { title: string; run: (print: (line: string) => void) => Promise<void> }> = {
  peers: { title: "Algorithms beside their peers", run: benchPeers },
  scores: { title: "Scores on further data", run: benchScores },
  auto: { title: "Automatic training beside the best peer", run: benchAutomatic },
  sizes: { title: "As tables grow", run: benchSizes },
  memory: { title: "Memory", run: benchMemory },
  "open-api": { title: "Open model API", run: benchOpenApi },
};

const print = (line: string) => void process.stdout.write(`${line}\n`);
const named = process.argv.slice(2);
const unknown = named.filter((name) => !Object.hasOwn(SECTIONS, name));
if (unknown.length > 0) {
  process.stderr.write(`There is no section ${unknown.join(", ")}; there are ${Object.keys(SECTIONS).join(", ")}\n`);
  process.exit(2);
}
for (const [name, { title, run }] of Object.entries(SECTIONS)) {
  if (named.length > 0 && !named.includes(name)) continue;
  print(`## ${title}\n`);
  try {
    await run(print);
  } catch (error) {
    process.stderr.write(`${name}: ${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  }
  print("");
}
