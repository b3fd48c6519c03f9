/** Runs the documented commands that need no installation, with a simulated node. A whole cluster runs all commands. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { documentedSteps } from "../cluster/documented-commands.js";
import { createDocumentedShell, type DocumentedShell } from "../cluster/documented-shell.js";
import { outputPattern, transcriptSteps } from "../cluster/transcript.js";
import { describeWith, findProgram } from "../ports/servers.js";
import { createTemporaryFolder, eventually, type TemporaryFolder } from "../ports/temporary-folder.js";
import { clusterPrerequisites, isLeader, type ProcessCluster, startProcessCluster } from "./process-cluster.js";

/** The chart's objects do not exist here. */
const NEEDS_INSTALLATION =
  /helm |deployment\/|secret (agatha|generic)|secret\/|secrets |create namespace|backup\.mjs|delete datasets,|delete persistentvolumeclaims/;

describeWith("the documentation for kubectl", findProgram("kubectl") && clusterPrerequisites, () => {
  let cluster: ProcessCluster;
  let disk: TemporaryFolder;
  let shell: DocumentedShell;

  beforeAll(async () => {
    [cluster, disk] = [await startProcessCluster(), await createTemporaryFolder()];
    const kubeconfig = join(disk.path, "kubeconfig");
    writeFileSync(kubeconfig, cluster.server.kubeConfig.exportConfig());
    shell = await createDocumentedShell({ kubeconfig, namespace: cluster.namespace, helm: "false", values: "none" });
    // It makes the account that owns the objects, and answers calls.
    const api = await cluster.api();
    const url = `http://127.0.0.1:${api.port}/tukey/tukey/api/`;
    const operator = await cluster.operator("operator-0", { AGATHA_PREDICTION_URL: url });
    await eventually(() => isLeader(operator));
  }, 180_000);
  afterAll(async () => {
    shell?.remove();
    await cluster.stop();
    await disk.remove();
  });

  test.each(documentedSteps().filter(({ text }) => !NEEDS_INSTALLATION.test(text)))(
    "the documented commands of $name work as described",
    async ({ transcript, text }) => {
      if (text.includes("patch model furnace-hardness")) await shell.run("kubectl apply --filename crds/samples/model.yaml");
      if (!transcript) expect(await shell.run(text)).toMatchObject({ status: 0 });
      for (const { command, output } of transcriptSteps(text)) {
        const { stdout, stderr } = await shell.run(command);
        expect(stderr + stdout).toMatch(outputPattern(output));
      }
    },
    300_000,
  );
});
