/** The documented commands for Kubernetes, unchanged and in reading order. */
import { documentedSteps } from "./documented-commands.js";
import { createDocumentedShell, type DocumentedShell } from "./documented-shell.js";
import { existingInstallation } from "./installation.js";
import { outputPattern, transcriptSteps } from "./transcript.js";

/** Conditions that commands assume: objects that earlier pages have deleted, and an authority's certificate, here the cluster's. */
const PREREQUISITES = {
  "patch model furnace-hardness": "kubectl apply --filename crds/samples/model.yaml",
  "--from-file=ca.crt": "kubectl get configmap kube-root-ca.crt --output 'jsonpath={.data.ca\\.crt}' > ca.crt",
};

/** Runs the commands on the installation of the tests. */
export function describeDocumentation(): void {
  describe("the documentation for Kubernetes", () => {
    const { namespace } = existingInstallation();
    let shell: DocumentedShell;

    beforeAll(async () => {
      shell = await createDocumentedShell({
        kubeconfig: process.env.KUBECONFIG!,
        helm: process.env.AGATHA_HELM!,
        values: process.env.AGATHA_VALUES!,
        namespace,
      });
    });
    afterAll(() => shell?.remove());

    test.each(documentedSteps())(
      "the documented commands of $name work as described",
      async ({ transcript, text }) => {
        for (const [used, prepare] of Object.entries(PREREQUISITES)) if (text.includes(used)) await shell.run(prepare);
        // The test installation has another namespace than the reader's.
        const here = text.replaceAll("--namespace agatha", `--namespace ${namespace}`);
        // The whole result is shown where it differs.
        if (!transcript) expect(await shell.run(here)).toEqual(expect.objectContaining({ status: 0 }));
        for (const { command, output } of transcriptSteps(here)) {
          const { stdout, stderr } = await shell.run(command);
          expect(stderr + stdout).toMatch(outputPattern(output));
        }
      },
      900_000,
    );
  });
}
