/** Whether this browser believes to have a session: saves the login screen a call that could only answer 401. */
export interface SignedIn {
  get(): boolean;
  set(value: boolean): void;
}

const STORAGE_KEY = "agatha.auth";

export function createSignedIn(storage: Storage): SignedIn {
  return {
    get: () => storage.getItem(STORAGE_KEY) !== null,
    set: (value) => (value ? storage.setItem(STORAGE_KEY, "yes") : storage.removeItem(STORAGE_KEY)),
  };
}
