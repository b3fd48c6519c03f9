import { createKubernetesConnection } from "@agatha/adapters/kubernetes/connection";
import { createKubernetesResourceStore } from "@agatha/adapters/resources/kubernetes-resource-store";
import { type ApiServer, findApiServer, startApiServer } from "./api-server.js";
import { describeResourceStoreConformance } from "./resource-store-conformance.js";
import { describeWith } from "./servers.js";

describeWith("Kubernetes' API", findApiServer(), () => {
  let server: ApiServer;
  beforeAll(async () => {
    server = await startApiServer(["garbage-collector-controller"]);
  }, 120_000);
  afterAll(() => server.stop());

  describeResourceStoreConformance("Kubernetes", async () => {
    const namespace = await server.namespace();
    return {
      open: async () =>
        createKubernetesResourceStore({ connection: createKubernetesConnection({ kubeConfig: server.kubeConfig, namespace }) }),
      discardEvents: () => server.restart(),
      remove: async () => undefined,
    };
  });
});
