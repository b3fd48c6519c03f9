/** Uploads while the API and what it stands on are killed: what was acknowledged is there, byte for byte, and nothing is there twice. */
import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import type { ObjectStore, ResourceStore } from "@agatha/contracts";

const WRITERS = 8;

export interface UploadResponse {
  status: number;
  /** Of the dataset that was made. */
  id: string;
}

/** The API with its stores, up and running. */
export interface UploadTarget {
  /** Rejects when no answer comes. */
  upload(fileName: string, bytes: Uint8Array, name: string): Promise<UploadResponse>;
  /** What may be killed; resolves when it is up again. */
  kills: (() => Promise<void>)[];
  /** What is in the stores once the API is gone; it does not come back. */
  shutDown(): Promise<{ resources: ResourceStore; objects: ObjectStore; close(): Promise<void> }>;
}

export interface UploadRound {
  uploads: number;
  kills: number;
  /** Counted from 0: begins with another kill, and names its datasets unlike all others, as a killed API keeps names for a while. */
  roundIndex: number;
}

export interface UploadCounts {
  acknowledged: number;
  /** Whose answer did not come, or was that something is away. */
  unanswered: number;
}

const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** Some of a few lines, some of half a megabyte, each unlike all others. */
export function csvFile(n: number): Buffer {
  const rows = n % 25 === 0 ? 50_000 : 1 + (n % 40);
  return Buffer.from(["a,b", ...Array.from({ length: rows }, (_, i) => `${n},${i * 7919}`)].join("\n"));
}

/** Sends files until there were as many as wanted, with the kills spread evenly among them. Throws for answers other than success and Unavailable. */
async function uploadWhileKilling(place: UploadTarget, { uploads, kills, roundIndex }: UploadRound): Promise<Map<string, number>> {
  const acknowledged = new Map<string, number>();
  let [sent, struck] = [0, 0];
  let striking = Promise.resolve();
  const strikeWhenDue = () => {
    if (sent < ((struck + 1) * uploads) / (kills + 1)) return;
    const strike = place.kills[(roundIndex + struck++) % place.kills.length]!;
    striking = striking.then(strike);
  };
  const writer = async () => {
    while (sent < uploads) {
      const n = sent++;
      strikeWhenDue();
      try {
        const { status, id } = await place.upload(`part${n}.csv`, csvFile(n), `Round${roundIndex}n${n}`);
        if (status === 201) acknowledged.set(id, n);
        else if (status < 500) throw new RangeError(`upload ${n} was answered with ${status}`);
        else await striking;
      } catch (error) {
        if (error instanceof RangeError) throw error;
        await striking;
      }
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, writer));
  await striking;
  return acknowledged;
}

/** Carries out a round on a place that has no datasets. Leaves none, so that the next round is as quick. */
export async function runUploadRound(place: UploadTarget, round: UploadRound): Promise<UploadCounts> {
  const acknowledged = await uploadWhileKilling(place, round);
  const { resources, objects, close } = await place.shutDown();
  const { items } = await resources.list("Dataset");
  const found = new Map(items.map((dataset) => [dataset.metadata.name, dataset]));
  const digestOf = async (key: string) => sha256(await buffer(await objects.get(key)));
  const lost: string[] = [];
  for (const [id, n] of acknowledged) {
    const source = found.get(id)?.spec.source;
    if (source?.sha256 !== sha256(csvFile(n))) lost.push(`${id} of upload ${n}`);
  }
  // Those whose answer did not come, too: a dataset that is there has its whole file.
  for (const { metadata, spec } of items) {
    const digest = await digestOf(spec.source.key!).catch((error: Error) => error.message);
    if (digest !== spec.source.sha256) lost.push(`the file of ${metadata.name}: ${digest}`);
  }
  expect(lost).toEqual([]);
  const names = items.map(({ spec }) => spec.displayName);
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
  for (const { metadata, ...rest } of items) {
    const { metadata: freed } = await resources.update("Dataset", { ...rest, metadata: { ...metadata, finalizers: [] } });
    await resources.delete("Dataset", freed);
  }
  await close();
  return { acknowledged: acknowledged.size, unanswered: round.uploads - acknowledged.size };
}
