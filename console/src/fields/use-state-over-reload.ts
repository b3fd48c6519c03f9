import { type Dispatch, type SetStateAction, useEffect, useState } from "react";

/** State of a form that a reload of the page keeps. It ends when the form is left. `key` names the form, its user and its subject. */
export function useStateOverReload<T extends object>(key: string, initial: () => T): [T, Dispatch<SetStateAction<T>>] {
  const [state, setState] = useState(() => stateBeforeReload<T>(key) ?? initial());
  useEffect(() => sessionStorage.setItem(key, JSON.stringify(state)), [key, state]);
  // No effect is cleaned up when the page is unloaded.
  useEffect(() => () => sessionStorage.removeItem(key), [key]);
  return [state, setState];
}

function stateBeforeReload<T>(key: string): T | undefined {
  const [navigation] = performance.getEntriesByType?.("navigation") ?? [];
  const stored = (navigation as PerformanceNavigationTiming | undefined)?.type === "reload" ? sessionStorage.getItem(key) : null;
  return stored === null ? undefined : (JSON.parse(stored) as T);
}
