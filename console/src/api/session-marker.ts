import type { ErrorCode } from "@agatha/contracts/errors/error-catalogue";

/** Records whether this browser expects to have a session. The login screen then skips a call that could only answer 401. */
export interface SessionMarker {
  isPresent(): boolean;
  set(): void;
  /** Calls the listener when another tab has logged in or out. Returns a function that unsubscribes. */
  onChangeElsewhere(listener: (isLoggedIn: boolean) => void): () => void;
  /** The login screen shows `why`. */
  clear(why?: ErrorCode): void;
  /** Returns why the last session of this window ended without a logout. */
  endReason(): ErrorCode | undefined;
}

const STORAGE_KEY = "agatha.auth";

/** Keeps the mark in `storage`, where all tabs see it, and the reason of an end in this window alone. */
export function createSessionMarker(storage: Storage): SessionMarker {
  let reason: ErrorCode | undefined;
  return {
    isPresent: () => storage.getItem(STORAGE_KEY) !== null,
    set() {
      reason = undefined;
      // Every login is another value, so that the other tabs hear of it.
      storage.setItem(STORAGE_KEY, new Date().toISOString());
    },
    onChangeElsewhere(listener) {
      const hear = ({ key, newValue }: StorageEvent) => {
        if (key === STORAGE_KEY) listener(newValue !== null);
      };
      window.addEventListener("storage", hear);
      return () => window.removeEventListener("storage", hear);
    },
    clear(why) {
      reason = why;
      storage.removeItem(STORAGE_KEY);
    },
    endReason: () => reason,
  };
}
