import { type Dispatch, type SetStateAction, useEffect, useState } from "react";

/** State of a form that a reload of the page keeps. It ends when the form is left. `key` names the form, its user and its subject. */
export function useStateOverReload<T extends object>(key: string, initial: () => T): [T, Dispatch<SetStateAction<T>>] {
  const [state, setState] = useState(() => stateBeforeReload<T>(key) ?? initial());
  useEffect(() => keepOverReload(key, state), [key, state]);
  // No effect is cleaned up when the page is unloaded.
  useEffect(() => () => sessionStorage.removeItem(key), [key]);
  return [state, setState];
}

/** Keeps a state of JSON values and maps. One that exceeds the browser's storage is not kept. */
export function keepOverReload(key: string, state: unknown): void {
  try {
    sessionStorage.setItem(
      key,
      JSON.stringify(state, (_key, value) => (value instanceof Map ? { [MAP]: [...value] } : value)),
    );
  } catch {
    sessionStorage.removeItem(key);
  }
}

/** Returns what was kept before the page was reloaded. Returns undefined if the page was opened in another way. */
export function stateBeforeReload<T>(key: string): T | undefined {
  const [navigation] = performance.getEntriesByType?.("navigation") ?? [];
  const stored = (navigation as PerformanceNavigationTiming | undefined)?.type === "reload" ? sessionStorage.getItem(key) : null;
  return stored === null ? undefined : (JSON.parse(stored, (_key, value) => (value?.[MAP] ? new Map(value[MAP]) : value)) as T);
}

/** Marks the entries of a map in JSON. */
const MAP = "Map entries";
