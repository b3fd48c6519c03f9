/** The API server refuses at apply what a training would refuse: every algorithm with each of its bounds. */
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { KubernetesConnection } from "@agatha/adapters/kubernetes/connection";
import { StatusError } from "@agatha/adapters/kubernetes/status-error";
import { collectionPath } from "@agatha/adapters/resources/kubernetes-object";
import {
  ALGORITHM_NAMES,
  ALGORITHMS,
  type AlgorithmName,
  API_VERSION,
  isForecaster,
  isSeriesDetector,
  isSupervised,
  type KindName,
} from "@agatha/contracts";
import { z } from "zod";
import { type ApiServer, findApiServer, startApiServer } from "../ports/api-server.js";
import { describeWith, findProgram } from "../ports/servers.js";
import { createTemporaryFolder, eventually } from "../ports/temporary-folder.js";
import { kubernetesResources } from "./kubernetes-resources.js";
import { createTestHarness } from "./test-harness.js";

const KUBECTL = findProgram("kubectl");
const HELM = findProgram("helm");
const CHART = fileURLToPath(new URL("../../../charts/agatha", import.meta.url));

interface Parameter {
  type: string;
  minimum?: number;
  maximum?: number;
  enum?: string[];
  default: unknown;
}
const parametersOf = (algorithm: AlgorithmName): [string, Parameter][] =>
  Object.entries(z.toJSONSchema(ALGORITHMS[algorithm].params, { io: "input" }).properties as Record<string, Parameter>);

/** A model whose only node is this algorithm. */
function aSpec(algorithm: AlgorithmName, params: Record<string, unknown> = {}, more: Record<string, unknown> = {}): object {
  const type = isSeriesDetector(algorithm) ? "OCC" : (ALGORITHMS[algorithm].modelTypes[0] ?? "REGRESSION");
  return {
    displayName: "A",
    owner: "u1",
    datasetRef: "d",
    type,
    ...(isSupervised(type) && { response: "y" }),
    ...((isForecaster(algorithm) || isSeriesDetector(algorithm)) && { timeSeries: { time: "t" } }),
    layers: [{ nodes: [{ algorithm, params }] }],
    ...more,
  };
}

/** Values of the parameter that are out of its bounds. */
function brokenValues({ type, minimum, maximum, enum: names }: Parameter): unknown[] {
  if (names) return ["none of these", 1];
  if (minimum === undefined || maximum === undefined) return ["a text"];
  const step = type === "integer" ? 1 : 1e-13;
  return [minimum - Math.max(step, Math.abs(minimum) * 1e-6), maximum + Math.max(step, maximum * 1e-6), "a text"].concat(
    type === "integer" ? [(minimum + maximum) / 2 + 0.25] : [],
  );
}

