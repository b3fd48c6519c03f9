interface Debounced<T> {
  call(value: T): void;
  cancel(): void;
}

/** Calls `callback` with the last value, once no other value has come for so many milliseconds: several changes in a row are one request. */
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
