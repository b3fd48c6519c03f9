/** Clients that poll at fixed intervals as screens do, each on a connection of its own. */
import { type LoadResult, latencySummary, type OpenConnection, openConnection } from "./http-load.js";

export interface Poll {
  everyMs: number;
  /** Requests of a poll, sent in sequence: each one after the answer to the one before. */
  requests: Buffer[];
}

export interface PollingResult extends LoadResult {
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
export async function runPolling(
  url: string,
  { polls, milliseconds }: { polls: readonly Poll[]; milliseconds: number },
): Promise<PollingResult> {
  const latencies: number[] = [];
  const errors: string[] = [];
  const began = performance.now();
  await Promise.all(
    polls.map(async ({ everyMs, requests }, index) => {
      const { hostname, port } = new URL(url);
      let connection: OpenConnection | undefined;
      const first = began + (everyMs * index) / polls.length;
      for (let due = first; due < began + milliseconds; due += everyMs) {
        await waitUntil(due);
        let from = due;
        for (const request of requests) {
          try {
            connection ??= await openConnection(hostname, Number(port));
            await connection.send(request);
          } catch (error) {
            errors.push(error instanceof Error ? error.message : String(error));
            connection?.close();
            connection = undefined;
          }
          const now = performance.now();
          latencies.push(now - from);
          from = now;
        }
      }
      connection?.close();
    }),
  );
  return { ...latencySummary(latencies, performance.now() - began), errors: errors.length, sampleErrors: errors.slice(0, ERROR_SAMPLES) };
}

async function waitUntil(time: number): Promise<void> {
  const rest = time - performance.now();
  if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
}
