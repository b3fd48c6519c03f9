/** A shell that runs the documented commands unchanged. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { PAGES } from "./documented-commands.js";
import { CHART, REPOSITORY } from "./launcher/cluster-paths.js";
import { type CommandResult, run, tryRun } from "./launcher/commands.js";

export interface DocumentedShell {
  /** Runs in a folder with the repository's docs, charts and samples. Ends at the first command that fails. */
  run(script: string): Promise<CommandResult>;
  remove(): void;
}

interface ShellOptions {
  kubeconfig: string;
  /** Namespace of commands that name none. */
  namespace: string;
  helm: string;
  /** Values with the image locations of this cluster, which the documentation cannot know. */
  values: string;
}

export async function createDocumentedShell({ kubeconfig, namespace, helm, values }: ShellOptions): Promise<DocumentedShell> {
  const folder = mkdtempSync(join(tmpdir(), "agatha-documented-"));
  const config = join(folder, "kubeconfig");
  const env = { KUBECONFIG: config };
  writeFileSync(config, await run(["kubectl", "config", "view", "--raw", "--flatten"], { env: { KUBECONFIG: kubeconfig } }), {
    mode: 0o600,
  });
  await run(["kubectl", "config", "set-context", "--current", `--namespace=${namespace}`], { env });
  const programs = join(folder, "bin");
  mkdirSync(programs);
  const images = `case "$1" in install|upgrade) set -- "$@" --values '${values}' --set image.registry=localhost ;; esac`;
  writeFileSync(join(programs, "helm"), `#!/bin/sh\n${images}\nexec '${helm}' "$@"\n`, { mode: 0o755 });
  for (const part of [CHART, PAGES, join(REPOSITORY, "crds/samples")]) {
    const to = join(folder, "repository", part.slice(REPOSITORY.length));
    mkdirSync(dirname(to), { recursive: true });
    cpSync(part, to, { recursive: true, dereference: true });
  }
  return {
    run: (script) =>
      tryRun(["sh", "-e"], {
        cwd: join(folder, "repository"),
        env: { ...env, PATH: `${programs}:${dirname(process.execPath)}:${process.env.PATH}` },
        input: script,
      }),
    remove: () => rmSync(folder, { recursive: true }),
  };
}
