import type { ErrorCode } from "@agatha/contracts/error-catalogue";

/** Records whether this browser expects to have a session. The login screen then skips a call that could only answer 401. */
export interface SessionMarker {
  isPresent(): boolean;
  set(): void;
  /** The login screen shows `why`. */
  clear(why?: ErrorCode): void;
  /** Returns why the last session of this window ended without a logout. */
  endReason(): ErrorCode | undefined;
}

const STORAGE_KEY = "agatha.auth";

export function createSessionMarker(storage: Storage): SessionMarker {
  let reason: ErrorCode | undefined;
  return {
    isPresent: () => storage.getItem(STORAGE_KEY) !== null,
    set() {
      reason = undefined;
      storage.setItem(STORAGE_KEY, "yes");
    },
    clear(why) {
      reason = why;
      storage.removeItem(STORAGE_KEY);
    },
    endReason: () => reason,
  };
}
