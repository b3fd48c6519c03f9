/** The commands of the documentation that ask for nothing that was installed, where the node is played: on a whole cluster all are run. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createDocumentedShell, type DocumentedShell } from "../cluster/documented.js";
import { story } from "../cluster/documented-story.js";
import { exchangesOf, patternOf } from "../cluster/transcript.js";
import { eventually, type Scratch, scratch } from "../ports/scratch.js";
import { describeWith, findProgram } from "../ports/servers.js";
import { clusterPrograms, leads, startCluster, type TestCluster } from "./cluster.js";

/** Of the chart's objects there are none. */
const NEEDS_INSTALLATION = /helm |deployment\/|secret|create namespace|backup\.mjs|delete datasets,|delete persistentvolumeclaims/;

describeWith("the documentation for kubectl", findProgram("kubectl") && clusterPrograms, () => {
  let cluster: TestCluster;
  let disk: Scratch;
  let shell: DocumentedShell;

  beforeAll(async () => {
    [cluster, disk] = [await startCluster(), await scratch()];
    const kubeconfig = join(disk.path, "kubeconfig");
    writeFileSync(kubeconfig, cluster.server.kubeConfig.exportConfig());
    shell = await createDocumentedShell({ kubeconfig, namespace: cluster.namespace, helm: "false", values: "none" });
    const operator = await cluster.operator("operator-0");
    await eventually(() => leads(operator));
  }, 180_000);
  afterAll(async () => {
    shell?.remove();
    await cluster.stop();
    await disk.remove();
  });

  test.each(story().filter(({ text }) => !NEEDS_INSTALLATION.test(text)))(
    "$name does what it says",
    async ({ transcript, text }) => {
      if (text.includes("patch model furnace-hardness")) await shell.run("kubectl apply --filename crds/samples/model.yaml");
      if (!transcript) expect(await shell.run(text)).toMatchObject({ status: 0 });
      for (const { command, output } of exchangesOf(text)) {
        const { stdout, stderr } = await shell.run(command);
        expect(stderr + stdout).toMatch(patternOf(output));
      }
    },
    300_000,
  );
});
