import type { ErrorCode } from "@agatha/contracts/errors";

/** Whether this browser believes to have a session: saves the login screen a call that could only answer 401. */
export interface SignedIn {
  get(): boolean;
  begin(): void;
  /** `why` is told at the login. */
  end(why?: ErrorCode): void;
  /** Why the last session of this window has ended by itself. */
  endedBy(): ErrorCode | undefined;
}

const STORAGE_KEY = "agatha.auth";

export function createSignedIn(storage: Storage): SignedIn {
  let reason: ErrorCode | undefined;
  return {
    get: () => storage.getItem(STORAGE_KEY) !== null,
    begin() {
      reason = undefined;
      storage.setItem(STORAGE_KEY, "yes");
    },
    end(why) {
      reason = why;
      storage.removeItem(STORAGE_KEY);
    },
    endedBy: () => reason,
  };
}
