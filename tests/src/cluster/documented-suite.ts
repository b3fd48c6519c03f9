/** The commands of the documentation for Kubernetes, as they are written, in the order in which a reader would come by them. */
import { createDocumentedShell, type DocumentedShell } from "./documented.js";
import { story } from "./documented-story.js";
import { givenInstallation } from "./installation.js";
import { exchangesOf, patternOf } from "./transcript.js";

/** On the installation that the tests are given. */
export function describeDocumentation(): void {
  describe("the documentation", () => {
    const { namespace } = givenInstallation();
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

    test.each(story())(
      "$name does what it says",
      async ({ transcript, text }) => {
        // The pages before have deleted it.
        if (text.includes("patch model furnace-hardness")) await shell.run("kubectl apply --filename crds/samples/model.yaml");
        // The tests' installation has another namespace than the reader's.
        const here = text.replaceAll("--namespace agatha", `--namespace ${namespace}`);
        if (!transcript) expect(await shell.run(here)).toMatchObject({ status: 0 });
        for (const { command, output } of exchangesOf(here)) {
          const { stdout, stderr } = await shell.run(command);
          expect(stderr + stdout).toMatch(patternOf(output));
        }
      },
      900_000,
    );
  });
}
