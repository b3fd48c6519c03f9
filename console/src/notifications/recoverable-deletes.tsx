import { useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from "react";
import { useAddUndoableMutation, useDataProvider, useNotify } from "react-admin";
import { useErrorText } from "../errors/use-error-text.js";
import { NOTIFICATION_DURATION } from "./duration.js";

/** Kinds of things that can be deleted and brought back; lists under `/rest`. */
export type Deletable = "datasets" | "models" | "extraction_templates" | "automodels" | "evaluations";
type Hidden = Record<Deletable, ReadonlySet<string>>;
const NOTHING: Hidden = {
  datasets: new Set(),
  models: new Set(),
  extraction_templates: new Set(),
  automodels: new Set(),
  evaluations: new Set(),
};

interface RecoverableDeletes {
  hidden: Hidden;
  hide(resource: Deletable, ids: readonly string[]): void;
  show(resource: Deletable, ids: readonly string[]): void;
}

const RecoverableDeletesContext = createContext<RecoverableDeletes | null>(null);

function useRecoverableDeletes(): RecoverableDeletes {
  const deletes = useContext(RecoverableDeletesContext);
  if (deletes === null) throw new Error("Recoverable deletes are used outside of RecoverableDeletesProvider");
  return deletes;
}

/**
 * Knows what is deleted on the screen but not yet on the server. react-admin's own undoable delete edits its cache
 * instead, which the next poll would undo.
 */
export function RecoverableDeletesProvider({ children }: { children: ReactNode }) {
  const [hidden, setHidden] = useState(NOTHING);
  const hide = useCallback((resource: Deletable, ids: readonly string[]) => {
    setHidden((now) => ({ ...now, [resource]: new Set([...now[resource], ...ids]) }));
  }, []);
  const show = useCallback((resource: Deletable, ids: readonly string[]) => {
    setHidden((now) => ({ ...now, [resource]: new Set([...now[resource]].filter((each) => !ids.includes(each))) }));
  }, []);
  const value = useMemo(() => ({ hidden, hide, show }), [hidden, hide, show]);
  return <RecoverableDeletesContext.Provider value={value}>{children}</RecoverableDeletesContext.Provider>;
}

/** Ids that lists must leave out. */
export function useHiddenIds(resource: Deletable): ReadonlySet<string> {
  return useRecoverableDeletes().hidden[resource];
}

/**
 * Deletes something: from the screen at once, and from the server when the notification has gone. Until then
 * "Recovery" or ctrl+z brings it back. `models` are those that the server deletes with it.
 */
export function useRecoverableDelete(resource: Deletable): (id: string, message: string, models?: readonly string[]) => void {
  const { hide, show } = useRecoverableDeletes();
  const dataProvider = useDataProvider();
  const queryClient = useQueryClient();
  const addUndoable = useAddUndoableMutation();
  const notify = useNotify();
  const errorText = useErrorText();
  return useCallback(
    (id, message, models = []) => {
      const bringBack = () => {
        show(resource, [id]);
        show("models", models);
      };
      const forGood = async () => {
        await dataProvider.delete(resource, { id });
        await Promise.all(
          [[resource], ["dataset"], ["search"], ["running"]].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
        );
      };
      hide(resource, [id]);
      hide("models", models);
      addUndoable(({ isUndo }) => {
        if (isUndo) return bringBack();
        forGood().catch((error: unknown) => {
          bringBack();
          notify(errorText(error).sentence, { type: "error" });
        });
      });
      notify(message, { undoable: true, autoHideDuration: NOTIFICATION_DURATION.recovery });
    },
    [resource, hide, show, dataProvider, queryClient, addUndoable, notify, errorText],
  );
}
