/** `build`, `up`, `load`, `down`: a cluster for manual use. `npm run test:cluster` does all of it, with the tests in between. */
import { prepareBinaries } from "./binaries.js";
import { clusterPaths } from "./cluster-paths.js";
import { printProgress } from "./commands.js";
import { buildImages } from "./images.js";
import { importImages } from "./node.js";
import { startOwnCluster, stopOwnCluster } from "./own-cluster.js";

const where = clusterPaths();
const COMMANDS: Record<string, () => Promise<void>> = {
  build: async () => await prepareBinaries(where),
  up: async () => printProgress(`export KUBECONFIG=${(await startOwnCluster(where)).kubeconfig}`),
  load: async () => await importImages(where.run, await buildImages(where)),
  down: async () => await stopOwnCluster(where),
};

const command = COMMANDS[process.argv[2] ?? ""];
if (command) await command();
else {
  printProgress(`One of: ${Object.keys(COMMANDS).join(", ")}`);
  process.exitCode = 2;
}
