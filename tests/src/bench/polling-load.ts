/** Clients that ask at fixed intervals, as screens do, each on a connection of its own. */
import { type LoadResult, latencySummary, type OpenConnection, openConnection } from "./http-load.js";

export interface Poll {
  everyMs: number;
  /** Sent one after the other, each when the one before it was answered. */
  requests: Buffer[];
}

export interface PollingResult extends LoadResult {
  /** Requests that were not answered with 200. */
  errors: number;
  /** The first of them, a few. */
  sampleErrors: string[];
}

const ERROR_SAMPLES = 5;

/**
 * Polls for so long, all beginning at times of their own within their first interval. A request counts from when it was
 * due, so that a server that stops for a while is not spared those that had to wait meanwhile.
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
