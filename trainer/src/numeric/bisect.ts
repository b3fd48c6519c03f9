/** Returns the index of the first of the ascending values that is not less than `value`, or their number if there is none. */
export function bisectLeft(ascending: ArrayLike<number>, value: number): number {
  return firstIndex(ascending, (each) => !(each < value));
}

/** Returns how many of the ascending values are at most `limit`. */
export function bisectRight(ascending: ArrayLike<number>, limit: number): number {
  return firstIndex(ascending, (each) => !(each <= limit));
}

/** Returns the index of the first value from which on `holds`, or their number if there is none. */
function firstIndex(values: ArrayLike<number>, holds: (value: number) => boolean): number {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(values[middle])) high = middle;
    else low = middle + 1;
  }
  return low;
}
