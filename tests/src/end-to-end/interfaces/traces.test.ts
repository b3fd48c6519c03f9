/** Traces by OpenTelemetry: a collector of the test's own gets what the programs send. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { carsCsv } from "../../data.js";
import { type AgathaProcess, removeFolder, startAgatha, temporaryFolder } from "../testing/agatha-process.js";
import { TestClient } from "../testing/client.js";

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  events?: { name: string }[];
  attributes: { key: string; value: { stringValue?: string } }[];
}
interface TracesData {
  resourceSpans: { scopeSpans: { spans: Span[] }[] }[];
}

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const CALLER = "00f067aa0ba902b7";
const TRACED = { traceparent: `00-${TRACE}-${CALLER}-01` };
const TRAINING = {
  name: "Traced",
  model_type: "REGRESSION",
  response: "Miles_per_Gallon",
  columns: ["Displacement"],
  layers: [{ nodes: [{ algorithm: "GLM" }] }],
};

let collector: Server;
const spans: Span[] = [];
let folder: string;
let product: AgathaProcess;

beforeAll(async () => {
  collector = createServer((request, response) => {
    void json(request).then((sent) => {
      spans.push(...(sent as TracesData).resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
      response.setHeader("Content-Type", "application/json").end("{}");
    });
  });
  await new Promise<void>((resolve) => collector.listen(0, "127.0.0.1", resolve));
  folder = await temporaryFolder();
  product = await startAgatha(folder, {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
    OTEL_TRACES_SAMPLER: "parentbased_always_off",
    LOG_LEVEL: "info",
  });
});

afterAll(async () => {
  await product?.stop();
  collector?.close();
  await removeFolder(folder);
});

test("an upload, the start of its task, the job and a prediction are in the caller's trace, and other requests are not sampled", async () => {
  const client = new TestClient(product.url);
  await client.login();
  const form = new FormData();
  form.append("file", new Blob([carsCsv()]), "cars.csv");
  const answer = await client.request("POST", "agatha/datasets/upload/", form, TRACED);
  expect([answer.status, answer.headers.get("X-Trace-Id")]).toEqual([201, TRACE]);
  const { id } = (await answer.json()) as { id: string };
  await client.waitForDataset(id, "evaluating_finish");
  const model = await client.train(id, TRAINING);
  await client.api.enableApis({ api_update_list: [{ model_id: model.id, api_enabled: true }] });
  const { api_token } = await client.api.modelApi(id, model.id);
  const rows = JSON.stringify({ api_token, data: { Displacement: 100 } });
  expect((await client.request("POST", "tukey/api/", rows, { "content-type": "application/json", ...TRACED })).status).toBe(200);
  await product.stop();
  expect(product.output()).toContain(`"traceId":"${TRACE}"`);

  expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set([TRACE]));
  const named = (name: string): Span => spans.find((span) => span.name === name) as Span;
  const [request, start, task] = [named("POST /agatha/datasets/upload"), named("start Dataset"), named("task ingest")];
  expect([request.parentSpanId, start.parentSpanId, task.parentSpanId]).toEqual([CALLER, request.spanId, start.spanId]);
  const asked = named("POST /tukey/api").attributes.find(({ key }) => key === "agatha.resource");
  expect(asked?.value.stringValue).toBe(model.id);
  expect(task.events?.map(({ name }) => name)).toEqual(expect.arrayContaining(["download", "read", "describe"]));
});
