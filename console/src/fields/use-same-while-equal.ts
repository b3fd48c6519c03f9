import { replaceEqualDeep } from "@tanstack/react-query";
import { useState } from "react";

/**
 * Returns the earlier value while the new one has the same content. MUI's Autocomplete takes another object for another value, and then
 * drops what is being typed.
 */
export function useSameWhileEqual<T>(value: T): T {
  const [kept, setKept] = useState(value);
  const next = replaceEqualDeep(kept, value);
  if (next !== kept) setKept(next);
  return next;
}
