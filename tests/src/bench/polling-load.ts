/** Clients that poll at fixed intervals as screens do, each on a connection of its own. */
import { once } from "node:events";
import { Agent, get, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { type LoadResult, latencySummary } from "./http-load.js";

export interface Poll {
  everyMs: number;
  /** Addresses of a poll, requested in sequence: each one after the answer to the one before. */
  urls: string[];
  headers: Record<string, string>;
}

interface PollingResult extends LoadResult {
  /** Number of requests that were not answered with 200. */
  errors: number;
  /** The first few errors. */
  sampleErrors: string[];
}

const ERROR_SAMPLES = 5;

/**
 * Polls for this time. Clients start at their own times within their first interval. Latency counts from the time when a request
 * was due, so that a pause of the server includes the requests that had to wait.
 */
export async function runPolling({ polls, milliseconds }: { polls: readonly Poll[]; milliseconds: number }): Promise<PollingResult> {
  const latencies: number[] = [];
  const errors: string[] = [];
  const began = performance.now();
  await Promise.all(
    polls.map(async ({ everyMs, urls, headers }, index) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1, noDelay: true });
      const first = began + (everyMs * index) / polls.length;
      for (let due = first; due < began + milliseconds; due += everyMs) {
        await waitUntil(due);
        let from = due;
        for (const url of urls) {
          try {
            await exchange(url, { agent, headers });
          } catch (error) {
            errors.push(error instanceof Error ? error.message : String(error));
          }
          const now = performance.now();
          latencies.push(now - from);
          from = now;
        }
      }
      agent.destroy();
    }),
  );
  return { ...latencySummary(latencies, performance.now() - began), errors: errors.length, sampleErrors: errors.slice(0, ERROR_SAMPLES) };
}

/** Resolves when the answer is complete. Throws unless its status is 200. */
async function exchange(url: string, options: { agent: Agent; headers: Record<string, string> }): Promise<void> {
  const [response] = (await once(get(url, options), "response")) as [IncomingMessage];
  const body = await text(response);
  if (response.statusCode !== 200) throw new Error(`status ${response.statusCode}: ${body}`);
}

async function waitUntil(time: number): Promise<void> {
  const rest = time - performance.now();
  if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
}
