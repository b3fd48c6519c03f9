import { EDIT_HISTORY_DEBOUNCE } from "../api/timings.js";

export interface Debounced<T> {
  call(value: T): void;
  cancel(): void;
}

/** Hands on what was put last, once nothing else has been put for a while: several changes in a row are one refetch. */
export function debounce<T>(hand: (value: T) => void): Debounced<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    call(value) {
      clearTimeout(timer);
      timer = setTimeout(() => hand(value), EDIT_HISTORY_DEBOUNCE);
    },
    cancel: () => clearTimeout(timer),
  };
}
