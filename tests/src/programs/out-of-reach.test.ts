/** An operator that leads and reaches its stores no longer: another one that does takes over, and objects go on. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { collectionPath } from "@agatha/adapters/resources/kubernetes-object";
import type { Resource } from "@agatha/contracts";
import { parse } from "yaml";
import { recordMeasurement } from "../measurements.js";
import { SAMPLES } from "../ports/api-server.js";
import { describeWith } from "../ports/servers.js";
import { startTcpProxy, type TcpProxy } from "../ports/tcp-proxy.js";
import { eventually } from "../ports/temporary-folder.js";
import { clusterPrerequisites, isLeader, type ProcessCluster, type Program, startProcessCluster } from "./process-cluster.js";

describeWith("a leader that reaches the object store no longer", clusterPrerequisites, () => {
  let cluster: ProcessCluster;
  let objects: TcpProxy;
  let first: Program;
  let second: Program;

  beforeAll(async () => {
    cluster = await startProcessCluster();
    objects = await startTcpProxy(async () => cluster.stores.s3.port);
    first = await cluster.operator("operator-0", { AGATHA_S3_ENDPOINT: `http://127.0.0.1:${objects.port}` });
    await eventually(() => isLeader(first), 60);
    second = await cluster.operator("operator-1");
  }, 300_000);
  afterAll(() => cluster.stop());

  test("a leader out of reach of the object store leaves the lease to an operator that reaches it, within 90 seconds, and an object that waits goes on", async () => {
    const since = performance.now();
    await objects.close();
    const admin = cluster.server.admin(cluster.namespace);
    const path = collectionPath(cluster.namespace, "Dataset");
    await admin.request({ method: "POST", path, body: parse(readFileSync(join(SAMPLES, "dataset.yaml"), "utf8")) });
    await eventually(() => isLeader(second), 90);
    recordMeasurement(`leader out of reach of the object store: another leads after ${((performance.now() - since) / 1000).toFixed(1)} s`);
    expect(await isLeader(first)).toBe(false);
    expect(first.output()).toContain("a store does not answer this process, but another one");
    await eventually(async () => {
      const { status } = await admin.request<Resource<"Dataset">>({ method: "GET", path: `${path}/furnace` });
      return status?.conditions?.some(({ type, status: value }) => type === "Ready" && value === "True") ?? false;
    }, 120);
    admin.close();
  }, 300_000);
});
