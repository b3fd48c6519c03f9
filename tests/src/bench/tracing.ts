/**
 * Measures what traces cost the open model API: one server, whose requests are traced in every other phase, since two servers differ
 * by more than traces cost. A collector in this process takes the spans and counts them.
 */
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { carsCsv } from "../data.js";
import { removeFolder, temporaryFolder } from "../end-to-end/testing/agatha-process.js";
import { listenLocally } from "../listening.js";
import { jsonPost, runLoad } from "./http-load.js";
import { type PinnedProcess, startPinned } from "./pinned-process.js";
import { CONNECTIONS, SERVER_CORE, SERVER_PROGRAM, WARM_UP_MS } from "./prediction-api.js";
import { publishModel } from "./published-model.js";

/** The first, without traces in either phase, tells the error of the measurement. */
const SHARES = [0, 0.05, 1];
/** Pairs of phases. BENCH_PAIRS takes another even number. */
const PAIRS = Number(process.env.BENCH_PAIRS ?? 60);
/** Short phases, since other load comes and goes. */
const PHASE_MS = 700;
/** Spans are sent this soon instead of after 5 s, so that each phase pays for its own. That makes more requests of them. */
const SEND_AFTER_MS = 200;
/** Ranks of the pairs, from 0, between which their median is with 95 % (sign test, normal approximation). */
const LOW_RANK = Math.floor((PAIRS - 1.96 * Math.sqrt(PAIRS)) / 2) - 1;
const INTERVAL = [LOW_RANK, PAIRS - 1 - LOW_RANK] as const;
const TRACEPARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

/** Writes a Markdown table. */
export async function benchTracing(print: (line: string) => void): Promise<void> {
  const folder = await temporaryFolder();
  let server: PinnedProcess | undefined;
  let received = 0;
  const collector = createServer(async (request, response) => {
    received += (await text(request)).split('"spanId"').length - 1;
    response.setHeader("Content-Type", "application/json").end("{}");
  });
  try {
    const { token, row } = await publishModel(folder, Buffer.from(carsCsv()), "Miles_per_Gallon");
    server = await startPinned(SERVER_CORE, [process.execPath, SERVER_PROGRAM, folder, "models"], {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await listenLocally(collector)}`,
      OTEL_BSP_SCHEDULE_DELAY: `${SEND_AFTER_MS}`,
      // The callers decide.
      OTEL_TRACES_SAMPLER: "parentbased_traceidratio",
      OTEL_TRACES_SAMPLER_ARG: "0",
    });
    const url = new URL("tukey/tukey/api/", server.line).href;
    const post = (headers = {}) => jsonPost(url, { api_token: token, data: row }, headers);
    const phase = createPhase(server, url, { plain: post(), traced: post({ traceparent: TRACEPARENT }) });
    print("| requests traced | processor time a request, µs, without | with | ratio | its 95 % interval | spans received of those made |");
    print("| --- | --- | --- | --- | --- | --- |");
    for (const share of SHARES) {
      await phase(share, WARM_UP_MS);
      received = 0;
      const { without, having, ratios, traced } = await measurePairs(phase, share);
      const [low, high] = INTERVAL.map((rank) => ratios[rank]!.toFixed(3));
      const spans = traced === 0 ? "none" : `${((100 * received) / traced).toFixed(0)} %`;
      const cells = [without.toFixed(1), having.toFixed(1), median(ratios).toFixed(3), `${low} to ${high}`, spans];
      print(`| ${share === 0 ? "none, as a control" : `${100 * share} %`} | ${cells.join(" | ")} |`);
    }
  } finally {
    await server?.stop();
    collector.close();
    await removeFolder(folder);
  }
}

type Phase = (share: number, milliseconds: number) => Promise<{ processor: number; traced: number }>;

/** Returns a function that asks for a while, and returns the server's processor time for each request, its spans' sending included. */
function createPhase(server: PinnedProcess, url: string, { plain, traced }: Record<"plain" | "traced", Buffer>): Phase {
  return async (share, milliseconds) => {
    const every = Math.round(1 / share);
    const before = server.processorTime();
    let sent = 0;
    const { requests } = await runLoad({
      url,
      connections: CONNECTIONS,
      milliseconds,
      scenario: async (send) => void (await send(++sent % every === 0 ? traced : plain)),
    });
    await delay(2 * SEND_AFTER_MS);
    return { processor: (1000 * (server.processorTime() - before)) / requests, traced: Math.floor(sent / every) };
  };
}

/** Measures phases with and without traces in turn, the first of each pair now with, now without. */
async function measurePairs(phase: Phase, share: number) {
  const having: number[] = [];
  const without: number[] = [];
  let traced = 0;
  for (let pair = 0; pair < PAIRS; pair++) {
    for (const isTraced of pair % 2 === 0 ? [true, false] : [false, true]) {
      const result = await phase(isTraced ? share : 0, PHASE_MS);
      (isTraced ? having : without).push(result.processor);
      traced += result.traced;
    }
  }
  const ratios = having.map((value, pair) => value / without[pair]!).sort((a, b) => a - b);
  return { having: median(having), without: median(without), ratios, traced };
}

const median = (values: number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return (sorted[Math.floor((sorted.length - 1) / 2)]! + sorted[Math.ceil((sorted.length - 1) / 2)]!) / 2;
};
