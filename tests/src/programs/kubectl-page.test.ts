/** What the page on kubectl says that is printed, where the node is played: on a whole cluster all pages are run. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createDocumentedShell, type DocumentedShell } from "../cluster/documented.js";
import { stepsOf } from "../cluster/documented-story.js";
import { exchangesOf, patternOf } from "../cluster/transcript.js";
import { eventually, type Scratch, scratch } from "../ports/scratch.js";
import { describeWith, findProgram } from "../ports/servers.js";
import { clusterPrograms, leads, startCluster, type TestCluster } from "./cluster.js";

describeWith("the page on kubectl", findProgram("kubectl") && clusterPrograms, () => {
  let cluster: TestCluster;
  let disk: Scratch;
  let shell: DocumentedShell;

  beforeAll(async () => {
    [cluster, disk] = [await startCluster(), await scratch()];
    const kubeconfig = join(disk.path, "kubeconfig");
    writeFileSync(kubeconfig, cluster.server.kubeConfig.exportConfig());
    // Nothing is installed: no page but this one is run.
    shell = await createDocumentedShell({ kubeconfig, namespace: cluster.namespace, helm: "false", values: "none" });
    const operator = await cluster.operator("operator-0");
    await eventually(() => leads(operator));
  }, 180_000);
  afterAll(async () => {
    shell?.remove();
    await cluster.stop();
    await disk.remove();
  });

  test.each(stepsOf("kubectl.md"))(
    "$name does what it says",
    async ({ text }) => {
      for (const { command, output } of exchangesOf(text)) {
        const { stdout, stderr } = await shell.run(command);
        expect(stderr + stdout).toMatch(patternOf(output));
      }
    },
    300_000,
  );
});
