import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { REPOSITORY } from "./launcher/cluster-paths.js";
import { releasedValues } from "./released-values.js";

const FIRST = "tests/src/cluster/released-values-0.1.0.yaml";

describe("the values from which an upgrade is tested", () => {
  let repository: string;
  beforeEach(() => {
    repository = mkdtempSync(join(tmpdir(), "agatha-releases-"));
    mkdirSync(join(repository, "charts/agatha"), { recursive: true });
    cpSync(join(REPOSITORY, FIRST), join(repository, FIRST));
    git("init", "--quiet");
  });
  afterEach(() => rmSync(repository, { recursive: true }));

  const git = (...args: string[]) => {
    const author = ["-c", "user.name=Test", "-c", "user.email=test@example.com", "-c", "commit.gpgsign=false", "-c", "tag.gpgsign=false"];
    return execFileSync("git", ["-C", repository, ...author, ...args]);
  };
  function release(tag: string): void {
    writeFileSync(join(repository, "charts/agatha/values.yaml"), `release: ${tag}\n`);
    git("add", "charts");
    git("commit", "--quiet", "--message", tag);
    git("tag", tag);
  }

  test("an upgrade is tested from the first charts while there is no release", () => {
    release("a-tag-of-no-release");
    expect(releasedValues(repository)).toEqual([{ release: "first", values: expect.stringContaining("image:") }]);
  });

  test("an upgrade is tested from the last two releases by their versions, whatever was tagged last", () => {
    for (const tag of ["v0.9.0", "v0.10.0", "v0.10.1", "v0.9.1", "nightly", "v1.0.0-rc.1"]) release(tag);
    expect(releasedValues(repository)).toEqual([
      { release: "v0.10.1", values: "release: v0.10.1\n" },
      { release: "v0.10.0", values: "release: v0.10.0\n" },
    ]);
  });
});
