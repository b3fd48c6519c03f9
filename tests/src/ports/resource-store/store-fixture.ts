import type { KindName, ResourceStore, WatchEvent } from "@agatha/contracts";
import { eventually } from "../temporary-folder.js";

/** A place for resources that can be closed and opened again. */
export interface ResourceBackend {
  /** At least this many events are kept for watchers, and not many more where that is ours to choose. */
  open(eventsKept: number): Promise<ResourceStore>;
  /** Where it is not: makes the server forget the events so far. */
  discardEvents?(): Promise<void>;
  remove(): Promise<void>;
}

export const RETAINED_EVENTS = 50;

/** What a watch has told so far. */
export interface RecordedWatch<K extends KindName> {
  events: WatchEvent<K>[];
  /** What the watch threw. */
  error: unknown;
  ended: boolean;
  stop(): void;
}

/** A store of its own for each test, and ways to look at it. */
export interface StoreFixture {
  backend: ResourceBackend;
  store: ResourceStore;
  /** Watches until the test ends. */
  startWatch<K extends KindName>(kind: K, resourceVersion: string): RecordedWatch<K>;
  names(kind: KindName): Promise<string[]>;
  /** Resolves when there is no such object any more. */
  waitUntilDeleted(kind: KindName, name: string): Promise<void>;
}

/** To be called within a describe: opens a store before each test and closes it afterwards. */
export function useResourceStore(makePlace: () => Promise<ResourceBackend>): StoreFixture {
  const watching: AbortController[] = [];
  // Filled in before each test.
  const opened = {} as Pick<StoreFixture, "backend" | "store">;
  const given: StoreFixture = Object.assign(opened, {
    startWatch<K extends KindName>(kind: K, resourceVersion: string): RecordedWatch<K> {
      const controller = new AbortController();
      watching.push(controller);
      const seen: RecordedWatch<K> = { events: [], error: undefined, ended: false, stop: () => controller.abort() };
      const read = async () => {
        for await (const event of given.store.watch(kind, resourceVersion, controller.signal)) seen.events.push(event);
        seen.ended = true;
      };
      read().catch((error: unknown) => {
        seen.error = error;
      });
      return seen;
    },
    names: async (kind: KindName) => (await given.store.list(kind)).items.map((item) => item.metadata.name),
    waitUntilDeleted: (kind: KindName, name: string) => eventually(async () => (await given.store.get(kind, name)) === undefined),
  });

  beforeEach(async () => {
    given.backend = await makePlace();
    given.store = await given.backend.open(RETAINED_EVENTS);
  });
  afterEach(async () => {
    for (const controller of watching.splice(0)) controller.abort();
    await given.store.close();
    await given.backend.remove();
  });
  return given;
}
