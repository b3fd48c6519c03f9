import type { JobSpec } from "@agatha/contracts";
import { jobManifest } from "./kubernetes-job-manifest.js";
import { kubernetesJobSettings } from "./kubernetes-job-settings.js";

const SPEC: JobSpec = {
  name: "train-a",
  owner: { kind: "Model", name: "a", uid: "u" },
  memoryMiB: 512,
  cpus: 1,
  deadlineSeconds: 60,
};
function podOf(settings: object) {
  const { containers, volumes } = jobManifest(SPEC, kubernetesJobSettings.parse({ image: "agatha/trainer:1", ...settings })).spec.template
    .spec;
  return { ...containers[0]!, volumes };
}

test("a training trusts the certificate authority of the stores, if one is set", () => {
  const { env, volumeMounts, volumes } = podOf({ authority: { configMap: "stores-authority", key: "root.pem" } });
  const trusted = env.find(({ name }) => name === "NODE_EXTRA_CA_CERTS")?.value ?? "";
  const mount = volumeMounts.find(({ mountPath }) => trusted === `${mountPath}/root.pem`);
  expect(volumes).toContainEqual({ name: mount?.name, configMap: { name: "stores-authority" } });
});

test("a training mounts only its scratch folder if no certificate authority is set", () => {
  const { env, volumeMounts, volumes } = podOf({});
  expect(env.map(({ name }) => name)).not.toContain("NODE_EXTRA_CA_CERTS");
  expect([volumeMounts.length, volumes.length]).toEqual([1, 1]);
});
