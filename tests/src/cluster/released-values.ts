import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Values of the chart of a release, which `helm upgrade --reuse-values` keeps. */
interface ReleasedValues {
  release: string;
  /** Text of its values.yaml. */
  values: string;
}

const VALUES = "charts/agatha/values.yaml";
/** Values of the first charts, which count while the repository has no tag of a release. */
const FIRST_VALUES = "tests/src/cluster/released-values-0.1.0.yaml";
/** Number of releases from which an upgrade is tested. */
const RELEASES = 2;

/** Returns the values of the repository's last two releases, the latest first; those of the first charts where it has no release. */
export function releasedValues(repository: string): ReleasedValues[] {
  const released = releaseTags(repository).map((release) => ({ release, values: git(repository, "show", `${release}:${VALUES}`) }));
  if (released.length > 0) return released;
  return [{ release: "first", values: readFileSync(join(repository, FIRST_VALUES), "utf8") }];
}

function releaseTags(repository: string): string[] {
  return tagsOf(repository)
    .filter((tag) => /^v?\d+\.\d+\.\d+$/.test(tag))
    .slice(0, RELEASES);
}

/** Returns the tags, the latest version first; none for sources without a repository, such as an archive. */
function tagsOf(repository: string): string[] {
  try {
    return git(repository, "tag", "--sort=-version:refname").split("\n");
  } catch {
    return [];
  }
}

function git(repository: string, ...args: string[]): string {
  return execFileSync("git", ["-C", repository, ...args], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
}
