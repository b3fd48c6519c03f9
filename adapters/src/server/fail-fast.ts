import { Unavailable } from "@agatha/contracts";

export interface AwayStores {
  /** Returns true if the store of this name is known to be away. */
  isAway(store: string): boolean;
  /** Calls `away` whenever the store turns out to be away. Returns a function that unsubscribes. */
  onAway(store: string, away: () => void): () => void;
}

/** Operations that return something to iterate over, and nothing to await. */
const ITERATES: ReadonlySet<PropertyKey> = new Set(["list", "watch"]);
/** These find out whether a store is away, or end its use. */
const ALWAYS_CALLED: ReadonlySet<PropertyKey> = new Set(["ping", "close"]);

/**
 * Returns the store with operations that throw Unavailable at once while the store is known to be away, instead of retrying first.
 * Operations under way throw it too as soon as that is known; a write among them may still be carried out.
 */
export function failFast<S extends object>(name: string, store: S, stores: AwayStores): S {
  const service = name === "documents" ? "document store" : undefined;
  const unavailable = () => new Unavailable(`The store of ${name} does not answer`, { service });

  async function unlessAway(operation: Promise<unknown>): Promise<unknown> {
    let unsubscribe = () => {};
    const away = new Promise<never>((_resolve, reject) => {
      unsubscribe = stores.onAway(name, () => reject(unavailable()));
    });
    try {
      return await Promise.race([operation, away]);
    } finally {
      unsubscribe();
    }
  }

  return new Proxy(store, {
    get(target, property) {
      const member: unknown = Reflect.get(target, property);
      if (typeof member !== "function" || ALWAYS_CALLED.has(property)) return member;
      if (property === "collection") return (...args: unknown[]) => failFast(name, Reflect.apply(member, target, args) as object, stores);
      return (...args: unknown[]) => {
        if (!stores.isAway(name)) {
          const result: unknown = Reflect.apply(member, target, args);
          return result instanceof Promise ? unlessAway(result) : result;
        }
        if (ITERATES.has(property)) throw unavailable();
        return Promise.reject(unavailable());
      };
    },
  });
}
