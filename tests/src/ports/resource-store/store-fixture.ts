import type { KindName, ResourceStore, WatchEvent } from "@agatha/contracts";
import { eventually } from "../temporary-folder.js";

/** A backend for resources that can be closed and opened again. */
export interface ResourceBackend {
  /** Opens a store that keeps at least this many events for watchers, and not many more where the project controls it. */
  open(eventsKept: number): Promise<ResourceStore>;
  /** Makes the server discard its events, where the project does not control their number. */
  discardEvents?(): Promise<void>;
  remove(): Promise<void>;
}

export const RETAINED_EVENTS = 50;

/** Events that a watch has delivered so far. */
interface RecordedWatch<K extends KindName> {
  events: WatchEvent<K>[];
  /** Error that the watch threw. */
  error: unknown;
  ended: boolean;
  stop(): void;
}

/** A store of its own for each test, with functions to observe it. */
export interface StoreFixture {
  backend: ResourceBackend;
  store: ResourceStore;
  /** Starts a watch that runs until the test ends. */
  startWatch<K extends KindName>(kind: K, resourceVersion: string): RecordedWatch<K>;
  names(kind: KindName): Promise<string[]>;
  /** Resolves when the object is deleted. */
  waitUntilDeleted(kind: KindName, name: string): Promise<void>;
}

/** Opens a store before each test of the enclosing describe block and closes it afterwards. */
export function useResourceStore(makePlace: () => Promise<ResourceBackend>): StoreFixture {
  const watching: AbortController[] = [];
  // Assigned before each test.
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
