/** Uploads files while the API and its stores are killed. Every acknowledged file must be stored byte for byte, and none twice. */
import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import type { ObjectStore, ResourceStore } from "@agatha/contracts";

const WRITERS = 8;

export interface UploadResponse {
  status: number;
  /** Id of the created dataset. */
  id: string;
}

/** A running API with its stores. */
export interface UploadTarget {
  /** Rejects when no answer arrives. */
  upload(fileName: string, bytes: Uint8Array, name: string): Promise<UploadResponse>;
  /** Each kills one process and resolves when it runs again. */
  kills: (() => Promise<void>)[];
  /** Stops the API for good and returns its stores. */
  shutDown(): Promise<{ resources: ResourceStore; objects: ObjectStore; close(): Promise<void> }>;
}

interface UploadRound {
  uploads: number;
  kills: number;
  /**
   * Counted from 0. Each round starts with another kill and uses its own dataset names, because a killed API reserves names for a
   * while.
   */
  roundIndex: number;
}

interface UploadCounts {
  acknowledged: number;
  /** Number of uploads without an answer or with the answer Unavailable. */
  unanswered: number;
}

const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** Returns a file of a few lines or of half a megabyte, unique for each n. */
function csvFile(n: number): Buffer {
  const rows = n % 25 === 0 ? 50_000 : 1 + (n % 40);
  return Buffer.from(["a,b", ...Array.from({ length: rows }, (_, i) => `${n},${i * 7919}`)].join("\n"));
}

/** Uploads the given number of files, with the kills spread evenly among them. Throws for answers other than success and Unavailable. */
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

/** Runs a round on a target without datasets and deletes its datasets, so that the next round is as fast. */
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
  // This includes uploads without an answer: every dataset must have its whole file.
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
