import { createContext, type Dispatch, type ReactNode, type SetStateAction, use, useEffect, useState } from "react";

interface Kept {
  state: unknown;
  of: unknown;
}

const KeptStates = createContext<Map<string, Kept> | undefined>(undefined);

/** Keeps the state of forms that leave the page, such as those of other tabs, until this component leaves it. */
export function KeepsState({ children }: { children: ReactNode }) {
  const [states] = useState(() => new Map<string, Kept>());
  return <KeptStates value={states}>{children}</KeptStates>;
}

/**
 * State that its component finds again when it comes back to the page, within KeepsState. `key` names it. State of something else
 * than `of`, such as other values to begin with, is not kept.
 */
export function useKeptState<T>(key: string, initial: () => T, of: unknown = null): [T, Dispatch<SetStateAction<T>>] {
  const states = use(KeptStates);
  const [state, setState] = useState(() => {
    const kept = states?.get(key);
    return kept && kept.of === of ? (kept.state as T) : initial();
  });
  useEffect(() => void states?.set(key, { state, of }), [states, key, state, of]);
  return [state, setState];
}
