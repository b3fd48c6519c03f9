/** Rights of the programs in the cluster, and of their pods. */
import { manifests, RENDERINGS, render } from "./render-chart.js";

test("the operator may read why Kueue keeps a job waiting, also where Models alone name queues", async () => {
  const roles = manifests(await render()).filter(({ kind, metadata }) => kind === "Role" && metadata.name === "agatha-operator");
  expect(roles.flatMap(({ rules }) => rules)).toContainEqual({ apiGroups: ["kueue.x-k8s.io"], resources: ["workloads"], verbs: ["list"] });
});

test.each(RENDERINGS)(
  "chart %s: each pod meets the pod security standard restricted, has limits and only the rights that it needs",
  async (_how, settings) => {
    const pods = manifests(await render(...settings)).flatMap(({ kind, spec, metadata }) => {
      if (kind === "Pod") return [{ name: metadata.name, spec }];
      return spec?.template?.spec ? [{ name: metadata.name, spec: spec.template.spec }] : [];
    });
    expect(pods.length).toBeGreaterThanOrEqual(4);
    for (const { name, spec } of pods) {
      expect([name, spec.securityContext]).toMatchObject([name, { runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } }]);
      expect([name, spec.automountServiceAccountToken]).toEqual([name, /-(api|models|operator)$/.test(name)]);
      for (const container of [...(spec.initContainers ?? []), ...spec.containers]) {
        expect(container.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ["ALL"] },
        });
        expect(Object.keys(container.resources.limits)).toEqual(["cpu", "memory"]);
      }
    }
  },
);

test("only the release that installs the definitions has rights in the whole cluster, and not where objects keep their stored version", async () => {
  const ofCluster = async (...settings: string[]) =>
    manifests(await render(...settings)).flatMap(({ kind, metadata }) =>
      kind.startsWith("ClusterRole") ? [`${kind} ${metadata.name}`] : [],
    );
  expect(await ofCluster()).toEqual(["ClusterRole agatha-agatha-operator", "ClusterRoleBinding agatha-agatha-operator"]);
  expect(await ofCluster("crds.install=false")).toEqual([]);
  expect(await ofCluster("crds.migrate=false")).toEqual([]);
});

test("programs may read and write objects in each namespace that is served, and in the whole cluster only where all are", async () => {
  const own = ["crds.migrate=false"];
  const rights = async (...settings: string[]) =>
    manifests(await render(...own, ...settings)).flatMap(({ kind, metadata, rules }) =>
      /Role$/.test(kind) && metadata.name.endsWith("-objects") ? [{ kind, ...metadata, rules }] : [],
    );
  const further = await rights("operator.namespaces={team-a,agatha,team-b}");
  expect(further.map(({ kind, name, namespace }) => `${kind} ${name} in ${namespace}`)).toEqual(
    ["operator", "api", "models"].flatMap((part) =>
      ["team-a", "team-b"].map((namespace) => `Role agatha-agatha-${part}-objects in ${namespace}`),
    ),
  );
  const everywhere = await rights("operator.namespaces={*}");
  expect(everywhere.map(({ kind, namespace }) => [kind, namespace])).toEqual(Array(3).fill(["ClusterRole", undefined]));
  expect(everywhere.map(({ rules }) => rules)).toEqual(further.filter(({ namespace }) => namespace === "team-a").map(({ rules }) => rules));
  expect(await rights()).toEqual([]);
});

test("every program is told the namespaces that it serves, and where all are served or may be, no namespace is refused", async () => {
  const rendered = manifests(await render("operator.namespaces={*}"));
  const environments = rendered
    .filter(({ kind }) => kind === "Deployment")
    .map(({ spec }) => spec.template.spec.containers[0].env as { name: string; value?: string }[]);
  expect(environments).toHaveLength(3);
  for (const environment of environments) expect(environment).toContainEqual({ name: "AGATHA_NAMESPACES", value: "*" });
  const othersUnknown = manifests(await render("crds.otherNamespaces={*}"));
  for (const objects of [rendered, othersUnknown])
    expect(objects.filter(({ kind }) => kind.startsWith("ValidatingAdmissionPolicy"))).toEqual([]);
});

test("pods name no user where the platform chooses it", async () => {
  const text = await render("podSecurity.arbitraryUser=true");
  expect(text).toContain("runAsNonRoot: true");
  expect(text).not.toMatch(/runAsUser|runAsGroup|fsGroup:/);
});
