import { useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from "react";
import { useAddUndoableMutation, useDataProvider, useNotify } from "react-admin";
import { NOTIFICATION_DURATION } from "./duration.js";
import type { FailedOperation } from "./messages.js";
import { useFailureText } from "./use-failure-text.js";

/** Resources that can be deleted and restored; lists under `/rest`. */
type DeletableResource = "datasets" | "models" | "extraction_templates" | "automodels" | "evaluations";
type HiddenIds = Record<DeletableResource, ReadonlySet<string>>;
const NO_HIDDEN_IDS: HiddenIds = {
  datasets: new Set(),
  models: new Set(),
  extraction_templates: new Set(),
  automodels: new Set(),
  evaluations: new Set(),
};
const DELETE_OPERATIONS: Record<DeletableResource, FailedOperation> = {
  datasets: "deleteDataset",
  models: "deleteModel",
  extraction_templates: "deleteTemplate",
  automodels: "deleteTraining",
  evaluations: "deleteComparison",
};

interface UndoableDeletes {
  hidden: HiddenIds;
  hide(resource: DeletableResource, ids: readonly string[]): void;
  unhide(resource: DeletableResource, ids: readonly string[]): void;
}

const UndoableDeletesContext = createContext<UndoableDeletes | null>(null);

function useUndoableDeletes(): UndoableDeletes {
  const deletes = useContext(UndoableDeletesContext);
  if (deletes === null) throw new Error("useUndoableDeletes is used outside of UndoableDeletesProvider");
  return deletes;
}

/**
 * Holds what is deleted on the screen but not yet on the server. react-admin's own undoable delete edits its cache instead, which
 * the next poll would undo.
 */
export function UndoableDeletesProvider({ children }: { children: ReactNode }) {
  const [hidden, setHidden] = useState(NO_HIDDEN_IDS);
  const hide = useCallback((resource: DeletableResource, ids: readonly string[]) => {
    setHidden((now) => ({ ...now, [resource]: new Set([...now[resource], ...ids]) }));
  }, []);
  const unhide = useCallback((resource: DeletableResource, ids: readonly string[]) => {
    setHidden((now) => ({ ...now, [resource]: new Set([...now[resource]].filter((id) => !ids.includes(id))) }));
  }, []);
  const value = useMemo<UndoableDeletes>(() => ({ hidden, hide, unhide }), [hidden, hide, unhide]);
  return <UndoableDeletesContext.Provider value={value}>{children}</UndoableDeletesContext.Provider>;
}

/** Ids that lists must leave out. */
export function useHiddenIds(resource: DeletableResource): ReadonlySet<string> {
  return useUndoableDeletes().hidden[resource];
}

/**
 * Deletes a resource: from the screen at once, and from the server when the notification has gone. Until then "Recovery" or
 * Ctrl+Z restores it. `models` are those that the server deletes with it.
 */
export function useUndoableDelete(resource: DeletableResource): (id: string, message: string, models?: readonly string[]) => void {
  const { hide, unhide } = useUndoableDeletes();
  const dataProvider = useDataProvider();
  const queryClient = useQueryClient();
  const addUndoable = useAddUndoableMutation();
  const notify = useNotify();
  const failureText = useFailureText();
  return useCallback(
    (id, message, models = []) => {
      const restore = () => {
        unhide(resource, [id]);
        unhide("models", models);
      };
      const deleteOnServer = async () => {
        await dataProvider.delete(resource, { id });
        await Promise.all(
          [[resource], ["dataset"], ["search"], ["running"]].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
        );
      };
      hide(resource, [id]);
      hide("models", models);
      addUndoable(({ isUndo }) => {
        if (isUndo) return restore();
        deleteOnServer().catch((error: unknown) => {
          restore();
          notify(failureText(DELETE_OPERATIONS[resource], error), { type: "error" });
        });
      });
      notify(message, { undoable: true, autoHideDuration: NOTIFICATION_DURATION.undoable });
    },
    [resource, hide, unhide, dataProvider, queryClient, addUndoable, notify, failureText],
  );
}
