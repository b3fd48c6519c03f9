/** Which program reads which secret. */
import { secretRolloutSettings } from "@agatha/adapters/kubernetes/secret-rollout";
import { type Manifest, manifests, render, STORES_ELSEWHERE, variableOf } from "./render-chart.js";

test("credentials among the values are handed to what makes the secrets, and nothing else is", async () => {
  const given = ["s3.secretKey=given-to-the-store", "api.adminPassword=given to the manager"];
  const rendered = manifests(await render(...given));
  expect(rendered.filter(({ kind }) => kind === "Secret")).toMatchObject([
    {
      metadata: { name: "agatha-given" },
      stringData: { AGATHA_S3_SECRET_KEY: "given-to-the-store", AGATHA_ADMIN_PASSWORD: "given to the manager" },
    },
  ]);
  const operator = rendered.find(({ kind, metadata }) => kind === "Deployment" && metadata.name === "agatha-operator")!;
  expect(operator.spec.template.spec.initContainers).toMatchObject([{ envFrom: [{ secretRef: { name: "agatha-given" } }] }]);
});

test("with secrets of the administrator's own, the operator may read these, make none, and watches every pod that reads them", async () => {
  const given = ["stores.existingSecret=team-stores", "api.existingSecret=team-api"];
  const rendered = manifests(await render(...given, "models.enabled=false", "operator.tokenSecrets=false"));
  const role = rendered.find(({ kind, metadata }) => kind === "Role" && metadata.name === "agatha-operator") as {
    rules?: unknown;
  } & Manifest;
  const ofSecrets = (role.rules as { resources: string[] }[]).filter(({ resources }) => resources.includes("secrets"));
  expect(ofSecrets).toEqual([{ apiGroups: [""], resources: ["secrets"], resourceNames: ["team-stores", "team-api"], verbs: ["get"] }]);
  const operator = rendered.find(({ kind, metadata }) => kind === "Deployment" && metadata.name === "agatha-operator");
  const { workloads } = secretRolloutSettings.parse(JSON.parse(variableOf(operator, "AGATHA_SECRET_ROLLOUT")!));
  expect([...new Set(workloads.flatMap(({ secrets }) => secrets))]).toEqual(["team-stores", "team-api"]);
  const withPods = rendered.filter(({ kind }) => kind === "Deployment" || kind === "StatefulSet").map(({ metadata }) => metadata.name);
  expect(workloads.map(({ name }) => name).sort()).toEqual(withPods.sort());
});

test("the bundled stores are restarted for a change of their own secret alone, and the operator for that of what it reads", async () => {
  const [given, without] = await Promise.all(
    [[], ["operator.tokenSecrets=false"]].map(async (settings) => {
      const operator = manifests(await render(...settings)).find(
        ({ kind, metadata }) => kind === "Deployment" && metadata.name === "agatha-operator",
      );
      const { workloads } = secretRolloutSettings.parse(JSON.parse(variableOf(operator, "AGATHA_SECRET_ROLLOUT")!));
      return Object.fromEntries(workloads.map(({ name, secrets }) => [name, secrets.join()]));
    }),
  );
  const stores = { "agatha-minio": "agatha-stores", "agatha-mongodb": "agatha-stores", "agatha-nats": "agatha-stores" };
  const both = "agatha-stores,agatha-api";
  expect(given).toEqual({ ...stores, "agatha-api": both, "agatha-models": both, "agatha-operator": both });
  expect(without).toEqual({ ...given, "agatha-operator": "agatha-stores" });
});

test("every program that connects to external stores trusts the given certificate authority, trainings too", async () => {
  const deployments = manifests(await render(...STORES_ELSEWHERE)).filter(({ kind }) => kind === "Deployment");
  expect(deployments.map(({ metadata }) => metadata.name)).toEqual(["agatha-api", "agatha-models", "agatha-operator"]);
  for (const { spec } of deployments) {
    const [{ env, volumeMounts }] = spec.template.spec.containers;
    expect(env).toContainEqual({ name: "NODE_EXTRA_CA_CERTS", value: "/etc/agatha/authority/ca.crt" });
    expect(volumeMounts).toContainEqual({ name: "authority", mountPath: "/etc/agatha/authority", readOnly: true });
    expect(spec.template.spec.volumes).toContainEqual({ name: "authority", configMap: { name: "stores-authority" } });
  }
  const { env } = deployments[2]!.spec.template.spec.containers[0];
  const jobs = JSON.parse(env.find(({ name }: { name: string }) => name === "AGATHA_JOBS").value);
  expect(jobs.authority).toEqual({ configMap: "stores-authority", key: "ca.crt" });
});

/** Returns the keys of secrets that a deployment's program gets as variables; the stores' secret is one entry. */
function secretsOf({ spec }: Manifest): string[] {
  const [{ env, envFrom }] = spec.template.spec.containers;
  const named = (env as { name: string; valueFrom?: { secretKeyRef?: object } }[]).filter(({ valueFrom }) => valueFrom?.secretKeyRef);
  const whole = (envFrom as { secretRef?: { name: string } }[]).flatMap(({ secretRef }) => (secretRef ? [secretRef.name] : []));
  return [...whole, ...named.map(({ name }) => name)];
}

test("only the API that people log in to gets the secrets of the first manager, the sign-on provider and the mail server", async () => {
  const signOn = ["issuer=https://login.example.com", "clientId=agatha", "existingSecret=sign-on", "managerGroups={admins,owners}"];
  const mail = ["existingSecret=mail", "from=agatha@example.com"];
  const settings = [...signOn.map((setting) => `signOn.${setting}`), ...mail.map((setting) => `mail.${setting}`)];
  const rendered = manifests(await render(...settings.map((setting) => `api.${setting}`)));
  const deployments = rendered.filter(({ kind }) => kind === "Deployment");
  expect(deployments.map((deployment) => [deployment.metadata.name, secretsOf(deployment)])).toEqual([
    ["agatha-api", ["agatha-stores", "AGATHA_SECRET_KEY", "AGATHA_ADMIN_PASSWORD", "AGATHA_OIDC_CLIENT_SECRET", "AGATHA_SMTP_URL"]],
    ["agatha-models", ["agatha-stores", "AGATHA_SECRET_KEY"]],
    ["agatha-operator", ["agatha-stores", "AGATHA_SECRET_KEY"]],
  ]);
  expect(variableOf(deployments[0], "AGATHA_OIDC_MANAGER_GROUPS")).toBe("admins,owners");
  const reachProvider = rendered.filter(
    ({ kind, spec }) => kind === "NetworkPolicy" && JSON.stringify(spec.egress ?? []).includes('[{"port":443}]'),
  );
  expect(reachProvider.map(({ metadata }) => metadata.name)).toEqual(["agatha-api"]);
  expect(JSON.stringify(reachProvider[0]?.spec.egress)).toContain('[{"port":465},{"port":587}]');
});
