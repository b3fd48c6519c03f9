import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from "react";
import { hearOtherTabs, tellOtherTabs } from "./other-tabs.js";

/** Resources that can be deleted and restored; lists under `/rest`. */
export type DeletableResource = "datasets" | "models" | "extraction_templates" | "automodels" | "evaluations";
type HiddenIds = Record<DeletableResource, ReadonlySet<string>>;
const NO_HIDDEN_IDS: HiddenIds = {
  datasets: new Set(),
  models: new Set(),
  extraction_templates: new Set(),
  automodels: new Set(),
  evaluations: new Set(),
};

/** Key by which other tabs learn what was restored. It is no query. */
const RESTORED = "restored";

/** Queries whose answers become stale when something is deleted or restored. */
export const staleAfterDeletion = (resource: DeletableResource) => [
  [resource],
  ["models"],
  ["dataset"],
  ["search"],
  ["running"],
  ["trash"],
];

interface UndoableDeletes {
  hidden: HiddenIds;
  hide(resource: DeletableResource, ids: readonly string[]): void;
  unhide(resource: DeletableResource, ids: readonly string[]): void;
  /** Shows what was restored from the trash, in this tab and in the others. Models return with what they were deleted with. */
  showRestored(resource: DeletableResource, id: string): void;
}

const UndoableDeletesContext = createContext<UndoableDeletes | null>(null);

/** Throws outside of UndoableDeletesProvider. */
export function useUndoableDeletes(): UndoableDeletes {
  const deletes = useContext(UndoableDeletesContext);
  if (deletes === null) throw new Error("useUndoableDeletes is used outside of UndoableDeletesProvider");
  return deletes;
}

/**
 * Holds what is deleted on the screen, while lists on their way may still have it. react-admin's own undoable delete edits its
 * cache instead, which the next poll would undo.
 */
export function UndoableDeletesProvider({ children }: { children: ReactNode }) {
  const [hidden, setHidden] = useState(NO_HIDDEN_IDS);
  const hide = useCallback((resource: DeletableResource, ids: readonly string[]) => {
    setHidden((now) => ({ ...now, [resource]: new Set([...now[resource], ...ids]) }));
  }, []);
  const unhide = useCallback((resource: DeletableResource, ids: readonly string[]) => {
    setHidden((now) => ({ ...now, [resource]: new Set([...now[resource]].filter((id) => !ids.includes(id))) }));
  }, []);
  const show = useCallback(
    (resource: DeletableResource, id: string) => {
      unhide(resource, [id]);
      if (resource === "automodels") setHidden((now) => ({ ...now, models: new Set() }));
    },
    [unhide],
  );
  useEffect(
    () =>
      hearOtherTabs(([what, resource, id = ""]) => {
        if (what === RESTORED) show(resource as DeletableResource, id);
      }),
    [show],
  );
  const showRestored = useCallback(
    (resource: DeletableResource, id: string) => {
      show(resource, id);
      tellOtherTabs([[RESTORED, resource, id], ...staleAfterDeletion(resource)]);
    },
    [show],
  );
  const value = useMemo<UndoableDeletes>(() => ({ hidden, hide, unhide, showRestored }), [hidden, hide, unhide, showRestored]);
  return <UndoableDeletesContext.Provider value={value}>{children}</UndoableDeletesContext.Provider>;
}

/** Returns a function that leaves what was just deleted out of a list. It changes when something is deleted or restored. */
export function useWithoutDeleted(resource: DeletableResource): <T extends { id: string }>(list: readonly T[]) => T[] {
  const hidden = useUndoableDeletes().hidden[resource];
  return useCallback((list) => list.filter(({ id }) => !hidden.has(id)), [hidden]);
}
