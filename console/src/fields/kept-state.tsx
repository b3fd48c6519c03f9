import { createContext, type Dispatch, type ReactNode, type SetStateAction, use, useEffect, useState } from "react";
import { keepOverReload, stateBeforeReload } from "./use-state-over-reload.js";

interface Kept {
  state: unknown;
  of: unknown;
}

interface KeptForms {
  name: string;
  states: Map<string, Kept>;
}

const KeptStates = createContext<KeptForms | undefined>(undefined);

/**
 * Keeps the state of forms that leave the page, such as those of other tabs, and that a reload of the page interrupts, until this
 * component leaves the page. `name` names the forms' user and subject, and does not change.
 */
export function KeepsState({ name, children }: { name: string; children: ReactNode }) {
  const [forms] = useState<KeptForms>(() => ({ name, states: new Map() }));
  // No effect is cleaned up when the page is unloaded.
  useEffect(() => () => forget(name), [name]);
  return <KeptStates value={forms}>{children}</KeptStates>;
}

const storageKey = ({ name }: Pick<KeptForms, "name">, key: string): string => `${name} ${key}`;

/** Removes also what forms of before the reload left that were not opened since. */
function forget(name: string): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(storageKey({ name }, ""))) sessionStorage.removeItem(key);
}

/**
 * State of JSON values and maps that its component finds again when it comes back to the page, within KeepsState. `key` names it. State
 * of something else than `of`, such as other values to begin with, is not kept. A reload keeps state without `of`.
 */
export function useKeptState<T>(key: string, initial: () => T, of: unknown = null): [T, Dispatch<SetStateAction<T>>] {
  const forms = use(KeptStates);
  const [state, setState] = useState(() => {
    const kept = forms && (forms.states.get(key) ?? keptBeforeReload(forms, key));
    return kept && kept.of === of ? (kept.state as T) : initial();
  });
  useEffect(() => {
    forms?.states.set(key, { state, of });
    if (forms && of === null) keepOverReload(storageKey(forms, key), { state, of });
  }, [forms, key, state, of]);
  return [state, setState];
}

const keptBeforeReload = (forms: KeptForms, key: string) => stateBeforeReload<Kept>(storageKey(forms, key));
