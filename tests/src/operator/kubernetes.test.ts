/** The operator's suites with its objects on a real API server. */
import { type ApiServer, findApiServer, startApiServer } from "../ports/api-server.js";
import { describeWith } from "../ports/servers.js";
import { describeCrashSweep } from "./crash-sweep/suite.js";
import { describeFaults } from "./faults-suite.js";
import { kubernetesResources } from "./kubernetes-resources.js";
import { describeMisoperation } from "./misoperation/suite.js";
import type { OpenResources } from "./test-harness.js";
import { describeOperatorWatching } from "./watching-suite.js";

describeWith("on Kubernetes' API", findApiServer(), () => {
  let server: ApiServer;
  beforeAll(async () => {
    server = await startApiServer(["garbage-collector-controller"]);
  }, 120_000);
  afterAll(() => server.stop());
  const openResources: OpenResources = (...place) => kubernetesResources(server)(...place);

  describeOperatorWatching(openResources);
  describeFaults(openResources);
  // The embedded store gets each other valid value of a field, this one the first. Both refuse every invalid value.
  describeMisoperation(openResources, undefined, 1);
  // The same operator dies after every write on the embedded store. Each run here makes some thousand requests.
  describeCrashSweep(openResources, { every: 5, concurrency: 4 });
});
