/**
 * Measures what traces cost the open model API: the same server without a collector, and with one at several shares of sampled
 * requests. A collector in this process takes the spans and counts their requests.
 */
import { cpSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { carsCsv } from "../data.js";
import { removeFolder, temporaryFolder } from "../end-to-end/testing/agatha-process.js";
import { listenLocally } from "../listening.js";
import { jsonPost } from "./http-load.js";
import { type PinnedProcess, startPinned } from "./pinned-process.js";
import { type BenchmarkedServer, measure, SERVER_CORE, SERVER_PROGRAM } from "./prediction-api.js";
import { publishModel } from "./published-model.js";

const WITHOUT = "none";
/** The difference to the first tells the error of the measurement. */
const CONTROL = "none, a second server";
const SHARES = [0.05, 1];

/** Writes a Markdown table. */
export async function benchTracing(print: (line: string) => void): Promise<void> {
  const folder = await temporaryFolder();
  const running: PinnedProcess[] = [];
  let received = 0;
  const collector = createServer((request, response) => {
    received += 1;
    request.resume().once("end", () => response.setHeader("Content-Type", "application/json").end("{}"));
  });
  try {
    const endpoint = `http://127.0.0.1:${await listenLocally(collector)}`;
    const { token, row } = await publishModel(join(folder, "published"), Buffer.from(carsCsv()), "Miles_per_Gallon");
    const start = async (name: string, env: Record<string, string>): Promise<BenchmarkedServer> => {
      const data = join(folder, name);
      cpSync(join(folder, "published"), data, { recursive: true });
      const server = await startPinned(SERVER_CORE, [process.execPath, SERVER_PROGRAM, data, "models"], env);
      running.push(server);
      const url = new URL("tukey/tukey/api/", server.line).href;
      const post = jsonPost(url, { api_token: token, data: row });
      return { name, server, url, scenario: async (send) => void (await send(post)) };
    };
    const servers = [await start(WITHOUT, {})];
    for (const share of SHARES) {
      const sampler = { OTEL_TRACES_SAMPLER: "parentbased_traceidratio", OTEL_TRACES_SAMPLER_ARG: `${share}` };
      servers.push(await start(`${100 * share} %`, { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...sampler }));
    }
    servers.push(await start(CONTROL, {}));
    const results = await measure(servers);
    const { processor: least, perSecond: most } = results.get(WITHOUT)!;
    print("| requests traced | requests/s (× without) | server's processor time a request, µs (× without) |");
    print("| --- | --- | --- |");
    for (const [name, { perSecond, processor }] of results) {
      const cells = [
        `${Math.round(perSecond)} (${(perSecond / most).toFixed(2)} ×)`,
        `${processor.toFixed(1)} (${(processor / least).toFixed(2)} ×)`,
      ];
      print(`| ${name} | ${cells.join(" | ")} |`);
    }
    print("");
    print(`The collector took ${received} requests with spans.`);
  } finally {
    for (const one of running) await one.stop();
    collector.close();
    await removeFolder(folder);
  }
}
