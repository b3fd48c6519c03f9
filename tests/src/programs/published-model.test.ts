/** A model that is published and called by kubectl alone, as the documentation tells. Only the node is simulated. */
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { stepsOf } from "../cluster/documented-commands.js";
import { SAMPLES } from "../ports/api-server.js";
import { describeWith, findProgram } from "../ports/servers.js";
import { createTemporaryFolder, type TemporaryFolder } from "../ports/temporary-folder.js";
import { clusterPrerequisites, type ProcessCluster, startProcessCluster } from "./process-cluster.js";

const KUBECTL = findProgram("kubectl");
const DOCUMENTED_CALL = stepsOf("kubectl.md").find(({ text }) => text.includes('"$URL"'))!.text;
const run = promisify(execFile);

describeWith("a model that a manifest publishes", KUBECTL && findProgram("curl") && clusterPrerequisites, () => {
  let cluster: ProcessCluster;
  let disk: TemporaryFolder;

  beforeAll(async () => {
    [cluster, disk] = [await startProcessCluster(), await createTemporaryFolder()];
    writeFileSync(join(disk.path, "kubeconfig"), cluster.server.kubeConfig.exportConfig());
    // It makes the account that owns the objects.
    await cluster.api();
    const models = await cluster.api({ AGATHA_SERVES: "models" });
    await cluster.operator("operator-0", { AGATHA_PREDICTION_URL: `http://127.0.0.1:${models.port}/tukey/tukey/api/` });
  }, 180_000);
  afterAll(async () => {
    await cluster.stop();
    await disk.remove();
  });

  const kubectl = async (...args: string[]): Promise<string> =>
    (await run(KUBECTL!, ["--kubeconfig", join(disk.path, "kubeconfig"), "--namespace", cluster.namespace, ...args])).stdout;

  test("its Secret is all that a call needs", async () => {
    for (const sample of ["dataset", "published-model"]) await kubectl("apply", "--filename", join(SAMPLES, `${sample}.yaml`));
    await kubectl("wait", "--for=condition=Published", "model/furnace-api", "--timeout=4m");
    const { data } = JSON.parse(await kubectl("get", "secret", "furnace-api", "--output", "json")) as { data: Record<string, string> };
    const [TOKEN, URL] = [data.token, data.url].map((value) => Buffer.from(value!, "base64").toString());
    expect((await kubectl("get", "model", "furnace-api", "--output", "jsonpath={.status.url}")).trim()).toBe(URL);
    const { stdout } = await run("sh", ["-ec", DOCUMENTED_CALL], { env: { PATH: process.env.PATH, TOKEN, URL } });
    const { link } = JSON.parse(stdout) as { link: string };
    const { data: result } = (await (await fetch(link)).json()) as { data: { status: string; value: number[] } };
    expect(result).toMatchObject({ status: "success", value: [expect.any(Number)] });
  }, 300_000);
});
