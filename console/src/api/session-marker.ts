import type { ErrorCode } from "@agatha/contracts/error-catalogue";

/** Whether this browser believes to have a session: saves the login screen a call that could only answer 401. */
export interface SessionMarker {
  isPresent(): boolean;
  set(): void;
  /** `why` is told at the login. */
  clear(why?: ErrorCode): void;
  /** Why the last session of this window has ended by itself. */
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
