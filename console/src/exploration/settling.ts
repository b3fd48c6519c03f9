import { EXTRACTION_DELAY } from "../api/intervals.js";

export interface Settling<T> {
  put(value: T): void;
  stop(): void;
}

/** Hands on what was put last, once nothing else has been put for a while: several changes in a row are one refetch. */
export function settling<T>(hand: (value: T) => void): Settling<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    put(value) {
      clearTimeout(timer);
      timer = setTimeout(() => hand(value), EXTRACTION_DELAY);
    },
    stop: () => clearTimeout(timer),
  };
}
