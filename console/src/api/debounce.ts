interface Debounced<T> {
  call(value: T): void;
  cancel(): void;
}

/**
 * Calls `callback` with the last value as soon as no other value has come for the given milliseconds. Several changes in a row
 * therefore cause one request.
 */
export function debounce<T>(callback: (value: T) => void, milliseconds: number): Debounced<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    call(value) {
      clearTimeout(timer);
      timer = setTimeout(() => callback(value), milliseconds);
    },
    cancel: () => clearTimeout(timer),
  };
}
