import { useEffect, useMemo, useState } from "react";
import { debounce } from "./debounce.js";

/** Returns the value after it has not changed for the given milliseconds. An object that is new in each render changes each time. */
export function useDebouncedValue<T>(value: T, milliseconds: number): T {
  const [settled, setSettled] = useState(value);
  const changes = useMemo(() => debounce(setSettled, milliseconds), [milliseconds]);
  useEffect(() => {
    changes.call(value);
    return changes.cancel;
  }, [changes, value]);
  return settled;
}