describeWith("the API server", findApiServer(), () => {
  let server: ApiServer;
  let admin: KubernetesConnection;

  beforeAll(async () => {
    server = await startApiServer([]);
    admin = server.admin(await server.namespace());
  }, 120_000);
  afterAll(async () => {
    admin.close();
    await server.stop();
  });

  /** Returns why the server refuses the object, or undefined. Nothing is stored. */
  async function refusal(kind: KindName, spec: object): Promise<string | undefined> {
    try {
      await admin.request({
        method: "POST",
        path: collectionPath(admin.namespace, kind),
        query: { dryRun: "All", fieldValidation: "Strict" },
        body: { apiVersion: API_VERSION, kind, metadata: { name: "a" }, spec },
      });
      return undefined;
    } catch (error) {
      if (error instanceof StatusError && error.status < 500) return error.message;
      throw error;
    }
  }

  test.each(ALGORITHM_NAMES)("admits %s within its bounds, and refuses each bound broken", async (algorithm) => {
    const parameters = parametersOf(algorithm);
    expect(await refusal("Model", aSpec(algorithm))).toBeUndefined();
    expect(
      await refusal("Model", aSpec(algorithm, Object.fromEntries(parameters.map(([name, { default: value }]) => [name, value])))),
    ).toBeUndefined();
    for (const [name, parameter] of parameters) {
      for (const value of [parameter.minimum, parameter.maximum].filter((bound) => bound !== undefined)) {
        expect([name, value, await refusal("Model", aSpec(algorithm, { [name]: value }))]).toEqual([name, value, undefined]);
      }
      for (const value of brokenValues(parameter)) {
        expect([name, value, await refusal("Model", aSpec(algorithm, { [name]: value }))]).toEqual([
          name,
          value,
          expect.stringContaining(name),
        ]);
      }
    }
    const foreign = ALGORITHM_NAMES.flatMap(parametersOf).find(([name]) => !parameters.some(([own]) => own === name))!;
    expect(await refusal("Model", aSpec(algorithm, { [foreign[0]]: foreign[1].default }))).toContain("no such parameter");
    expect(await refusal("Model", aSpec(algorithm, { noParameter: 1 }))).toContain("noParameter");
  });

  const node = (algorithm: string, rotation?: string) => ({ algorithm, ...(rotation && { rotation }) });
  test.each<[string, object, string | undefined]>([
    ["an unknown algorithm", aSpec("XGB", {}, { layers: [{ nodes: [node("XGBoost")] }] }), "XGBoost"],
    [
      "an outlier detector that answers a regression",
      aSpec("XGB", {}, { layers: [{ nodes: [node("LOF")] }] }),
      "the last layer of REGRESSION",
    ],
    [
      "an outlier detector below a regression",
      aSpec("XGB", {}, { layers: [{ nodes: [node("LOF", "pca")] }, { nodes: [node("XGB")] }] }),
      undefined,
    ],
    [
      "a regression below an outlier detector",
      aSpec("LOF", {}, { layers: [{ nodes: [node("XGB")] }, { nodes: [node("LOF")] }] }),
      "without a response",
    ],
    ["no processors, although their minimum has a fraction", aSpec("XGB", {}, { resources: { cpus: 0 } }), "greater than or equal to 0.1"],
    ["one processor", aSpec("XGB", {}, { resources: { cpus: 1 } }), undefined],
    ["a rotated outlier detector", aSpec("LOF", {}, { layers: [{ nodes: [node("LOF", "dobin")] }] }), undefined],
    ["a rotated regression", aSpec("XGB", {}, { layers: [{ nodes: [node("XGB", "pca")] }] }), "only outlier detectors take a rotation"],
    ["rotated clusters", aSpec("k-means", {}, { layers: [{ nodes: [node("GMM", "pca")] }] }), "clusters take no rotation"],
    ["two algorithms that find clusters", aSpec("k-means", {}, { layers: [{ nodes: [node("GMM"), node("SOM")] }] }), "has one algorithm"],
    ["a forecaster without a time series", aSpec("ETS", {}, { timeSeries: undefined }), "they need timeSeries"],
    ["a forecaster beside another algorithm", aSpec("ETS", {}, { layers: [{ nodes: [node("ETS"), node("XGB")] }] }), "beside their like"],
    [
      "a time series of classes",
      aSpec("XGB", {}, { type: "CLASSIFICATION", timeSeries: { time: "t" } }),
      "only REGRESSION and OCC learn time series",
    ],
    ["a detector of series without a time", aSpec("Residual", {}, { timeSeries: undefined }), "it needs timeSeries"],
    ["another detector of a series", aSpec("LOF", {}, { timeSeries: { time: "t" } }), "found by Residual alone"],
    [
      "a detector of series with columns known ahead",
      aSpec("Residual", {}, { timeSeries: { time: "t", knownAhead: ["x"] } }),
      "leave the columns known ahead and the hierarchy out",
    ],
    [
      "a detector of series with horizon columns",
      aSpec("Residual", {}, { timeSeries: { time: "t", horizonColumns: ["x"] } }),
      "leave the columns known ahead and the hierarchy out",
    ],
    ["a response of an outlier detector", aSpec("LOF", {}, { response: "y" }), "have no response"],
    ["a response among the columns", aSpec("XGB", {}, { columns: ["x", "y"] }), "leave it out of the columns"],
    ["an anomaly value without a semilabel", aSpec("XGB", {}, { anomalyValue: "no" }), "tells how the semilabel is read"],
    ["a semilabel of a regression", aSpec("XGB", {}, { semilabel: "s" }), "only OCC takes a semilabel"],
    ["a search for settings without a response", aSpec("LOF", {}, { tuning: {} }), "leave tuning out"],
  ])("judges %s as the training does", async (_what, spec, why) => {
    expect(await refusal("Model", spec)).toEqual(why === undefined ? undefined : expect.stringContaining(why));
  });

  test("judges the candidates of an automatic training by the same bounds", async () => {
    const of = (trees: number) => ({
      owner: "u1",
      datasetRef: "d",
      mode: "MANUAL",
      response: "y",
      candidates: [{ layers: [{ nodes: [{ algorithm: "iForest", params: { trees } }] }] }],
    });
    expect(await refusal("AutoModel", of(2000))).toBeUndefined();
    expect(await refusal("AutoModel", of(2001))).toContain("1 to 2000 for iForest");
  });

  test("refuses limits and costs of an automatic training whose models cannot have them", async () => {
    const of = (more: object) => ({ owner: "u1", datasetRef: "d", mode: "AUTO_MINIMUM", response: "y", ...more });
    const responseLimits = { lower: 0 };
    expect(await refusal("AutoModel", of({ responseLimits }))).toBeUndefined();
    expect(await refusal("AutoModel", of({ responseLimits, type: "CLASSIFICATION" }))).toContain("models of numbers");
    expect(await refusal("AutoModel", of({ responseLimits, timeSeries: { time: "t" } }))).toContain("no time series");
    expect(await refusal("AutoModel", of({ errorCosts: {} }))).toBeUndefined();
    expect(await refusal("AutoModel", of({ errorCosts: {}, type: "REGRESSION" }))).toContain("models of classes");
  });

  test("an automatic training fails with the reason if a model of it is refused", async () => {
    const harness = await createTestHarness(undefined, kubernetesResources(server));
    const dataset = await harness.addDataset("furnace");
    const candidates = [{ layers: [{ nodes: [{ algorithm: "LOF" }] }] }];
    await harness.addAutoModel("search", dataset, { mode: "MANUAL", type: "REGRESSION", candidates });
    await harness.reconcileUntilStable();
    const { status } = (await harness.ports.resources.get("AutoModel", "search"))!;
    expect(status).toMatchObject({ phase: "fitting_fail", message: expect.stringContaining("the last layer of REGRESSION takes XGB") });
    expect(status?.conditions).toContainEqual(expect.objectContaining({ type: "Stalled", status: "True" }));
    await harness.close();
  }, 120_000);

  test.each([
    ["Asia/Taipei", undefined],
    ["US/Pacific", undefined],
    ["Mars/Phobos", "timezone"],
    ["+08:00", "timezone"],
  ])("judges the time zone %s", async (timezone, why) => {
    const spec = { displayName: "A", owner: "u1", source: { inline: "a\n1\n", fileName: "a.csv", format: "csv" }, timezone };
    expect(await refusal("Dataset", spec)).toEqual(why === undefined ? undefined : expect.stringContaining(why));
  });

  (KUBECTL && HELM ? test : test.skip)(
    "an object in a namespace that nobody serves is refused with what to do, and in every other one it is taken",
    async () => {
      const disk = await createTemporaryFolder();
      const kubeconfig = join(disk.path, "kubeconfig");
      writeFileSync(kubeconfig, server.kubeConfig.exportConfig());
      const [served, team] = [await server.namespace(), await server.namespace()];
      const [further, other] = [await server.namespace(), await server.namespace()];
      const [policy, object] = [join(disk.path, "policy.yaml"), join(disk.path, "object.json")];
      const chart = ["template", "agatha", CHART, "--namespace", served, "--kube-version", "1.34.0"];
      const settings = ["--set", `crds.otherNamespaces={${further}}`, "--set", `operator.namespaces={${team}}`];
      const shown = [...settings, "--show-only", "templates/served-namespaces.yaml"];
      writeFileSync(policy, (await promisify(execFile)(HELM!, [...chart, ...shown])).stdout);
      const model = { apiVersion: API_VERSION, kind: "Model", metadata: { name: "a" }, spec: aSpec("GLM") };
      writeFileSync(object, JSON.stringify(model));
      const kubectl = (...args: string[]) => promisify(execFile)(KUBECTL!, ["--kubeconfig", kubeconfig, ...args]);
      const creation = async (namespace: string) =>
        await kubectl("create", "--dry-run=server", "--namespace", namespace, "--filename", object).then(
          ({ stderr }) => stderr,
          ({ stderr }: { stderr: string }) => stderr,
        );
      await kubectl("create", "--filename", policy);
      await eventually(async () => (await creation(other)) !== "", 60);
      expect(await creation(other)).toMatch(
        new RegExp(
          `denied request: nobody carries this object out.* create it in ${served} or ${team} or ${further}, or name .* in operator.namespaces`,
        ),
      );
      expect(await Promise.all([served, team, further].map(creation))).toEqual(["", "", ""]);
      await disk.remove();
    },
    120_000,
  );

  (KUBECTL ? test : test.skip)("kubectl explain shows the parameters of each algorithm", async () => {
    const disk = await createTemporaryFolder();
    writeFileSync(join(disk.path, "kubeconfig"), server.kubeConfig.exportConfig());
    const { stdout } = await promisify(execFile)(KUBECTL!, [
      "--kubeconfig",
      join(disk.path, "kubeconfig"),
      "explain",
      "model.spec.layers.nodes.params",
    ]);
    await disk.remove();
    const text = stdout.replace(/\s+/g, " ");
    for (const algorithm of ALGORITHM_NAMES) {
      for (const [name] of parametersOf(algorithm)) expect(text).toMatch(new RegExp(`\\b${name} <[^:]*(?:[^<]*[ ,])?${algorithm}[,:]`));
    }
  });
});
