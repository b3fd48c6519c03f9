/** A shell in which the commands of the documentation run as they are written. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { PAGES } from "./documented-commands.js";
import { CHART, REPOSITORY } from "./launcher/cluster-paths.js";
import { type CommandResult, run, tryRun } from "./launcher/commands.js";

export interface DocumentedShell {
  /** In a folder with the repository's docs, charts and samples; ends at the first command that fails. */
  run(script: string): Promise<CommandResult>;
  remove(): void;
}

export interface ShellOptions {
  kubeconfig: string;
  /** That commands are for which do not name one. */
  namespace: string;
  helm: string;
  /** Where this cluster finds images, which the documentation cannot know. */
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
